// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/subject.h"

#include <cstddef>
#include <map>

namespace rocelint {

/// Which finding speaks of which subject.
class Claims {
public:
    /// The finding that speaks of the subject already: the one that claimed the subject itself, else the nearest that covers it,
    /// else the first that it covers. Null for none.
    [[nodiscard]] const std::size_t* find(const Subject& subject) const;
    /// The finding that names the cause of whatever is found about the subject. Null for none.
    [[nodiscard]] const std::size_t* find_cover(const Subject& subject) const;
    /// Of several findings of one subject the first keeps it.
    void claim(const Subject& subject, std::size_t finding) { claimed_.emplace(subject, finding); }

    /// The finding names the cause of whatever is found about the subject, and does not speak of it itself.
    void cover(const Subject& subject, std::size_t finding) { covered_.emplace(subject, finding); }

private:
    [[nodiscard]] const std::size_t* find_wider(const Subject& subject) const;
    [[nodiscard]] const std::size_t* find_narrower(const Subject& subject) const;
    std::map<Subject, std::size_t> claimed_;
    std::map<Subject, std::size_t> covered_;
};

}

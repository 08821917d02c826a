// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/subject.h"

#include <cstddef>
#include <map>

namespace rocelint {

/// Records which finding reports which subject.
class Claims {
public:
    /// The finding that already reports the subject: the one that claimed this exact subject, otherwise the
    /// narrowest one that includes it, otherwise the first one that it includes. Null if there is none.
    [[nodiscard]] const std::size_t* find(const Subject& subject) const;
    /// The finding that names the cause of all faults of the subject. Null if there is none.
    [[nodiscard]] const std::size_t* find_cover(const Subject& subject) const;
    /// If several findings claim one subject, the first keeps it.
    void claim(const Subject& subject, std::size_t finding) { claimed_.emplace(subject, finding); }

    /// The finding names the cause of all faults of the subject, but does not report the subject itself.
    void cover(const Subject& subject, std::size_t finding) { covered_.emplace(subject, finding); }

private:
    [[nodiscard]] const std::size_t* find_wider(const Subject& subject) const;
    [[nodiscard]] const std::size_t* find_narrower(const Subject& subject) const;
    std::map<Subject, std::size_t> claimed_;
    std::map<Subject, std::size_t> covered_;
};

}

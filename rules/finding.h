// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/severity.h"
#include "analysis/subject.h"
#include "models/change/change.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// What a rule looks at, from the most to the least specific. Of two findings about one subject the more specific
/// stands and the other is listed under it.
enum class Scope : std::uint8_t { host, link, port, device, fabric };

/// A second place that belongs to a finding.
struct Related {
    Span at;
    std::string message;
    std::string_view code; ///< of a folded finding; empty for evidence
};

struct Rule;

/// One fault with its evidence.
struct Finding {
    const Rule* rule = nullptr;
    Severity severity = Severity::error;
    std::string message; ///< one sentence: what is wrong and what follows from it
    Span at;
    std::vector<Subject> subjects; ///< the first is the one that is named as device and port
    std::vector<Related> related;
    std::string fix; ///< one sentence in the imperative, or empty
    FixClass fix_class = FixClass::none;
    std::vector<Change> changes; ///< what would mend it; empty where only people can
    /// What else is wrong for the same cause, of its port: findings about it go under this one.
    std::vector<Subject> covers;
    /// Ports that share this very fault through one line (a profile, a range), beyond the first.
    std::vector<PortId> also_on;
    /// Reason of the waiver that covers it; empty for none.
    std::string waived;

    /// Adds a subject. Of the whole device the port is {device, Port::no_index}.
    void blame(PortId port, Property property, Part part = Subject::whole)
    {
        subjects.push_back({port, property, part});
    }
};

/// A check that could not be made, and why.
struct NotChecked {
    const Rule* rule = nullptr;
    PortId port;
    std::string reason;
    std::uint32_t ports
        = 1; ///< how many ports of the device share this row; 0: it is about the device as a whole
    bool met_nothing = false; ///< of an own rule: nothing is there that it is about
};

[[nodiscard]] const char* name_of(Scope scope);

}

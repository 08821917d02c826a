// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/change.h"
#include "models/fabric/fabric.h"

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

enum class Severity : std::uint8_t { info, warning, error };

/// What a rule looks at, from the most to the least specific. Of two findings about one subject the more specific
/// stands and the other is listed under it.
enum class Scope : std::uint8_t { host, link, port, device, fabric };

/// The identity of a fault: which property of what is wrong. Not the span, since an absent line has none.
struct Subject {
    static constexpr std::uint8_t whole = 0xff;
    PortId port; ///< port index Port::no_index for the whole device
    Property property = Property::pfc;
    /// Priority (for pfc, ecn, headroom, watchdog) or DSCP (for maps and marking); `whole` for all.
    std::uint8_t number = whole;
    friend constexpr auto operator<=>(const Subject&, const Subject&) = default;
};

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
    /// Ports that share this very fault through one line (a profile, a range), beyond the first.
    std::vector<PortId> also_on;
    /// Reason of the waiver that covers it; empty for none.
    std::string waived;
};

/// A check that could not be made, and why.
struct NotChecked {
    const Rule* rule = nullptr;
    PortId port;
    std::string reason;
    std::uint32_t ports = 1; ///< how many ports of the device share this row
};

[[nodiscard]] const char* name_of(Severity severity);
[[nodiscard]] const char* name_of(Scope scope);

}

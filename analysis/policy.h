// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/custom_rule.h"
#include "analysis/known_rule.h"
#include "analysis/severity.h"
#include "models/fabric/class_model.h"
#include "models/fabric/fabric.h"

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// What a policy says of one rule.
struct RuleSetting {
    bool off = false;
    std::optional<Severity> severity;
    std::map<std::string, std::vector<double>, std::less<>> parameters;
    Span at;
};

/// An accepted fault.
struct Waiver {
    std::string code;
    std::string device = "*"; ///< glob
    std::string port = "*"; ///< glob
    std::string file = "*"; ///< glob, of the path as it is reported
    std::string key = "*"; ///< glob, of the keys that lead to a place in JSON ("PORT.Ethernet0.mtu")
    std::string reason;
    std::string owner;
    std::string expires; ///< ISO date; empty for never
    Span at;
};

/// What the policy says of ports that evidence cannot decide.
struct PortPolicy {
    std::string device;
    std::string port;
    std::optional<bool> rdma;
    std::optional<std::string> role;
    std::string plane;
    Span at;
};

/// Which switch ports a policy means when it states classes: `scope` of rocelint.yaml. Empty lists mean any.
struct PolicyScope {
    bool given = false;
    std::vector<std::string> devices; ///< globs
    std::vector<std::string> ports; ///< globs
    std::vector<Role> roles; ///< of the device
    std::optional<BitsPerSecond> least_speed; ///< a port of unknown speed is covered
    std::vector<std::string>
        except; ///< globs of devices ("oob-*") or of ports of devices ("leaf*:Ethernet48")
    Span at;
    /// Whether the policy means this port.
    [[nodiscard]] bool covers(
        std::string_view device, Role role, std::string_view port, std::optional<BitsPerSecond> speed) const;
};

/// Which headroom models a configured headroom is held against.
enum class HeadroomChoice : std::uint8_t {
    automatic, ///< any model that knows the switch
    dynamic_model, ///< the formula of the switch's own vendor, "lua"
    component_model, ///< 802.1Qbb by components, "8021qbb"
    shipped_table, ///< the table shipped for the switch, "table"
};

/// Where a value of a policy was set.
struct PolicyPlace {
    std::string file; ///< path as findings name it, or the name of a shipped profile
    bool shipped = false;
    Position position;
};
/// Places by what was set: "rules.ECN003.severity", "classes[0].dscp", "waivers[2]". What is not there has its default.
using PolicyPlaces = std::map<std::string, PolicyPlace, std::less<>>;

/// What a policy says of some devices only.
struct PolicyOverride {
    std::vector<Role> roles; ///< empty: any
    std::vector<std::string> devices; ///< globs; empty: any
    std::map<std::string, RuleSetting, std::less<>> rules;
    std::optional<HeadroomChoice> headroom_model;
    PolicyPlaces places; ///< of what is in it: "rules.ECN003.severity"
    Span at;
    [[nodiscard]] bool covers(std::string_view device, Role role) const;
};

/// A file, or a profile that is shipped, of which a policy is made.
struct PolicyFile {
    std::string name; ///< path or name
    bool shipped = false;
    bool holds_rules = false; ///< nothing but own rules, for a policy that names it
    std::string source{}; ///< what it says of itself
};

/// A parsed rocelint.yaml, with all that it extends and the rules that it names.
struct Policy {
    std::string path; ///< empty: built-in defaults
    std::string profile;
    std::string source; ///< where its numbers come from, in its own words
    std::vector<PolicyFile>
        files; ///< in the order in which they were laid over each other; its own is the last
    PolicyPlaces places;
    std::optional<ClassModel> classes; ///< absent: to be inferred
    std::map<std::string, RuleSetting, std::less<>> rules;
    std::vector<Waiver> waivers;
    std::vector<PortPolicy> ports;
    PolicyScope scope;
    std::vector<std::string> exclude;
    /// Codes, prefixes and names of the rules that --fail-on-unchecked counts where it names none. Empty: the built-in ones.
    std::vector<std::string> unchecked;
    CustomRules custom_rules;
    std::map<std::string, Metres, std::less<>> cables;
    HeadroomChoice headroom_model = HeadroomChoice::automatic;
    std::vector<PolicyOverride> overrides; ///< the later wins
    [[nodiscard]] bool given() const { return !path.empty(); }
    /// What it says of a rule, or null.
    [[nodiscard]] const RuleSetting* setting_of(std::string_view code) const;
    /// Whether it turns a rule off.
    [[nodiscard]] bool is_off(std::string_view code) const;
    /// Whether another file is part of it, so that its own text is not all of it.
    [[nodiscard]] bool has_other_files() const;
    /// Whether an entry of a list ("waivers[2]") stands in a file that it extends.
    [[nodiscard]] bool is_of_other_file(std::string_view entry) const;
};

/// Lays one setting over another: what `over` says wins.
void lay_over(RuleSetting& setting, const RuleSetting& over);

/// Gives the text of a file that a policy extends or takes rules from, by its path. The Source must live until the policy is read.
using OpenPolicy = std::function<Result<const Source*>(const std::string& path)>;

/// So many files may be part of one policy; a chain of `extends` is not longer either.
inline constexpr std::size_t most_policy_files = 16;

/// "2027-01-31": four, two and two digits that can be a date.
[[nodiscard]] bool is_iso_date(std::string_view text);

/// Reads rocelint.yaml, which may speak of the rules in `known`. An unknown key, a wrong type or an unknown rule code is
/// an Error at its place that proposes the nearest known word, and so is a file that cannot be read: without `open` none
/// can.
[[nodiscard]] Result<Policy> read_policy(
    const Source& source, std::span<const KnownRule> known, const OpenPolicy& open = {});

}

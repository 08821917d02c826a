// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy/custom_rule.h"
#include "analysis/policy/known_rule.h"
#include "analysis/policy/severity.h"
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

/// A policy's settings for one rule.
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
    std::string file = "*"; ///< glob for the path as reported
    std::string key = "*"; ///< glob for the keys that lead to a place in JSON ("PORT.Ethernet0.mtu")
    std::string reason;
    std::string owner;
    std::string expires; ///< ISO date; empty: never
    Span at;
};

/// A policy entry for ports that evidence cannot decide.
struct PortPolicy {
    std::string device;
    std::string port;
    std::optional<bool> rdma;
    std::optional<std::string> role;
    std::string plane;
    Span at;
};

/// Which switch ports a policy with classes covers: `scope` of rocelint.yaml. Empty lists match anything.
struct PolicyScope {
    bool given = false;
    std::vector<std::string> devices; ///< globs
    std::vector<std::string> ports; ///< globs
    std::vector<Role> roles; ///< of the device
    std::optional<BitsPerSecond> least_speed; ///< a port of unknown speed is covered
    /// Globs for devices ("oob-*") or for ports of devices ("leaf*:Ethernet48").
    std::vector<std::string> except;
    Span at;
    /// Whether the policy covers this port.
    [[nodiscard]] bool covers(
        std::string_view device, Role role, std::string_view port, std::optional<BitsPerSecond> speed) const;
};

/// The headroom models that a configured headroom is compared with.
enum class HeadroomChoice : std::uint8_t {
    automatic, ///< any model that knows the switch
    dynamic_model, ///< "lua": the formula of the switch's own vendor
    component_model, ///< "8021qbb": the components of 802.1Qbb
    shipped_table, ///< "table": the table shipped for the switch
};

/// How a policy wants switches to spread RDMA over equal paths.
enum class Spreading : std::uint8_t {
    flows, ///< each flow stays on the path that a hash of its headers chooses
    packets, ///< packets of one flow take several paths: adaptive routing, or balancing by packet
};

/// How a policy wants NICs to repeat lost packets.
enum class Retransmission : std::uint8_t {
    selective, ///< only those that were lost (selective repeat)
    go_back_n, ///< all from the first lost one on
};

/// A report that a policy asks for.
struct PolicyReport {
    std::string format; ///< a key of policy_keys::report
    std::string path;
    friend bool operator==(const PolicyReport&, const PolicyReport&) = default;
};

/// Where a value of a policy was set.
struct PolicyPlace {
    std::string file; ///< path as in findings, or the name of a shipped profile
    bool shipped = false;
    Position position;
};
/// Places by setting: "rules.ECN003.severity", "classes[0].dscp", "waivers[2]". A setting without a place has
/// its default.
using PolicyPlaces = std::map<std::string, PolicyPlace, std::less<>>;

/// Settings of a policy for some devices only.
struct PolicyOverride {
    std::vector<Role> roles; ///< empty: any
    std::vector<std::string> devices; ///< globs; empty: any
    std::map<std::string, RuleSetting, std::less<>> rules;
    std::optional<HeadroomChoice> headroom_model;
    PolicyPlaces places; ///< of the settings in this override: "rules.ECN003.severity"
    Span at;
    [[nodiscard]] bool covers(std::string_view device, Role role) const;
};

/// A file or shipped profile that is part of a policy.
struct PolicyFile {
    std::string name; ///< path or name
    bool shipped = false;
    bool holds_rules = false; ///< contains only own rules, for the policy that names it
    std::string source{}; ///< its own statement of its source
};

/// A parsed rocelint.yaml, with everything that it extends and the rules that it names.
struct Policy {
    std::string path; ///< empty: built-in defaults
    std::string profile;
    std::string source; ///< where its numbers come from, as it states
    std::vector<PolicyFile> files; ///< in the order in which they were layered; its own file is the last
    PolicyPlaces places;
    std::optional<ClassModel> classes; ///< nullopt: to be inferred
    std::map<std::string, RuleSetting, std::less<>> rules;
    std::vector<Waiver> waivers;
    std::vector<PortPolicy> ports;
    PolicyScope scope;
    std::vector<std::string> exclude;
    /// Codes, prefixes and names of the rules that --fail-on-unchecked counts by default. Empty: the built-in
    /// list.
    std::vector<std::string> unchecked;
    /// The address of the rules' pages, for links in reports: see page_address(). Empty: none is stated.
    std::string rule_pages;
    /// From which severity on a check fails, if stated; an inner nullopt: never.
    std::optional<std::optional<Severity>> fail_on;
    std::vector<std::string> select; ///< codes, prefixes and names of the rules to run; empty: all
    std::vector<std::string> ignore; ///< of the rules to leave out
    std::string baseline; ///< path, resolved against the file that states it; empty: none
    std::vector<PolicyReport> reports; ///< paths as for `baseline`
    CustomRules custom_rules;
    std::map<std::string, Metres, std::less<>> cables;
    HeadroomChoice headroom_model = HeadroomChoice::automatic;
    std::optional<Spreading> load_balancing; ///< nullopt: any
    /// Whether switches cut packets of classes without PFC short where a queue is full; nullopt: any.
    std::optional<bool> trimming;
    std::optional<Retransmission> retransmission; ///< nullopt: either
    std::vector<PolicyOverride> overrides; ///< later entries win
    [[nodiscard]] bool given() const { return !path.empty(); }
    /// The settings of a rule, or null.
    [[nodiscard]] const RuleSetting* setting_of(std::string_view code) const;
    /// Whether the policy turns a rule off.
    [[nodiscard]] bool is_off(std::string_view code) const;
    /// Whether the policy includes other files, so that its own text is not all of it.
    [[nodiscard]] bool has_other_files() const;
    /// Whether an entry of a list ("waivers[2]") comes from a file that the policy extends.
    [[nodiscard]] bool is_of_other_file(std::string_view entry) const;
};

/// Merges `over` into `setting`; where both have a value, that of `over` wins.
void lay_over(RuleSetting& setting, const RuleSetting& over);

/// Returns the text of a file that a policy extends or takes rules from, by its path. The Source must stay
/// alive until the policy has been read.
using OpenPolicy = std::function<Result<const Source*>(const std::string& path)>;

/// The maximum number of files in one policy, and the maximum length of a chain of `extends`.
inline constexpr std::size_t most_policy_files = 16;

/// Whether the text is a plausible date of the form "2027-01-31" (four, two and two digits).
[[nodiscard]] bool is_iso_date(std::string_view text);

/// Reads rocelint.yaml, which may refer to the rules in `known`. An unknown key, a wrong type or an unknown
/// rule code is an Error at its place that suggests the nearest known word. A file that cannot be read is
/// also an Error; without `open` no file can be read.
[[nodiscard]] Result<Policy> read_policy(
    const Source& source, std::span<const KnownRule> known, const OpenPolicy& open = {});

}

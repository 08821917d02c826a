// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/read/access_list.h"
#include "models/fabric/device.h"
#include "models/fabric/lost_names.h"
#include "models/fabric/meter.h"
#include "models/syntax/indent_tree.h"
#include "models/syntax/tree.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace rocelint::line_cli {

/// The effects of a line of a class on packets, other than choosing their class and DSCP.
struct ClassEffects {
    CoverageState state = CoverageState::unsupported;
    std::vector<Meter> meters; ///< ports and code points are not set
};

/// How one platform writes the policies that classify forwarded traffic.
struct ClassPolicyWords {
    /// The types of class-maps and policy-maps that classify; the type may be missing. Maps of other types
    /// are irrelevant.
    std::span<const std::string_view> types;
    std::string_view set_class = "traffic-class"; ///< `set traffic-class 3`
    /// Reads a line of a class that colours packets, or drops them by their rate; nothing for any other line.
    std::optional<ClassEffects> (*effects)(Words line, Span at) = nullptr;
};

/// A class of a policy by what meters RoCE. `by_cos`: a CoS matches as well.
[[nodiscard]] MeterClass metered_class(const AccessMatch& match, bool by_cos, std::vector<Meter> effects);

/// Reads class-maps, policy-maps and the access lists that they refer to into Device::class_maps and
/// Device::policies.
class ClassPolicies {
public:
    ClassPolicies(const ClassPolicyWords& words, Device& device, std::vector<SyntaxProblem>& problems)
        : words_(words), device_(device), lost_names_(device, problems)
    {
    }

    /// Adds a `class-map [type T] [match-any|match-all] NAME` or `policy-map [type T] NAME` block.
    void add(const Tree& tree, const Node& node);
    /// Adds an `ip access-list [standard] NAME` block.
    void add_access_list(const Tree& tree, const Node& node);
    /// Builds the policies. Call it once, after all blocks are added.
    void build();
    /// Returns the index in Device::policies of the last policy-map with this name.
    [[nodiscard]] std::optional<std::uint32_t> find(std::string_view name) const;
    /// The meters of the classes of a policy, by its index in Device::policies.
    [[nodiscard]] std::span<const Meter> meters(std::uint32_t policy) const { return meters_[policy]; }
    /// Enters the policy-maps as `what`; those that find() looked up count as used.
    void enter_names(NameBook& book, std::string_view what) const;

private:
    struct Block {
        const Tree* tree = nullptr;
        const Node* node = nullptr;
    };
    /// An access list. It is read only when a class refers to it.
    struct AccessList {
        Block block;
        bool looked_at = false;
        AccessMatch match{};
    };
    /// "class-map type qos match-any NAME"
    struct Header {
        bool classifies = true;
        bool match_all = false;
        std::string_view name;
    };
    [[nodiscard]] Header parse_header(Words words) const;
    /// A line of a class-map.
    struct Condition {
        AccessMatch match;
        PrioritySet pcps;
    };
    [[nodiscard]] CoverageState match_access_list(AccessMatch& match, Words words, Span at);
    [[nodiscard]] CoverageState read_match(Condition& condition, Words words, Span at);
    [[nodiscard]] CoverageState read_action(
        PolicyClass& entry, std::vector<Meter>& effects, const Tree& tree, const Node& node);
    [[nodiscard]] PolicyClass make_class(std::string_view name, Span at, AccessMatch& match);
    void build_class_map(const Block& block);
    void build_policy(const Block& block);

    const ClassPolicyWords& words_;
    Device& device_;
    LostNames lost_names_;
    std::vector<Block> class_maps_;
    std::vector<Block> policy_maps_;
    std::unordered_map<std::string_view, AccessList> access_lists_; ///< IPv4 and IPv6
    std::unordered_map<std::string_view, std::uint32_t> class_map_by_name_;
    std::unordered_map<std::string_view, std::uint32_t> policy_by_name_;
    std::vector<AccessMatch> matches_; ///< by index in Device::class_maps
    std::vector<std::vector<Meter>> meters_; ///< by index in Device::policies
    mutable std::unordered_set<std::string_view> found_; ///< names that find() looked up
};

}

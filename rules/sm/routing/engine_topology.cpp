// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/subnet_facts.h"
#include "models/text/sentence.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>

namespace rocelint::rules::sm002 {
namespace {

constexpr Example examples[] = {
    {.title = "Fat-tree routing, and a leaf among the roots",
        .files = {{{"opensm", "sm1", R"(-routing_engine updn,no_fallback
+routing_engine ftree,no_fallback
)"},
            {"opensm", "sm1", "0x0000000000000011\n", "root_guid.conf"},
            {"ib-fabric", "fabric", ""}}},
        .policy = "version: 1\nprofile: lossless\nrules:\n  SM027: off\n",
        .flagged = "routing_engine ftree"},
    {.title = "Dimension order on a tree",
        .files = {{{"opensm", "sm1", R"(-routing_engine updn,no_fallback
+routing_engine dor,no_fallback
-root_guid_file /etc/opensm/root_guid.conf
)"},
            {"ib-fabric", "fabric", ""}}},
        .flagged = "routing_engine dor"},
    {.title = "A torus is expected, and a tree is there",
        .files = {{{"opensm", "sm1", R"(-routing_engine updn,no_fallback
+routing_engine torus-2QoS,no_fallback
-root_guid_file /etc/opensm/root_guid.conf
)"},
            {"ib-fabric", "fabric", ""}}},
        .flagged = "routing_engine torus-2QoS"},
    {.title = "Fat-tree routing on a tree",
        .files = {{{"opensm", "sm1", R"(-routing_engine updn,no_fallback
+routing_engine ftree,no_fallback
-root_guid_file /etc/opensm/root_guid.conf
)"},
            {"ib-fabric", "fabric", ""}}}},
};

// The switches of a completely captured subnet, with the rank that fat-tree routing assigns to each of them.
class Ranks {
public:
    explicit Ranks(const Subnet& subnet)
        : subnet_(subnet), switches_(switches_of(subnet)), of_(subnet.nodes.size())
    {
        for (const IbSwitch& each : switches_) {
            if (each.tier > 0)
                of_[each.node] = each.tier;
        }
    }

    // Computes ranks from the roots, if they are listed. The constructor computes them from the hosts.
    void from_roots(const std::vector<std::uint32_t>& roots)
    {
        std::ranges::fill(of_, std::nullopt);
        std::deque<std::uint32_t> reached;
        for (const std::uint32_t root : roots) {
            of_[root] = 0;
            reached.push_back(root);
        }
        for (; !reached.empty(); reached.pop_front()) {
            const auto here = std::ranges::find(switches_, reached.front(), &IbSwitch::node);
            if (here == switches_.end())
                continue;
            for (const IbBundle& bundle : here->bundles) {
                if (of_[bundle.to])
                    continue;
                of_[bundle.to] = *of_[here->node] + 1;
                reached.push_back(bundle.to);
            }
        }
    }

    [[nodiscard]] const std::vector<IbSwitch>& switches() const { return switches_; }

    // Whether a cable connects two switches whose ranks are not adjacent.
    [[nodiscard]] bool has_other_cables() const
    {
        return std::ranges::any_of(switches_, [this](const IbSwitch& each) {
            return std::ranges::any_of(each.bundles, [&](const IbBundle& bundle) {
                if (!of_[each.node] || !of_[bundle.to])
                    return false;
                const auto [low, high] = std::minmax(*of_[each.node], *of_[bundle.to]);
                return high != low + 1;
            });
        });
    }

    // Two switches with hosts at different distances from the roots, or nullopt.
    [[nodiscard]] std::optional<std::pair<std::uint32_t, std::uint32_t>> uneven_leaves() const
    {
        const IbSwitch* first = nullptr;
        for (const IbSwitch& each : switches_) {
            if (each.adapters.empty() || !of_[each.node])
                continue;
            if (first == nullptr)
                first = &each;
            else if (*of_[first->node] != *of_[each.node])
                return std::pair(first->node, each.node);
        }
        return std::nullopt;
    }

    // The number of ranks.
    [[nodiscard]] std::uint32_t count() const
    {
        std::optional<std::uint32_t> low;
        std::uint32_t high = 0;
        for (const std::optional<std::uint32_t>& rank : of_) {
            if (!rank)
                continue;
            low = std::min(low.value_or(*rank), *rank);
            high = std::max(high, *rank);
        }
        return low ? high - *low + 1 : 0;
    }

    // Whether every cable leads from one tier to the next, and there is more than one tier.
    [[nodiscard]] bool is_tree() const
    {
        const bool tiers = std::ranges::any_of(switches_, [](const IbSwitch& each) { return each.tier > 1; });
        return tiers && !has_other_cables();
    }

    [[nodiscard]] std::string name(std::uint32_t node) const { return subnet_.node_name(node); }

private:
    const Subnet& subnet_;
    std::vector<IbSwitch> switches_;
    std::vector<std::optional<std::uint32_t>> of_; ///< by node
};

std::vector<std::uint32_t> roots_of(const SubnetManager& manager, const Subnet& subnet)
{
    std::vector<std::uint32_t> roots;
    for (const SmGuid& root : manager.guids) {
        const std::uint32_t node
            = root.list == SmGuid::List::root ? subnet.node_of_guid(root.guid) : Subnet::none;
        if (node != Subnet::none && subnet.nodes[node].kind == IbNodeKind::network_switch)
            roots.push_back(node);
    }
    return roots;
}

// Why fat-tree routing does not support the subnet, as the rest of a sentence; empty if no reason was found.
// opensm 3.3.23 accepts cables between switches of one rank, despite its manual.
std::string fault_of_fat_tree(const SubnetManager& manager, const Subnet& subnet)
{
    constexpr std::uint32_t least_ranks = 2; // FAT_TREE_MIN_RANK
    constexpr std::uint32_t most_ranks = 8; // FAT_TREE_MAX_RANK
    const auto states = [&manager](std::string_view option) {
        return std::ranges::any_of(
            manager.files, [option](const SmFileName& file) { return file.option == option; });
    };
    const std::vector<std::uint32_t> roots = roots_of(manager, subnet);
    if ((states("root_guid_file") && roots.empty()) || states("cn_guid_file"))
        return {}; // it is unknown which switches are roots, or which hosts count
    Ranks ranks(subnet);
    if (!roots.empty())
        ranks.from_roots(roots);
    if (const auto leaves = ranks.uneven_leaves())
        return fmt::format("hosts are at {} and at {}, which are of different ranks",
            ranks.name(leaves->first),
            ranks.name(leaves->second));
    const std::uint32_t count = ranks.count();
    if (count < least_ranks || count > most_ranks)
        return fmt::format("its switches are of {}, and a fat tree has 2 to 8", counted(count, "rank"));
    return {};
}

void judge(FabricContext& context, std::uint32_t index, const Subnet& subnet, const SmEngine& engine)
{
    const Device& device = context.fabric.devices[index];
    const SubnetManager& manager = *device.manager;
    Severity severity = Severity::error;
    std::string message;
    std::string_view fix
        = "Choose an engine for what is cabled: updn with the roots listed takes every tree.";
    if (engine.engine == RoutingEngine::ftree) {
        const std::string fault = fault_of_fat_tree(manager, subnet);
        if (fault.empty())
            return;
        const bool stays = manager.no_fallback.peek_known() && manager.no_fallback.value;
        message = fmt::format("{} cannot route by ftree: {}; {}",
            device.name,
            fault,
            stays ? "no routes are set" : "another engine or min-hop takes its place");
        fix = "List the switches of the top tier as roots, and move hosts to one rank; or route by updn.";
    } else if (!Ranks(subnet).is_tree()) {
        return;
    } else if (engine.engine == RoutingEngine::torus_2qos) {
        message = fmt::format(
            "{} should route by torus-2QoS, but the subnet is a tree, not a torus", device.name);
    } else {
        severity = Severity::warning;
        message = fmt::format(
            "{} routes a tree by dor: of several uplinks the one on the lowest port carries all traffic",
            device.name);
    }
    context.report({.severity = severity,
        .at = engine.at,
        .message = message,
        .subjects = {sm::subject(index, manager, "routing_engine")},
        .fix = std::string(fix)});
}

void check(FabricContext& context)
{
    for (const std::uint32_t index : context.fabric.managers) {
        const auto of = context.fabric.subnet_of_manager[index];
        if (!of || !context.fabric.devices[*of].subnet
            || !was_captured_whole(*context.fabric.devices[*of].subnet))
            continue;
        for (const SmEngine& engine : context.fabric.devices[index].manager->engines) {
            if (engine.engine == RoutingEngine::ftree || engine.engine == RoutingEngine::dor
                || engine.engine == RoutingEngine::torus_2qos)
                judge(context, index, *context.fabric.devices[*of].subnet, engine);
        }
    }
}

}

extern const Rule rule = {
    .code = "SM002",
    .name = "engine-without-its-topology",
    .severity = Severity::error,
    .other_severities = {{{Severity::warning, "for dor on a tree"}}},
    .scope = Scope::fabric,
    .summary = "The routing engine is made for a different topology from the one that is cabled.",
    .why
    = "Fat-tree routing takes hosts at one rank of two to eight; otherwise it fails (ERR AB26), and min-hop or nothing "
      "takes its place. torus-2QoS needs a torus. Dimension order takes the lowest port of several, which on a "
      "tree is one spine for everything.",
    .source
    = "opensm(8) 3.3.23, Fat-tree Routing Algorithm and DOR Routing Algorithm; torus-2QoS(8); opensm 3.3.23, "
      "opensm/osm_ucast_ftree.c: fabric_mark_leaf_switches, FAT_TREE_MIN_RANK",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Choose an engine for what is cabled. The files do not show whether the cables or the engine "
           "are wrong.",
    .check_fabric = check,
};

}

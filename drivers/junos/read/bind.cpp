// SPDX-License-Identifier: Apache-2.0
// Binds class-of-service to ports: by the port's name, by its bundle's name, or by a wildcard.
#include "drivers/junos/grammar/build.h"
#include "drivers/junos/read/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace rocelint::junos {

namespace {

bool is_wildcard(std::string_view name)
{
    return name == "all" || name.find_first_of("*?[") != std::string_view::npos;
}

bool is_configured(const Units& units, std::string_view unit)
{
    return units.empty() || is_wildcard(unit) || std::ranges::find(units, unit) != units.end();
}

/// The interface blocks of class-of-service.
class Bindings {
public:
    explicit Bindings(const Config& config)
    {
        const Statement* top = class_of_service(config);
        const Statement* interfaces = top == nullptr ? nullptr : top->child("interfaces");
        if (interfaces == nullptr)
            return;
        for (const Statement& statement : *interfaces) {
            if (statement.word().empty() && is_wildcard(statement.key))
                wildcards_.push_back(&statement);
            else if (statement.word().empty())
                exact_[statement.key] = &statement;
        }
        // A longer pattern is more specific.
        std::ranges::stable_sort(wildcards_, std::ranges::greater{}, [](const Statement* wildcard) {
            return wildcard->key == "all" ? 0 : wildcard->key.size();
        });
    }

    /// Returns the blocks that apply to the port, the most specific one first.
    [[nodiscard]] std::vector<const Statement*> of(std::string_view port, std::string_view bundle)
    {
        std::vector<const Statement*> blocks;
        for (const std::string_view name : {port, bundle}) {
            if (const auto found = exact_.find(name); found != exact_.end())
                blocks.push_back(found->second);
        }
        for (const Statement* wildcard : wildcards_) {
            if (++tries_ > most_tries)
                break;
            if (wildcard->key == "all" || matches_wildcard(wildcard->key, port)
                || matches_wildcard(wildcard->key, bundle))
                blocks.push_back(wildcard);
        }
        return blocks;
    }

    /// Set if there are more wildcards and ports than any device has, so that some wildcards were not tried.
    [[nodiscard]] const Statement* exhausted_at() const
    {
        return tries_ > most_tries ? wildcards_.front() : nullptr;
    }

private:
    static constexpr std::size_t most_tries = 50'000'000;
    std::unordered_map<std::string_view, const Statement*> exact_;
    std::vector<const Statement*> wildcards_;
    std::size_t tries_ = 0;
};

void keep_first(const Statement*& kept, const Statement* found)
{
    if (kept == nullptr)
        kept = found;
}

// The classifiers of one block. Those of its units must agree, since a port has only one set.
void take_classifiers(const Statement& block, Binding& binding)
{
    const Statement* classifiers = block.child("classifiers");
    if (classifiers != nullptr) {
        const Statement* dscp = classifiers->child("dscp");
        if (dscp == nullptr)
            dscp = classifiers->child("dscp-ipv6");
        const auto differs = [](const Statement* a, const Statement* b) {
            return a != nullptr && b != nullptr && a->key != b->key;
        };
        const Statement* pcp = classifiers->child("ieee-802.1");
        binding.units_differ
            = binding.units_differ || differs(binding.dscp, dscp) || differs(binding.pcp, pcp);
        keep_first(binding.dscp, dscp);
        keep_first(binding.pcp, pcp);
    }
    if (const Statement* rewrites = block.child("rewrite-rules"); rewrites != nullptr)
        keep_first(binding.rewrite, rewrites->child("dscp"));
    keep_first(binding.fixed, block.child("forwarding-class"));
}

void take_scheduling(const Config& config, const Statement& block, Binding& binding)
{
    if (const Statement* map = block.child("scheduler-map"); map != nullptr)
        binding.scheduler_maps.push_back(map);
    const auto take_profile = [&](const Statement* reference) {
        const auto found = reference == nullptr ? config.control_profiles.end()
                                                : config.control_profiles.find(reference->key);
        if (found == config.control_profiles.end())
            return;
        if (const Statement* map = found->second->child("scheduler-map"); map != nullptr)
            binding.scheduler_maps.push_back(map);
    };
    take_profile(block.child("output-traffic-control-profile"));
    if (const Statement* sets = block.child("forwarding-class-set"); sets != nullptr) {
        for (const Statement& set : *sets)
            take_profile(set.child("output-traffic-control-profile"));
    }
}

Setting<Ref> bind_classifier(Config& config,
    const Statement& reference,
    const std::unordered_map<std::string_view, std::uint32_t>& known)
{
    const auto found = known.find(reference.key);
    config.names.use("classifier", reference.key);
    if (found != known.end())
        return {Ref{found->second}, config.here(reference)};
    if (reference.key == "default")
        return Setting<Ref>::unread(
            config.device.origins.unread("which default classifier applies depends on the hardware"));
    return Setting<Ref>::unread(config.lost(reference, "classifier", reference.key));
}

void bind_trust(Config& config, const Binding& binding, Port& port)
{
    if (binding.units_differ) {
        port.trust
            = Setting<Trust>::unread(config.device.origins.unread("its units have different classifiers"));
        return;
    }
    if (binding.fixed != nullptr) {
        const auto found = config.classes.find(binding.fixed->key);
        port.trust = {Trust::none, config.here(*binding.fixed)};
        if (found == config.classes.end())
            port.default_tc = Setting<std::uint8_t>::unread(
                config.lost(*binding.fixed, "forwarding class", binding.fixed->key));
        else if (found->second.queue.known())
            port.default_tc = {found->second.queue.value, config.here(*binding.fixed)};
        return;
    }
    if (binding.dscp != nullptr)
        port.dscp_to_tc = bind_classifier(config, *binding.dscp, config.dscp_classifiers);
    if (binding.pcp != nullptr)
        port.pcp_to_tc = bind_classifier(config, *binding.pcp, config.pcp_classifiers);
    const Statement* trusted = binding.dscp != nullptr ? binding.dscp : binding.pcp;
    if (trusted == nullptr) {
        port.trust = Setting<Trust>::unread(binding.block == nullptr
                ? config.no_classifier
                : config.device.origins.lacking(config.no_classifier, binding.block->at));
        return;
    }
    const Trust trust = binding.dscp == nullptr ? Trust::pcp
        : binding.pcp == nullptr                ? Trust::dscp
                                                : Trust::dscp_else_pcp;
    port.trust = {trust, config.here(*trusted)};
}

void bind_rewrite(Config& config, const Binding& binding, Port& port)
{
    if (binding.rewrite == nullptr) {
        port.tc_to_dscp = config.defaults.value(Default::rewrite, Ref{});
        return;
    }
    const auto found = config.rewrites.find(binding.rewrite->key);
    if (found != config.rewrites.end()) {
        port.tc_to_dscp = {Ref{found->second}, config.here(*binding.rewrite)};
    } else if (binding.rewrite->key != "default") {
        port.tc_to_dscp
            = Setting<Ref>::unread(config.lost(*binding.rewrite, "rewrite rule", binding.rewrite->key));
    }
}

// Everything that follows from a binding. Ports with the same binding share their queues and groups.
Port resolve(Config& config, const Binding& binding)
{
    Port port;
    bind_trust(config, binding, port);
    bind_rewrite(config, binding, port);
    port.tc_to_queue = {Ref{}, config.class_is_queue};
    bind_pfc(config, binding, port);
    bind_queues(config, binding, port);
    return port;
}

void apply(const Port& bound, Port& port)
{
    port.trust = bound.trust;
    port.default_tc = bound.default_tc;
    port.dscp_to_tc = bound.dscp_to_tc;
    port.pcp_to_tc = bound.pcp_to_tc;
    port.tc_to_queue = bound.tc_to_queue;
    port.tc_to_dscp = bound.tc_to_dscp;
    if (port.kind == PortKind::lag)
        return;
    port.tc_to_priority_group = bound.tc_to_priority_group;
    port.priority_to_queue = bound.priority_to_queue;
    port.priority_to_priority_group = bound.priority_to_priority_group;
    port.pfc_rx = bound.pfc_rx;
    port.pfc_tx = bound.pfc_tx;
    port.watchdog = bound.watchdog;
    port.cable_length = bound.cable_length;
    port.first_queue = bound.first_queue;
    port.queue_count = bound.queue_count;
    port.queues_visible = bound.queues_visible;
    port.first_group = bound.first_group;
    port.group_count = bound.group_count;
    port.groups_visible = bound.groups_visible;
}

}

Binding binding_of(const Config& config, const std::vector<const Statement*>& blocks, const Units& units)
{
    Binding binding;
    binding.block = blocks.empty() ? nullptr : blocks.front();
    for (const Statement* block : blocks) {
        Binding here;
        take_classifiers(*block, here);
        for (const Statement& unit : *block) {
            if (unit.word() == "unit" && is_configured(units, unit.key))
                take_classifiers(unit, here);
        }
        if (binding.dscp == nullptr && binding.pcp == nullptr && binding.fixed == nullptr) {
            binding.dscp = here.dscp;
            binding.pcp = here.pcp;
            binding.fixed = here.fixed;
            binding.units_differ = here.units_differ;
        }
        keep_first(binding.rewrite, here.rewrite);
        keep_first(binding.profile, block->child("congestion-notification-profile"));
        if (binding.scheduler_maps.empty())
            take_scheduling(config, *block, binding);
        for (const Statement& unit : *block) {
            if (binding.scheduler_maps.empty() && unit.word() == "unit" && is_configured(units, unit.key))
                take_scheduling(config, unit, binding);
        }
    }
    return binding;
}

Units units_of(const Config& config, std::uint32_t index)
{
    const std::uint32_t lag = config.device.ports[index].lag;
    const auto own = config.units.find(index);
    if (own != config.units.end())
        return own->second;
    const auto of_bundle = config.units.find(lag);
    return of_bundle == config.units.end() ? Units{} : of_bundle->second;
}

namespace {

// A binding to a unit that does not exist has no effect.
void warn_of_units(Config& config, const std::vector<const Statement*>& blocks, const Units& units)
{
    for (const Statement* block : blocks) {
        for (const Statement& unit : *block) {
            if (!is_wildcard(block->key) && unit.word() == "unit" && !is_configured(units, unit.key))
                config.warn(unit,
                    fmt::format("{} has no unit {}: its class-of-service bindings are not in force",
                        block->key,
                        unit.key));
        }
    }
}

}

void bind_ports(Config& config)
{
    Bindings bindings(config);
    // Ports with the same blocks have the same bindings.
    struct Resolved {
        Binding binding;
        Port port;
    };
    std::map<std::pair<std::vector<const Statement*>, Units>, Resolved> resolved;
    config.blocks.resize(config.device.ports.size());
    for (std::size_t index = 0; index < config.device.ports.size(); ++index) {
        const PortKind kind = config.device.ports[index].kind;
        if (kind != PortKind::physical && kind != PortKind::lag)
            continue;
        const std::uint32_t lag = config.device.ports[index].lag;
        const std::string_view bundle
            = lag == Port::no_index ? std::string_view{} : config.device.ports[lag].name;
        const std::vector<const Statement*> blocks = bindings.of(config.device.ports[index].name, bundle);
        const Units units = units_of(config, static_cast<std::uint32_t>(index));
        const std::pair key(blocks, units);
        auto found = resolved.find(key);
        if (found == resolved.end()) {
            warn_of_units(config, blocks, units);
            Binding binding = binding_of(config, blocks, units);
            const Port port = resolve(config, binding);
            found = resolved.emplace(key, Resolved{std::move(binding), port}).first;
        }
        apply(found->second.port, config.device.ports[index]);
        const bool untagged = config.device.ports[index].routed.is(true) && units == Units{"0"};
        if (untagged)
            config.device.ports[index].tagged = {false, config.one_untagged_unit};
        if (untagged && kind == PortKind::physical)
            drop_pause_of_tags(config, found->second.binding, config.device.ports[index]);
        bind_largest_packet(config, found->second.binding, config.device.ports[index]);
        config.blocks[index] = blocks;
    }
    if (const Statement* wildcard = bindings.exhausted_at(); wildcard != nullptr)
        config.reject(*wildcard, "too many wildcards for so many interfaces; some of them are not followed");
}

}

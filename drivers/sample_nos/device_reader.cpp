// SPDX-License-Identifier: Apache-2.0
// Reads the sample's YAML key by key. Keys that no function here reads stay unrecognised, and are shown to
// the user.
#include "drivers/sample_nos/device_reader.h"

#include "models/catalog/catalog.h"
#include "models/physics/threshold.h"

#include <fmt/format.h>

namespace rocelint::sample_nos {
namespace {

using State = CoverageState;

}

// A word other than the expected one stays unrecognised.
bool DeviceReader::word(const Node& node, std::string_view expected)
{
    if (node.value == expected)
        node.mark(State::read);
    return node.value == expected;
}

void DeviceReader::read()
{
    device_.files.push_back(tree_.source->id());
    default_ = device_.origins.default_of(catalog::platform_default("sample-nos", "absent_key").source);
    if (tree_.root == nullptr || tree_.root->kind != Node::Kind::object)
        return;
    const Node& root = *tree_.root;
    root.mark(State::read);
    (void)member(root, "sample_nos");
    device_.asic = text(root, "asic");
    number(device_.gpus, root, "gpus", "");
    if (const Node* name = member(root, "hostname")) {
        device_.name = tree_.source->text_at(tree_.value_span(*name));
        device_.name_is_configured = true;
        device_.identity = tree_.span(*name);
    }
    read_classes(root);
    read_buffers(root);
    if (const Node* schedule = member(root, "schedule")) {
        for (const Node& queue : *schedule)
            read_schedule(queue);
    }
    if (const Node* ports = member(root, "ports")) {
        for (const Node& port : *ports)
            read_port(port);
    }
    read_forwarding(root);
}

void DeviceReader::read_classes(const Node& root)
{
    ClassMap& map = device_.maps.emplace_back();
    const Node* classes = member(root, "class");
    Setting<std::uint8_t> other{0, default_};
    if (classes != nullptr)
        number(other, *classes, "other", "", 1, 7);
    for (const Dscp dscp : DscpSet::all())
        map.set(dscp, other.value, other.origin);
    const Node* rows = classes == nullptr ? nullptr : member(*classes, "dscp");
    for (const Node* row = rows == nullptr ? nullptr : rows->first; row != nullptr; row = row->next) {
        const DscpSet dscps = parse_dscps(row->key).value_or(DscpSet{});
        Setting<std::uint8_t> tc;
        if (dscps.empty() || !number(tc, *row, "", 1, 7))
            continue;
        for (const std::uint8_t dscp : dscps)
            map.set(dscp, tc.value, tc.origin);
    }
}

void DeviceReader::read_buffers(const Node& root)
{
    lossless_ = priorities(root, "lossless");
    if (const Node* pool = member(root, "pool")) {
        BufferPool& made = device_.pools.emplace_back();
        made.at = tree_.span(*pool);
        made.name = "pool";
        made.direction = {PoolDirection::ingress, default_};
        number(made.size, *pool, "size", "");
        number(made.shared_headroom, *pool, "headroom", "");
    }
    BufferProfile& made = device_.buffer_profiles.emplace_back();
    made.name = "lossless";
    made.pool = {Ref{device_.pools.empty() ? Ref::none_index : 0}, default_};
    if (const Node* buffer = member(root, "lossless_buffer"))
        read_buffer(made, *buffer);
}

void DeviceReader::read_buffer(BufferProfile& made, const Node& node)
{
    made.at = tree_.span(node);
    number(made.reserved, node, "reserved", "");
    number(made.xon, node, "xon", "");
    number(made.xoff, node, "xoff", "");
    read_alpha(made.dynamic_threshold, node);
    // The model counts headroom as reserved; this platform writes it separately, unless ports share it.
    const bool shared = !device_.pools.empty() && device_.pools.front().shared_headroom.known();
    if (made.reserved.known() && !shared)
        made.reserved.value.count += made.xoff.value_or({}).count;
}

// "3: 50" is a share of the port in percent; "6: strict" is served before all shares.
void DeviceReader::read_schedule(const Node& node)
{
    const auto queue = parse_number(node.key);
    if (!queue || *queue > 7)
        return;
    const bool strict = node.value == "strict";
    Scheduler made;
    made.name = strict ? "strict" : "share";
    made.at = tree_.span(node);
    made.kind = {strict ? SchedulerKind::strict : SchedulerKind::weighted, written(node)};
    if (strict)
        node.mark(State::read);
    else if (Setting<std::uint32_t> share; number(share, node, "", 1, 100))
        made.bandwidth = {Percent::whole(share.value), share.origin};
    scheduler_[*queue] = {Ref{static_cast<std::uint32_t>(device_.schedulers.size())}, made.kind.origin};
    device_.schedulers.push_back(made);
}

void DeviceReader::read_port(const Node& node)
{
    node.mark(State::read);
    Port port;
    port.name = device_.arena->keep(node.key);
    port.at = tree_.span(node);
    port.description = text(node, "description");
    number(port.speed, node, "speed", "G", 1'000'000'000);
    number(port.lanes, node, "lanes", "", 1, 16);
    number(port.cable_length, node, "cable", "m");
    read_cable(port, node);
    flag(port.routed, node, "routed");
    if (number(port.ip_mtu, node, "mtu", ""))
        port.max_frame = {Bytes{port.ip_mtu.value.count + 22},
            device_.origins.derived(port.at, {}, "the MTU, the Ethernet header and two VLAN tags")};
    port.pfc_rx = port.pfc_tx = priorities(node, "pfc");
    if (node.child("pfc_receive") != nullptr)
        port.pfc_rx = priorities(node, "pfc_receive");
    port.pause_rx = port.pause_tx = {false, default_};
    if (const Node* pause = node.child("pause"); pause != nullptr && word(*pause, "receive"))
        port.pause_rx = {true, written(*pause)};
    const Node* trust = node.child("trust");
    if (trust == nullptr)
        port.trust = {Trust::none, default_};
    else if (word(*trust, "dscp"))
        port.trust = {Trust::dscp, written(*trust)};
    else if (word(*trust, "none"))
        port.trust = {Trust::none, written(*trust)};
    port.default_tc = {0, default_};
    port.dscp_to_tc = {Ref{0}, default_};
    // A class, its queue, its priority group and its priority have the same number, so nothing else has to be
    // mapped.
    const Setting<Ref> none{Ref{}, default_};
    port.tc_to_queue = port.tc_to_priority_group = port.priority_to_queue = none;
    port.priority_to_priority_group = port.pcp_to_tc = port.ingress_policy = none;
    read_watchdog(port.watchdog, member(node, "watchdog"));
    read_queues(port);
    if (const Node* ecn = member(node, "ecn"); ecn != nullptr && ecn->kind == Node::Kind::array) {
        for (const Node& each : *ecn)
            read_ecn(port, each);
    } else if (ecn != nullptr) {
        read_ecn(port, *ecn);
    }
    if (const Node* buffers = member(node, "buffers")) {
        for (const Node& group : *buffers)
            read_group(port, group);
    }
    device_.ports.push_back(port);
}

void DeviceReader::read_watchdog(PfcWatchdog& watchdog, const Node* node)
{
    watchdog.enabled = {node != nullptr, node == nullptr ? default_ : written(*node)};
    if (node == nullptr)
        return;
    number(watchdog.poll, *node, "poll", "ms");
    number(watchdog.detection, *node, "detection", "ms");
    number(watchdog.restoration, *node, "restoration", "ms");
    if (const Node* action = node->child("action"); action != nullptr && word(*action, "drop"))
        watchdog.action = {WatchdogAction::drop, written(*action)};
}

void DeviceReader::read_queues(Port& port)
{
    port.first_queue = port.first_group = static_cast<std::uint32_t>(device_.queues.size());
    port.queue_count = port.group_count = 8;
    port.queues_visible = port.groups_visible = true;
    const Setting<Ref> none{Ref{}, default_};
    for (const std::uint8_t number : PrioritySet::all()) {
        const bool lossless = lossless_.value.has(number);
        device_.queues.push_back({number, none, scheduler_[number], none});
        device_.groups.push_back(
            {number, {lossless ? Ref{0} : Ref{}, default_}, {lossless, lossless_.origin}});
    }
}

// Reads the separate buffer of the priority group of one class.
void DeviceReader::read_group(const Port& port, const Node& node)
{
    const auto group = parse_number(node.key);
    if (!group || *group > 7)
        return;
    node.mark(State::read);
    const Ref made{static_cast<std::uint32_t>(device_.buffer_profiles.size())};
    BufferProfile& buffer = device_.buffer_profiles.emplace_back();
    buffer.name = port.name;
    buffer.pool = {Ref{device_.pools.empty() ? Ref::none_index : 0}, default_};
    read_buffer(buffer, node);
    device_.groups[port.first_group + *group].buffer = {made, written(node)};
}

void DeviceReader::read_ecn(const Port& port, const Node& ecn)
{
    ecn.mark(State::read);
    Setting<std::uint8_t> queue;
    if (!number(queue, ecn, "queue", "", 1, 7))
        return;
    EcnCurve curve;
    curve.marks = {true, written(ecn)};
    read_threshold(curve.min_threshold, curve.min_fill, ecn, "min");
    read_threshold(curve.max_threshold, curve.max_fill, ecn, "max");
    if (const Node* programmed = member(ecn, "programmed")) {
        number(curve.min_programmed, *programmed, "min", "");
        number(curve.max_programmed, *programmed, "max", "");
    }
    if (Setting<std::uint32_t> percent; number(percent, ecn, "probability", "", 1, 100))
        curve.max_probability = {Percent::whole(percent.value), percent.origin};
    device_.queues[port.first_queue + queue.value].ecn
        = {Ref{static_cast<std::uint32_t>(device_.ecn_profiles.size())}, written(ecn)};
    device_.ecn_profiles.push_back({port.name, tree_.span(ecn), {curve}});
}

// Reads the exponent of two, which may be negative.
void DeviceReader::read_alpha(Setting<std::int64_t>& setting, const Node& buffer)
{
    const Node* node = buffer.child("alpha");
    if (node == nullptr)
        return;
    const auto value = parse_signed(node->value);
    if (!value) {
        problem(*node, "a whole number is expected here");
        return;
    }
    setting = {*value, written(*node)};
    node->mark(State::read);
}

// Reads a threshold in bytes, or as a share of the pool ("5%").
void DeviceReader::read_threshold(
    Setting<Bytes>& bytes, Setting<Percent>& share, const Node& ecn, std::string_view key)
{
    const Node* node = ecn.child(key);
    if (node == nullptr || !node->value.ends_with('%')) {
        number(bytes, ecn, key, "");
        return;
    }
    Setting<std::uint32_t> percent;
    if (!number(percent, *node, "%", 1, 100))
        return;
    share = {Percent::whole(percent.value), percent.origin};
    if (device_.pools.empty() || !device_.pools.front().size.known())
        bytes = Setting<Bytes>::unread(
            device_.origins.unread("given in percent of a pool whose size is not written"));
    else
        bytes = {physics::percent_of(device_.pools.front().size.value, share.value),
            device_.origins.derived(tree_.span(*node), device_.pools.front().at, "percent of the pool")};
}

const Node* DeviceReader::member(const Node& node, std::string_view key)
{
    const Node* found = node.child(key);
    if (found != nullptr)
        found->mark(State::read);
    return found;
}

std::string_view DeviceReader::text(const Node& node, std::string_view key)
{
    const Node* found = member(node, key);
    return found == nullptr ? std::string_view{} : device_.arena->keep(found->value);
}

Setting<PrioritySet> DeviceReader::priorities(const Node& node, std::string_view key)
{
    Setting<PrioritySet> set{{}, default_};
    const Node* list = member(node, key);
    for (const Node* item = list == nullptr ? nullptr : list->first; item != nullptr; item = item->next) {
        if (Setting<std::uint8_t> priority; number(priority, *item, "", 1, 7))
            set.value.insert(priority.value);
    }
    if (list != nullptr)
        set.origin = written(*list);
    return set;
}

}

// SPDX-License-Identifier: Apache-2.0
// Classification, scheduling and marking of a rendered config_db.json.
#include "drivers/sonic/render/render_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

namespace rocelint::sonic {
namespace {

constexpr std::array<std::string_view, 8> digit{"0", "1", "2", "3", "4", "5", "6", "7"};

std::string_view digits_of(PrioritySet set, std::array<char, 16>& buffer)
{
    std::size_t length = 0;
    for (const Priority each : set) {
        if (length != 0)
            buffer[length++] = ',';
        buffer[length++] = static_cast<char>('0' + each);
    }
    return {buffer.data(), length};
}

// The class itself, or the default class if the design has no such class.
Priority class_of(const DeviceDesign& design, Priority number)
{
    if (design.of_priority(number) != nullptr || design.classes.empty())
        return number;
    return design.classes.front().priority;
}

template <class Target>
void write_map(Rendered& out, Table table, Target target)
{
    out.json.open(name_of(table));
    out.json.open(map_name);
    for (const Priority from : PrioritySet::all())
        out.json.text(digit[from], digit[target(from) & 7U]);
    out.json.close();
    out.json.close();
}

// sonic-yang-models sonic-dscp-tc-map.yang.
void write_dscp_map(Rendered& out)
{
    const DeviceDesign& design = out.design;
    std::array<Priority, 64> tc{};
    tc.fill(design.classes.empty() ? Priority{0} : design.classes.front().priority);
    for (const ClassDesign& each : design.classes) {
        for (const Dscp dscp : each.dscps)
            tc[dscp] = each.priority;
    }
    out.json.open(name_of(Table::dscp_to_tc_map));
    out.json.open(map_name);
    for (std::size_t dscp = 0; dscp < tc.size(); ++dscp)
        out.json.text(fmt::to_string(dscp), digit[tc[dscp] & 7U]);
    out.json.close();
    out.json.close();
}

bool trusts_dscp(Trust trust) { return trust == Trust::dscp || trust == Trust::dscp_else_pcp; }
bool trusts_pcp(Trust trust) { return trust == Trust::pcp || trust == Trust::dscp_else_pcp; }

// qos_config.j2 binds this map if asic_type is mellanox or barefoot (pfc_to_pg_map_supported_asics).
bool binds_pause_to_group(const Rendered& out)
{
    return out.asic != nullptr && out.asic->model.known()
        && out.asic->model.value != catalog::HeadroomModel::none;
}

void write_pause_groups(Rendered& out)
{
    if (!binds_pause_to_group(out))
        return;
    out.json.open(name_of(Table::pfc_priority_to_priority_group_map));
    out.json.open(map_name);
    for (const ClassDesign& each : out.design.classes) {
        if (each.lossless)
            out.json.text(digit[each.priority & 7U], digit[each.priority & 7U]);
    }
    out.json.close();
    out.json.close();
}

// Weights are relative, so shares that are not whole percents are written as a proportion if that fits;
// otherwise lossless classes are rounded up and the others down.
std::vector<std::uint32_t> weights_of(Rendered& out)
{
    constexpr auto least = static_cast<std::uint32_t>(scheduler_weight.limit.least);
    constexpr auto most = static_cast<std::uint32_t>(scheduler_weight.limit.most);
    constexpr std::uint32_t hundredths_per_percent = 100;
    std::uint32_t divisor = 0;
    std::uint32_t largest = 0;
    for (const ClassDesign& each : out.design.classes) {
        if (each.scheduler == SchedulerKind::weighted) {
            divisor = std::gcd(divisor, each.bandwidth.hundredths);
            largest = std::max(largest, each.bandwidth.hundredths);
        }
    }
    const bool whole = divisor % hundredths_per_percent == 0;
    const bool fits = divisor != 0 && largest / divisor <= most;
    std::vector<std::uint32_t> weights;
    for (const ClassDesign& each : out.design.classes) {
        const std::uint32_t share = each.bandwidth.hundredths;
        std::uint32_t weight = whole ? share / hundredths_per_percent : fits ? share / divisor : 0;
        if (!whole && !fits) {
            weight = (share + (each.lossless ? hundredths_per_percent - 1 : 0)) / hundredths_per_percent;
            if (each.scheduler == SchedulerKind::weighted && weight * hundredths_per_percent != share)
                out.left_out.push_back(
                    fmt::format("the share of class {} is {}, not {} %: SONiC's weights are {} to {}",
                        each.name,
                        std::max(weight, least),
                        each.bandwidth.value(),
                        least,
                        most));
        }
        weights.push_back(std::clamp(weight, least, most));
    }
    return weights;
}

std::string scheduler_name(const ClassDesign& each) { return "scheduler." + each.name; }

// SONiC takes whole percents: a probability is rounded up, which marks earlier.
std::uint32_t probability_of(Percent percent)
{
    return std::clamp(
        (percent.hundredths + 99) / 100, 1U, static_cast<std::uint32_t>(wred_probability.limit.most));
}

// Named by its numbers, so that the name means the same on every switch.
std::string ecn_name(const EcnTarget& ecn)
{
    return fmt::format("ECN_{}_{}_{}",
        ecn.min_threshold.count,
        ecn.max_threshold.count,
        probability_of(ecn.max_probability));
}

void write_ecn_profile(Rendered& out, const EcnTarget& ecn)
{
    out.json.text(wred_ecn.name, word_of(wred_ecn.words, all_colours));
    for (const std::string_view colour : colour_words) {
        const auto name
            = [&](const NumberField& field) { return fmt::format("{}_{}", colour, field.name()); };
        out.json.text(fmt::format("wred_{}_enable", colour), "true");
        out.json.number(name(wred_min), ecn.min_threshold.count);
        out.json.number(name(wred_max), ecn.max_threshold.count);
        out.json.number(name(wred_probability), probability_of(ecn.max_probability));
    }
    if (probability_of(ecn.max_probability) * 100 != ecn.max_probability.hundredths)
        out.left_out.push_back(
            fmt::format("marking probability {} % is written as {} %: SONiC takes whole percent",
                ecn.max_probability.value(),
                probability_of(ecn.max_probability)));
}

const EcnTarget* ecn_of(const PortDesign& port, const ClassDesign& wanted)
{
    const auto found = std::ranges::find(port.lossless, wanted.priority, &LosslessDesign::priority);
    return wanted.ecn && found != port.lossless.end() && found->ecn ? &*found->ecn : nullptr;
}

}

void write_maps(Rendered& out)
{
    const DeviceDesign& design = out.design;
    if (trusts_dscp(design.trust))
        write_dscp_map(out);
    if (trusts_pcp(design.trust))
        write_map(out, Table::dot1p_to_tc_map, [&](Priority pcp) { return class_of(design, pcp); });
    write_map(out, Table::tc_to_queue_map, [&](Priority tc) { return class_of(design, tc); });
    // Lossy classes share one group, as in qos_config.j2: only lossless
    // classes pause, and only they need separate buffer space.
    const PrioritySet lossless = design.lossless();
    const Priority lossy = out.lossy_group();
    write_map(
        out, Table::tc_to_priority_group_map, [&](Priority tc) { return lossless.has(tc) ? tc : lossy; });
    write_map(out, Table::pfc_priority_to_queue_map, [](Priority priority) { return priority; });
    write_pause_groups(out);
}

// sonic-yang-models sonic-port-qos-map.yang.
void write_port_maps(Rendered& out)
{
    const DeviceDesign& design = out.design;
    std::array<char, 16> buffer;
    const std::string lossless(digits_of(design.lossless(), buffer));
    const std::string watched(digits_of(design.watchdog.priorities, buffer));
    const auto bind = [&out](MapKind kind) { out.json.text(map_row(kind)->binding, map_name); };
    out.json.open("PORT_QOS_MAP");
    for (const PortDesign& port : design.ports) {
        out.json.open(port.name);
        if (trusts_dscp(design.trust))
            bind(MapKind::dscp_to_tc);
        if (trusts_pcp(design.trust))
            bind(MapKind::pcp_to_tc);
        bind(MapKind::tc_to_queue);
        bind(MapKind::tc_to_priority_group);
        bind(MapKind::priority_to_queue);
        if (binds_pause_to_group(out) && !lossless.empty())
            bind(MapKind::priority_to_priority_group);
        if (port.is_lossless()) {
            out.json.text("pfc_enable", lossless);
            if (!watched.empty())
                out.json.text("pfcwd_sw_enable", watched);
        }
        out.json.close();
    }
    out.json.close();
}

void write_schedulers(Rendered& out)
{
    const std::vector<std::uint32_t> weights = weights_of(out);
    out.json.open("SCHEDULER");
    for (std::size_t index = 0; index < weights.size(); ++index) {
        const ClassDesign& each = out.design.classes[index];
        out.json.open(scheduler_name(each));
        if (each.scheduler == SchedulerKind::strict) {
            out.json.text(scheduler_type.name, word_of(scheduler_type.words, SchedulerKind::strict));
        } else {
            out.json.text(scheduler_type.name, word_of(scheduler_type.words, SchedulerKind::weighted));
            out.json.number(scheduler_weight.name(), weights[index]);
        }
        out.json.close();
    }
    out.json.close();
}

void write_ecn_profiles(Rendered& out)
{
    std::set<std::string> written;
    out.json.open("WRED_PROFILE");
    for (const PortDesign& port : out.design.ports) {
        for (const ClassDesign& each : out.design.classes) {
            const EcnTarget* ecn = ecn_of(port, each);
            if (ecn == nullptr)
                continue;
            const std::string name = ecn_name(*ecn);
            if (!written.insert(name).second)
                continue;
            out.json.open(name);
            write_ecn_profile(out, *ecn);
            out.json.close();
        }
    }
    out.json.close();
}

// sonic-yang-models sonic-queue.yang.
void write_queues(Rendered& out)
{
    std::vector<std::string> schedulers;
    for (const ClassDesign& each : out.design.classes)
        schedulers.push_back(scheduler_name(each));
    out.json.open("QUEUE");
    for (const PortDesign& port : out.design.ports) {
        for (std::size_t index = 0; index < schedulers.size(); ++index) {
            const ClassDesign& each = out.design.classes[index];
            out.json.open({port.name, "|", digit[each.priority & 7U]});
            out.json.text("scheduler", schedulers[index]);
            if (const EcnTarget* ecn = ecn_of(port, each))
                out.json.text("wred_profile", ecn_name(*ecn));
            out.json.close();
        }
    }
    out.json.close();
}

}

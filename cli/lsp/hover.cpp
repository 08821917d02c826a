// SPDX-License-Identifier: Apache-2.0
// The meaning of a value: which path a code point takes, and whether the headroom there is sufficient.
#include "cli/lsp/hover.h"

#include "analysis/facts/memory/headroom_limits.h"
#include "analysis/facts/memory/lossless_headroom.h"
#include "analysis/facts/memory/port_headroom.h"
#include "cli/report/data/markup.h"
#include "cli/terminal/visible.h"
#include "models/fabric/classify.h"
#include "models/fabric/fields/value_text.h"
#include "models/text/append.h"
#include "models/text/page_address.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace rocelint::cli {
namespace {

std::string letter(const Setting<std::uint8_t>& number)
{
    return number.peek_known() ? fmt::format("{}", number.value) : "?";
}

class HoverWriter {
public:
    HoverWriter(const workspace::Outcome& outcome, const ClientAbilities& client)
        : outcome_(outcome), fabric_(outcome.fabric), client_(client)
    {
    }

    void write_rule(const Rule& rule)
    {
        begin_part();
        if (client_.markdown)
            append(out_, "**{}** {}\n\n", rule.code, rule.name);
        else
            append(out_, "{} {}\n\n", rule.code, rule.name);
        append(out_, "{}\n\n{}\n\n", plain(rule.summary), plain(rule.why));
        if (!rule.fix.empty())
            append(out_, "Fix: {}\n\n", plain(rule.fix));
        append(out_, "Source: {}\n", plain(rule.source));
        if (client_.rule_pages.empty())
            append(out_, "\n`rocelint explain {}` shows examples.\n", rule.code);
        else if (client_.markdown)
            append(out_, "\n[Examples]({})\n", page_address(client_.rule_pages, rule.code));
    }

    /// The owner and purpose of a port, if the cursor is where its stanza begins.
    void write_ports(const Cursor& cursor)
    {
        for (const std::uint32_t index : devices_of(fabric_, cursor.source->id())) {
            const Device& device = fabric_.devices[index];
            for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
                const Span at = device.ports[port].at;
                if (cursor.is_in(at) || cursor.is_on_line(at))
                    write_port({index, port});
            }
        }
    }

    void write_settings(const std::vector<Stated>& stated)
    {
        std::vector<std::string> lines;
        std::map<std::string, std::vector<std::string>> owners;
        for (const Stated& one : stated) {
            if (one.map != nullptr || one.value.empty())
                continue;
            const std::string line = fmt::format(
                "{}{}: {}", one.part.empty() ? "" : one.part + ", ", one.what, plain(one.value));
            if (!owners.contains(line))
                lines.push_back(line);
            owners[line].push_back(label(one.port));
        }
        write_chains(stated);
        if (!lines.empty())
            begin_part();
        for (const std::string& line : lines)
            append(out_, "{}{} ({})\n", bullet(), line, several(owners[line]));
        write_headroom(stated);
    }

    [[nodiscard]] std::string take() { return std::move(out_); }

private:
    void begin_part()
    {
        if (!out_.empty())
            out_ += client_.markdown ? "\n---\n\n" : "\n";
    }

    [[nodiscard]] std::string_view bullet() const { return client_.markdown ? "- " : ""; }

    // Names come from untrusted files.
    [[nodiscard]] std::string plain(std::string_view text) const
    {
        if (!client_.markdown)
            return visible(text);
        std::string out;
        append_markdown(out, text);
        return out;
    }

    void write_port(PortId id)
    {
        begin_part();
        append(out_, "{}{}", bullet(), label(id));
        if (const Link* link = fabric_.link(id)) {
            const PortId peer = link->a == id ? link->b : link->a;
            append(out_, " ↔ {} {}", plain(fabric_.device(peer).name), label(peer));
            if (link->cable)
                append(out_, ", {}", value_text(*link->cable));
            append(out_, " (by {})", name_of(link->source));
        }
        out_ += '\n';
        const Judgement& judgement = outcome_.analysis.judgement(id);
        if (judgement.verdict != Verdict::unknown)
            append(out_,
                "{}{} RDMA: {}\n",
                bullet(),
                judgement.verdict == Verdict::roce ? "carries" : "does not carry",
                plain(describe(judgement, fabric_)));
    }

    [[nodiscard]] std::string label(PortId id) const
    {
        const workspace::Named named = workspace::name_port(id, fabric_);
        return plain(named.port.empty() ? std::string(named.device) : named.port);
    }

    static std::string several(const std::vector<std::string>& names)
    {
        return names.size() == 1 ? names.front()
                                 : fmt::format("{} and {} more", names.front(), names.size() - 1);
    }

    // Each path that packets of the map's code points take, with the code points and ports for which it is
    // taken.
    void write_chains(const std::vector<Stated>& stated)
    {
        std::map<std::string, DscpSet> points;
        std::map<std::string, std::vector<std::string>> ports;
        std::vector<std::string> order;
        const auto note = [&](std::string chain, std::uint8_t point) {
            DscpSet& set = points[chain];
            if (set.empty())
                order.push_back(chain);
            set.bits |= std::uint64_t{1} << point;
        };
        for (const Stated& one : stated) {
            if (one.map == nullptr)
                continue;
            const Device& device = fabric_.devices[one.port.device];
            if (one.map->kind != MapKind::dscp_to_tc) {
                note(fmt::format("{} {{}} → {}", one.what, one.map->to[one.point]), one.point);
                continue;
            }
            for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
                const Port& port = device.ports[index];
                if (port.kind != PortKind::physical || device.map(port.dscp_to_tc) != one.map)
                    continue;
                const std::string chain = chain_of(device, port, one.point);
                note(chain, one.point);
                std::vector<std::string>& names = ports[chain];
                std::string name = plain(port.name);
                if (std::ranges::find(names, name) == names.end())
                    names.push_back(std::move(name));
            }
            if (ports.empty())
                note(fmt::format("DSCP {{}} → TC {} (bound to no port)", one.map->to[one.point]), one.point);
        }
        if (!order.empty())
            begin_part();
        for (const std::string& chain : order) {
            std::string line = chain;
            line.replace(line.find("{}"), 2, to_string(points[chain]));
            append(out_, "{}{}", bullet(), line);
            if (ports.contains(chain))
                append(out_, " ({})", several(ports[chain]));
            out_ += '\n';
        }
    }

    // Contains "{}" in place of the code points.
    [[nodiscard]] std::string chain_of(const Device& device, const Port& port, std::uint8_t point) const
    {
        const Treatment treatment = classify_dscp(device, port, point);
        std::string chain = fmt::format("DSCP {{}} → TC {}", letter(treatment.tc));
        if (treatment.decided_by != nullptr)
            append(chain, " (by class {})", plain(treatment.decided_by->name));
        if (treatment.queue.peek_known())
            append(chain, " → queue {}", treatment.queue.value);
        if (treatment.group.peek_known())
            append(chain, " → PG {}", treatment.group.value);
        const Setting<std::uint8_t> priority = priority_of(treatment);
        if (priority.peek_known() && port.pfc_tx.peek_known())
            append(chain,
                ", {}",
                port.pfc_tx.value.has(priority.value) ? fmt::format("lossless in priority {}", priority.value)
                                                      : std::string("lossy"));
        if (!treatment.queue.peek_known())
            return chain;
        const Setting<Ref>& ecn = ecn_of_queue(device, port, treatment.queue.value);
        if (ecn.peek_known())
            append(chain,
                ", {}",
                ecn.value.index < device.ecn_profiles.size() && device.ecn_profiles[ecn.value.index].marks()
                    ? "marked with ECN"
                    : "not marked");
        return chain;
    }

    // The actual and the required headroom of the groups that the settings concern.
    void write_headroom(const std::vector<Stated>& stated)
    {
        std::vector<std::string> order;
        std::map<std::string, std::vector<std::string>> ports;
        for (std::uint32_t index = 0; index < fabric_.devices.size(); ++index) {
            if (std::ranges::find(stated, index, [](const Stated& one) { return one.port.device; })
                == stated.end())
                continue;
            const Device& device = fabric_.devices[index];
            // The policy may have an override for this device.
            const auto limits = headroom_limits(outcome_.analysis.policy_of(index));
            for (std::uint32_t port = 0; limits && port < device.ports.size(); ++port) {
                const PortId id{index, port};
                if (!std::ranges::any_of(stated, [&](const Stated& one) { return is_about(one, id); }))
                    continue;
                for (const LosslessGroups& groups : lossless_groups(device, device.ports[port])) {
                    const std::string line = headroom_line(stated, id, groups, *limits);
                    if (line.empty())
                        continue;
                    if (!ports.contains(line))
                        order.push_back(line);
                    ports[line].push_back(label(id));
                }
            }
        }
        if (!order.empty())
            begin_part();
        for (const std::string& line : order)
            append(out_, "{}{} ({})\n", bullet(), line, several(ports[line]));
    }

    [[nodiscard]] bool is_about(const Stated& one, PortId id) const
    {
        if (one.port.device != id.device)
            return false;
        if (one.port.port == id.port)
            return one.group != nullptr || one.pauses;
        const Port& port = fabric_.port(id);
        if (one.map != nullptr)
            return one.map->kind == MapKind::dscp_to_tc
                && fabric_.devices[id.device].map(port.dscp_to_tc) == one.map;
        return one.profile != nullptr;
    }

    [[nodiscard]] std::string headroom_line(const std::vector<Stated>& stated,
        PortId id,
        const LosslessGroups& groups,
        const HeadroomLimits& limits) const
    {
        const BufferProfile& profile = *groups.profile;
        const Device& device = fabric_.devices[id.device];
        const Port& port = fabric_.port(id);
        const bool meant = std::ranges::any_of(stated, [&](const Stated& one) {
            if (!is_about(one, id))
                return false;
            if (one.map != nullptr) {
                const auto priority = priority_of(classify_dscp(device, port, one.point));
                return priority.peek_known() && groups.priorities.has(priority.value);
            }
            if (one.group != nullptr) {
                const Ref bound = one.group->buffer.value;
                return bound.index < device.buffer_profiles.size()
                    && &device.buffer_profiles[bound.index] == &profile;
            }
            return one.profile == nullptr || one.profile == &profile;
        });
        if (!meant || !profile.xoff.peek_known())
            return {};
        std::string line = fmt::format("priority {}: headroom {} B configured",
            to_string(groups.priorities),
            grouped(profile.xoff.value.count));
        const CableLength cable = cable_for_headroom(fabric_, id, &profile);
        if (!cable.known() || !port.speed.peek_known())
            return line + ", the need is not known: " + (cable.known() ? "no speed" : "no cable length");
        const PortHeadroom judged
            = judge_headroom(outcome_.analysis, id, profile.xoff.value, port.speed.value, cable, limits);
        if (judged.need.accepted.empty())
            append(line,
                ", more than {} B needed (no model is known for this switch)",
                grouped(judged.need.floor.count));
        else
            append(line,
                ", {} B needed ({})",
                grouped(judged.need.accepted.front().xoff.count),
                plain(describe(judged.need.accepted.front())));
        append(line, " at {} with {}", value_text(port.speed.value), plain(describe(cable)));
        return line;
    }

    const workspace::Outcome& outcome_;
    const Fabric& fabric_;
    const ClientAbilities& client_;
    std::string out_;
};

}

std::string hover_text(const workspace::Outcome& outcome,
    const Cursor& cursor,
    std::span<const Rule* const> rules,
    const ClientAbilities& client)
{
    HoverWriter writer(outcome, client);
    for (const Rule* rule : rules)
        writer.write_rule(*rule);
    writer.write_ports(cursor);
    writer.write_settings(stated_at(outcome.fabric, cursor));
    return writer.take();
}

}

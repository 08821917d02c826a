// SPDX-License-Identifier: Apache-2.0
// Writes opensm's grammar as the readers in this folder accept it: full words, lines below 1022 characters.
#include "drivers/opensm/edit/render.h"

#include "models/text/append.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::opensm {
namespace {

// opensm reads no more of a line at once (option_lines.h); partitions continue on the next line.
constexpr std::size_t members_to_a_line = 4;

std::string_view word_of(SmMembership membership)
{
    return membership == SmMembership::full ? "full" : "limited";
}

// Writes members one by one, the last with the semicolon.
class MemberList {
public:
    explicit MemberList(std::string& text) : text_(text) { }

    void add(const std::string& member)
    {
        if (count_ > 0)
            text_ += count_ % members_to_a_line == 0 ? ",\n    " : ", ";
        else
            text_ += "\n    ";
        text_ += member;
        ++count_;
    }

    void close() { text_ += count_ == 0 ? " NONE;\n" : ";\n"; }

private:
    std::string& text_;
    std::size_t count_ = 0;
};

void render_partition(std::string& text, const IbPartitionDesign& partition)
{
    constexpr std::uint16_t of_everybody = 0x7fff;
    text += '\n';
    std::string hosts;
    for (const IbMemberDesign& member : partition.members) {
        if (hosts.find(member.host) == std::string::npos)
            add_item(hosts, member.host);
    }
    constexpr std::size_t longest = 100;
    if (!hosts.empty() && hosts.size() < longest)
        append(text, "# {}\n", hosts);
    append(text, "{}=0x{:04x}", partition.pkey == of_everybody ? "Default" : partition.name, partition.pkey);
    if (partition.ipoib)
        append(text, ", ipoib, rate={}, mtu={}", partition.rate_code, partition.mtu_code);
    if (partition.sl != 0)
        append(text, ", sl={}", partition.sl);
    text += ':';
    MemberList members(text);
    if (partition.everybody)
        members.add(fmt::format("ALL={}", word_of(*partition.everybody)));
    // All nodes query the subnet administrator for paths in this partition.
    if (partition.pkey == of_everybody)
        members.add("SELF=full");
    for (const IbMemberDesign& member : partition.members)
        members.add(fmt::format("{}={}", guid_text(member.guid), member.full ? "full" : "limited"));
    members.close();
}

}

bool needs_policy(const ManagerDesign& design)
{
    return design.classes.size() > 1
        && std::ranges::any_of(
            design.partitions, [](const IbPartitionDesign& partition) { return partition.sl != 0; });
}

std::string render_partitions(const ManagerDesign& design)
{
    std::string text = fmt::format(
        "# Partitions of the subnet {}. Written by rocelint; rate and mtu are IBA's codes.\n", design.subnet);
    for (const IbPartitionDesign& partition : design.partitions)
        render_partition(text, partition);
    return text;
}

std::string render_policy(const ManagerDesign& design)
{
    std::string text
        = fmt::format("# Service levels of the subnet {}. Written by rocelint.\n", design.subnet);
    text += "qos-levels\n"
            "    qos-level\n"
            "        name: DEFAULT\n"
            "        use: paths that no rule below matches\n"
            "        sl: 0\n"
            "    end-qos-level\n";
    for (const IbClassDesign& each : design.classes) {
        if (each.sl != 0)
            append(text,
                "    qos-level\n        name: {}\n        sl: {}\n    end-qos-level\n",
                each.name,
                each.sl);
    }
    text += "end-qos-levels\n\nqos-match-rules\n";
    for (const IbPartitionDesign& partition : design.partitions) {
        if (partition.sl != 0)
            append(text,
                "    qos-match-rule\n"
                "        use: partition {}\n"
                "        pkey: 0x{:04x}\n"
                "        qos-level-name: {}\n"
                "    end-qos-match-rule\n",
                partition.name,
                partition.pkey,
                partition.level);
    }
    return text + "end-qos-match-rules\n";
}

std::string render_roots(const ManagerDesign& design)
{
    std::string text = fmt::format(
        "# The switches of the top tier of the subnet {}. Written by rocelint.\n", design.subnet);
    for (const IbRootDesign& root : design.roots)
        append(text, "{} # {}\n", guid_text(root.guid), root.name);
    return text;
}

Rendering render(const DeviceDesign& design)
{
    Rendering rendering;
    if (!design.manager) {
        rendering.left_out.emplace_back("anything but subnet managers");
        return rendering;
    }
    const ManagerDesign& manager = *design.manager;
    rendering.files.push_back({.name = "opensm.conf",
        .text = render_options(manager, design.name),
        .secret = manager.keys.has_value()});
    rendering.files.push_back({.name = std::string(partitions_file), .text = render_partitions(manager)});
    if (needs_policy(manager))
        rendering.files.push_back({.name = std::string(policy_file), .text = render_policy(manager)});
    if (!manager.roots.empty())
        rendering.files.push_back({.name = std::string(roots_file), .text = render_roots(manager)});
    if (!manager.keys)
        rendering.left_out.emplace_back(
            "sm_key, sa_key and m_key, which people choose: name a file of them (keys: subnet.keys), or everybody on the "
            "subnet may reconfigure it");
    return rendering;
}

}

// SPDX-License-Identifier: Apache-2.0
// The files that switchd itself reads (qos_features.conf, qos_infra.conf, and traffic.conf of older
// releases). Each line becomes the equivalent statement of NVUE: NVIDIA Cumulus Linux 5.14 User Guide,
// Quality of Service, shows both.
#include "drivers/nvue/config.h"
#include "models/fabric/value/priority.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <map>

namespace rocelint::nvue {
namespace {

std::string_view bare(std::string_view text)
{
    return ascii::trimmed(text, [](char c) { return ascii::is_blank(c) || c == '"'; });
}

struct Line {
    std::string_view key;
    std::string value; ///< for a list, the text in its brackets, without blanks
    const Node* node = nullptr;
};

Line line_of(const Node& node)
{
    const std::size_t equal = node.key.find('=');
    Line line{bare(node.key.substr(0, equal)), {}, &node};
    if (equal == std::string_view::npos)
        return line;
    for (const char c : node.key.substr(equal + 1)) {
        if (!ascii::is_blank(c) && c != '[' && c != ']' && c != '"')
            line.value += c;
    }
    return line;
}

// Other known lines that affect lossless traffic.
constexpr std::string_view families[]{"traffic.",
    "source.",
    "remark.",
    "pfc.",
    "link_pause.",
    "default_ecn_red_conf",
    "ecn_red.",
    "default_egress_sched.",
    "egress_sched.",
    "shaping.",
    "pfc_watchdog.",
    "priority_group.",
    "flow_control.",
    "ingress_service_pool.",
    "egress_service_pool.",
    "port.service_pool.",
    "ingress_buffer.",
    "egress_buffer.",
    "management."};
constexpr std::string_view aside[]{"scheduling.",
    "port.management.",
    "cut_through_enable",
    "hash_config.",
    "lag_hash_config.",
    "symmetric_hash_enable",
    "resilient_hash_",
    "cos_egr_queue.",
    "vxlan",
    "acl",
    "ecmp_",
    "forwarding_table.",
    "bridge.",
    "ptp.",
    "management."};

// Lines whose last words mean the same in every group: the file's words, and NVUE's words after the profile.
struct Same {
    std::string_view ours;
    std::string_view theirs;
};
constexpr Same pfc_rows[]{{"cos_list", "switch-priority"},
    {"port_buffer_bytes", "port-buffer"},
    {"xoff_size", "xoff-threshold"},
    {"xon_delta", "xon-threshold"},
    {"tx_enable", "tx"},
    {"rx_enable", "rx"},
    {"cable_length", "cable-length"},
    {"small_packet_probability", "small-packet-probability"}};
constexpr Same ecn_rows[]{{"ecn_enable", "ecn"},
    {"red_enable", "red"},
    {"min_threshold_bytes", "min-threshold"},
    {"max_threshold_bytes", "max-threshold"},
    {"probability", "probability"},
    {"mode", "mode"},
    {"min_threshold_percent", "min-threshold-percent"},
    {"max_threshold_percent", "max-threshold-percent"}};
constexpr Same hash_rows[]{{"ip_prot", "ip-protocol"},
    {"sip", "source-ip"},
    {"dip", "destination-ip"},
    {"sport", "source-port"},
    {"dport", "destination-port"}};

std::string_view same_in(std::span<const Same> rows, std::string_view word)
{
    for (const Same& row : rows) {
        if (row.ours == word)
            return row.theirs;
    }
    return {};
}

class Reader {
public:
    Reader(const Tree& tree, Arena& arena, std::vector<Fact>& facts, std::vector<SyntaxProblem>& problems)
        : maker_(&tree, facts, &problems), arena_(arena)
    {
        for (const Node& node : *tree.root)
            lines_.push_back(line_of(node));
        for (const Line& line : lines_) {
            const std::size_t point = line.key.rfind('.');
            const std::string_view group
                = point == std::string_view::npos ? std::string_view{} : line.key.substr(0, point);
            if (line.key.ends_with(".egress_queue_list"))
                queues_[group] = line.value;
            if (line.key.ends_with(".port_set") && line.value == "allports")
                all_ports_.insert({group, true});
        }
    }
    void read()
    {
        for (const Line& line : lines_)
            line.node->mark(take(line));
    }

private:
    // Makes one statement for a line.
    template <class... Args>
    CoverageState say(const Line& line, fmt::format_string<Args...> text, Args&&... args)
    {
        const std::string_view words = arena_.keep(fmt::format(text, std::forward<Args>(args)...));
        return maker_.take(words_of_line(words), false, line.node);
    }
    // Returns the profile of a group; a group of all ports is the usual profile.
    [[nodiscard]] std::string_view profile(std::string_view group) const
    {
        return all_ports_.contains(group) ? usual_profile : group.substr(group.find('.') + 1);
    }
    CoverageState bind(const Line& line, std::string_view group, std::string_view kind)
    {
        if (line.value == "allports")
            return CoverageState::read;
        return say(line, "interface {} qos {} profile {}", line.value, kind, profile(group));
    }

    CoverageState take(const Line& line)
    {
        const std::string_view key = line.key;
        const std::size_t point = key.rfind('.');
        const std::string_view last = key.substr(point == std::string_view::npos ? 0 : point + 1);
        const std::string_view group
            = point == std::string_view::npos ? std::string_view{} : key.substr(0, point);
        if (last == "port_group_list")
            return CoverageState::read;
        if (key.starts_with("traffic.") || key.starts_with("source.") || key.starts_with("remark."))
            return take_marking(line, last);
        if (key.starts_with("pfc.") || key.starts_with("link_pause.")) {
            const bool pfc = key.starts_with("pfc.");
            const std::string_view kind = pfc ? "pfc" : "link-pause";
            if (last == "port_set")
                return bind(line, group, kind);
            const std::string_view word = same_in(pfc_rows, last);
            if (last == "cos_list" && line.value.empty())
                return CoverageState::read;
            return word.empty() ? CoverageState::unsupported
                                : say(line, "qos {} {} {} {}", kind, profile(group), word, line.value);
        }
        if (key.starts_with("pfc_watchdog."))
            return last == "port_set" ? say(line, "interface {} qos pfc-watchdog", line.value)
                                      : CoverageState::unsupported;
        if (const auto queues = queues_.find(group);
            queues != queues_.end() && !key.starts_with("egress_sched."))
            return take_ecn(line, last, group, queues->second);
        if (key.starts_with("default_egress_sched.") || key.starts_with("egress_sched."))
            return take_schedule(line, last, group);
        if (key.starts_with("cos_egr_queue.cos_") && last == "uc")
            return say(line,
                "qos egress-queue-mapping default-global switch-priority {} traffic-class {}",
                key.substr(18, 1),
                line.value);
        if (key == "flow_control.ingress_buffer.dynamic_quota") {
            return say(line,
                "qos advance-buffer-config default-global ingress-lossless-buffer shared-alpha {}",
                ascii::lowered(line.value));
        }
        if (key == "ecmp_hash_seed")
            return say(line, "system forwarding hash-seed {}", line.value);
        if (key.starts_with("hash_config.") && !same_in(hash_rows, last).empty())
            return say(line, "system forwarding ecmp-hash {} {}", same_in(hash_rows, last), line.value);
        for (const std::string_view known : aside) {
            if (key.starts_with(known))
                return CoverageState::irrelevant;
        }
        for (const std::string_view known : families) {
            if (key.starts_with(known))
                return CoverageState::unsupported;
        }
        return CoverageState::unrecognised;
    }

    // traffic.cos_3.priority_source.dscp, source.GROUP.cos_3.priority_source.dscp
    CoverageState take_marking(const Line& line, std::string_view last)
    {
        std::string_view key = line.key;
        std::string_view name = usual_profile;
        const bool remarks = key.find("_remark") != std::string_view::npos || key.starts_with("remark.");
        if (!key.starts_with("traffic.")) {
            const std::size_t begin = key.find('.') + 1;
            const std::size_t end = key.find('.', begin);
            if (end == std::string_view::npos)
                return CoverageState::unsupported;
            name = profile(key.substr(0, end));
            key = key.substr(end + 1);
        } else {
            key = key.substr(key.find('.') + 1);
        }
        const std::string_view kind = remarks ? "remark" : "mapping";
        if (last == "port_set")
            return line.value == "allports"
                ? CoverageState::read
                : say(line, "interface {} qos {} profile {}", line.value, kind, name);
        if (key == "port_default_priority")
            return say(line, "qos mapping {} port-default-sp {}", name, line.value);
        if (key == "packet_priority_source_set" || key == "packet_priority_remark_set") {
            const bool l2 = line.value.find("802.1p") != std::string::npos;
            const bool l3 = line.value.find("dscp") != std::string::npos;
            const std::string_view both = l2 && l3 ? "both" : l2 ? "l2" : l3 ? "l3" : "port";
            if (remarks && !l2 && !l3)
                return CoverageState::read;
            return say(line, "qos {} {} {} {}", kind, name, remarks ? "rewrite" : "trust", both);
        }
        if (!key.starts_with("cos_") || key.size() < 5)
            return CoverageState::unsupported;
        const std::string_view priority = key.substr(4, 1);
        if (line.value.empty())
            return CoverageState::read;
        const std::string_view point = last == "8021p" ? "pcp" : "dscp";
        return remarks
            ? say(line, "qos remark {} switch-priority {} {} {}", name, priority, point, line.value)
            : say(line, "qos mapping {} {} {} switch-priority {}", name, point, line.value, priority);
    }

    CoverageState take_ecn(
        const Line& line, std::string_view last, std::string_view group, std::string_view queues)
    {
        // Several blocks are numbered: default_ecn_red_conf@1 (NVIDIA Cumulus Linux 5.19 User Guide, Dynamic ECN).
        const std::string_view name
            = group.starts_with("default_ecn_red_conf") ? usual_profile : profile(group);
        if (last == "egress_queue_list")
            return CoverageState::read;
        if (last == "port_set")
            return bind(line, group, "congestion-control");
        const std::string_view word = same_in(ecn_rows, last);
        return word.empty()
            ? CoverageState::unsupported
            : say(line, "qos congestion-control {} traffic-class {} {} {}", name, queues, word, line.value);
    }

    // A share of 0 percent means strict priority.
    CoverageState take_schedule(const Line& line, std::string_view last, std::string_view group)
    {
        if (last == "port_set")
            return bind(line, group, "egress-scheduler");
        const std::size_t queue = group.rfind("egr_queue_");
        if (last != "bw_percent" || queue == std::string_view::npos)
            return CoverageState::unsupported;
        const std::string_view number = group.substr(queue + 10);
        const std::string_view owner = group.substr(0, queue == 0 ? 0 : queue - 1);
        const std::string_view name = owner == "default_egress_sched" ? usual_profile : profile(owner);
        if (line.value == "0")
            return say(line, "qos egress-scheduler {} traffic-class {} mode strict", name, number);
        return say(line, "qos egress-scheduler {} traffic-class {} bw-percent {}", name, number, line.value);
    }

    FactMaker maker_;
    Arena& arena_;
    std::vector<Line> lines_;
    std::map<std::string_view, std::string> queues_;
    std::map<std::string_view, bool> all_ports_;
};

}

void collect_switchd(
    const Tree& tree, Arena& arena, std::vector<Fact>& facts, std::vector<SyntaxProblem>& problems)
{
    Reader(tree, arena, facts, problems).read();
}

}

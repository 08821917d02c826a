// SPDX-License-Identifier: Apache-2.0
// What lldpad is configured to send and accept.
#include "drivers/linux_host/output/outputs.h"
#include "drivers/linux_host/shell/arguments.h"
#include "models/syntax/indent_tree.h"
#include "models/text/ascii.h"

#include <algorithm>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

// "0:ets,1:strict" and "0:ets 1:strict" are both printed: lldpad stores a list as it was set.
template <class Visit>
bool visit_list(std::string_view text, Visit&& visit)
{
    bool good = true;
    while (good && !text.empty()) {
        const std::size_t end = std::min(text.find_first_of(", "), text.size());
        if (end > 0)
            good = visit(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return good;
}

constexpr std::string_view not_in_force
    = "lldpad takes over the neighbour's PFC, and lldptool -c shows its own: capture dcb pfc show";
constexpr std::string_view one_number
    = "lldptool -c shows PFC as one number, the mask of the priorities in open-lldp 1.1 (lldp_8021qaz_cmds.c, "
      "get_arg_enabled): capture dcb pfc show";

// `lldptool -t -i IF -V PFC -c`: lines "key=value" (lldptool_cmds.c, print_arg_value). What is in force is the
// kernel's: this counts where dcb was not captured, and where lldpad does not take over the neighbour's values.
class LldptoolReader {
public:
    LldptoolReader(HostBuilder& host, const Section& section) : host_(host), section_(section) { }

    void read()
    {
        port_ = port_of_output(host_, section_, "lldptool");
        if (port_ == Port::no_index)
            return;
        of_pfc_ = words_have(section_.node.key, "PFC")
            || section_.node.key.find("-VPFC") != std::string_view::npos;
        section_.take_lines([this](const Node& line) { return take(line); });
        if (at_.somewhere())
            note_host_agent(host_, port_, section_.place());
        settle_pfc();
        settle_classes();
        settle_map();
    }

private:
    State take(const Node& line)
    {
        if (line.key.find(":(") != std::string_view::npos)
            return take_entry(line);
        const std::size_t equals = line.key.find('=');
        if (equals == std::string_view::npos)
            return State::unrecognised;
        at_ = section_.span(line);
        const std::string_view key = trimmed(line.key.substr(0, equals));
        const std::string_view value = trimmed(line.key.substr(equals + 1));
        if (key == "willing")
            return take_willing(value);
        if (key == "enabled")
            return take_enabled(value);
        if (key == "tsa")
            return take_service(value);
        if (key == "up2tc")
            return take_classes(value);
        if (key == "tcbw")
            return take_shares(value);
        if (key == "mode")
            return take_mode(value);
        // "app=" heads the list after `-c app`, and "APP=" after `-c` alone.
        return key == "delay" || key == "numtcs" || key == "enableTx" || key == "app" || key == "APP"
            ? State::irrelevant
            : State::unrecognised;
    }

    // lldptool-dcbx(8): in mode auto, lldpad begins with IEEE's version and falls back to the one that its peer speaks.
    State take_mode(std::string_view value)
    {
        const auto version = value == "auto" ? std::optional(DcbxVersion::automatic)
            : value == "CEE"                 ? std::optional(DcbxVersion::cee)
            : value == "CIN"                 ? std::optional(DcbxVersion::cin)
                                             : std::nullopt;
        if (!version)
            return State::unrecognised;
        host_.port_at(port_).dcbx_version = {*version, host_.origins().explicit_at(at_)};
        return State::read;
    }

    State take_willing(std::string_view value)
    {
        const bool yes = value == "yes" || value == "1";
        // Nothing was configured if the value is empty, and lldpad then does what its default is.
        if (!yes && value != "no" && value != "0")
            return value.empty() ? State::irrelevant : State::unrecognised;
        willing_ = {yes, host_.origins().explicit_at(at_)};
        if (of_pfc_)
            host_.net(port_).nic.host_willing = willing_;
        return State::read;
    }

    // "none", "3,4", or a mask: 8 stands for priority 3.
    State take_enabled(std::string_view value)
    {
        enabled_at_ = at_;
        PrioritySet priorities;
        const bool list = value.find(',') != std::string_view::npos;
        if (value.empty())
            return State::irrelevant;
        const auto number = small_number(value, 9);
        if (!list && value != "none" && (!number || *number < 8)) {
            const bool any = parse_number(value).has_value();
            pfc_ = Setting<PrioritySet>::unread(host_.origins().unread(one_number));
            ambiguous_ = any;
            return any ? State::read : State::unrecognised;
        }
        const bool good = value == "none" || number || visit_list(value, [&](std::string_view each) {
            const auto priority = small_number(each, 7);
            if (priority)
                priorities.insert(*priority);
            return priority.has_value();
        });
        if (!good)
            return State::unrecognised;
        if (!list && number)
            priorities = PrioritySet{*number};
        pfc_ = {priorities, host_.origins().explicit_at(at_)};
        return State::read;
    }

    State take_service(std::string_view value)
    {
        const OriginId why = host_.origins().explicit_at(at_);
        const bool good = visit_list(value, [&](std::string_view pair) {
            const auto tc = small_number(pair.substr(0, pair.find(':')), 7);
            const std::string_view word = pair.substr(std::min(pair.find(':') + 1, pair.size()));
            if (!tc || (word != "ets" && word != "strict" && word != "vendor" && word != "cb_shaper"))
                return false;
            ServedClass& served = classes_.classes[*tc];
            served.present = true;
            served.at = at_;
            if (word == "ets" || word == "strict")
                served.kind = {word == "ets" ? SchedulerKind::weighted : SchedulerKind::strict, why};
            else
                served.kind = Setting<SchedulerKind>::unread(host_.origins().unread(
                    "neither strict nor ets: the NIC decides how the class is served"));
            return true;
        });
        return good ? State::read : State::unrecognised;
    }

    State take_classes(std::string_view value)
    {
        const OriginId why = host_.origins().explicit_at(at_);
        const bool good = visit_list(value, [&](std::string_view pair) {
            const std::size_t colon = std::min(pair.find(':'), pair.size());
            const auto priority = small_number(pair.substr(0, colon), 7);
            const auto tc = small_number(pair.substr(std::min(colon + 1, pair.size())), 7);
            if (!priority || !tc)
                return false;
            classes_.of_priority[*priority] = *tc;
            classes_.of_priority_origin[*priority] = why;
            return true;
        });
        return good ? State::read : State::unrecognised;
    }

    State take_shares(std::string_view value)
    {
        std::size_t tc = 0;
        const OriginId why = host_.origins().explicit_at(at_);
        const bool good = visit_list(value, [&](std::string_view share) {
            const auto percent = small_number(share.substr(0, share.find('%')), 100);
            if (!percent || tc >= shares_.size())
                return false;
            shares_[tc++] = {Percent::whole(*percent), why};
            return true;
        });
        return good ? State::read : State::unrecognised;
    }

    // "0:(3,5,26) local hw (set)": priority, selector, protocol. Selector 5 is DSCP.
    State take_entry(const Node& line)
    {
        at_ = section_.span(line);
        const std::size_t open = line.key.find('(');
        const std::size_t close = line.key.find(')', open);
        if (close == std::string_view::npos)
            return State::unrecognised;
        std::array<std::uint64_t, 3> numbers{};
        std::size_t count = 0;
        const std::string_view triple = line.key.substr(open + 1, close - open - 1);
        const bool good = visit_list(triple, [&](std::string_view word) {
            const auto number = parse_number(word);
            if (count < numbers.size())
                numbers[count++] = number.value_or(0);
            return number.has_value() || word.starts_with("0x");
        });
        if (!good || count != numbers.size())
            return State::unrecognised;
        constexpr std::uint64_t by_dscp = 5;
        // The neighbour's entries do not count while lldpad has one of its own for the same traffic.
        if (numbers[1] != by_dscp || line.key.substr(close).find(" local") == std::string_view::npos)
            return State::unsupported;
        if (numbers[0] > 7 || numbers[2] > 63)
            return State::unrecognised;
        map_.at = at_;
        map_.set(static_cast<std::uint8_t>(numbers[2]),
            static_cast<std::uint8_t>(numbers[0]),
            host_.origins().explicit_at(at_));
        return State::read;
    }

    void settle_pfc()
    {
        Port& port = host_.port_at(port_);
        if (port.pfc_tx.peek_known() || !enabled_at_.somewhere())
            return;
        if (willing_.peek_known() && willing_.value)
            port.pfc_rx = Setting<PrioritySet>::unread(host_.origins().unread(not_in_force));
        else if (ambiguous_)
            port.pfc_rx = pfc_;
        else if (willing_.peek_known() && pfc_.peek_known())
            return apply_pfc(host_, port_, pfc_.value, enabled_at_);
        else
            return;
        port.pfc_tx = port.pfc_rx;
    }

    void settle_classes()
    {
        if (shows_classes(host_.net(port_).classes) || !willing_.peek_known() || willing_.value)
            return;
        for (std::size_t tc = 0; tc < shares_.size(); ++tc) {
            ServedClass& served = classes_.classes[tc];
            if (served.kind.peek_known() && served.kind.value == SchedulerKind::weighted)
                served.bandwidth = shares_[tc];
        }
        apply(host_, port_, classes_);
    }

    void settle_map()
    {
        Port& port = host_.port_at(port_);
        if (!map_.at.somewhere() || port.dscp_to_tc.peek_known())
            return;
        apply_dscp_map(host_, port_, map_);
        host_.net(port_).trust_from_app_table = !port.trust.peek_known();
    }

    HostBuilder& host_;
    const Section& section_;
    std::uint32_t port_ = Port::no_index;
    bool of_pfc_ = false;
    bool ambiguous_ = false;
    Span at_;
    Span enabled_at_;
    Setting<bool> willing_;
    Setting<PrioritySet> pfc_;
    TrafficClasses classes_;
    std::array<Setting<Percent>, 8> shares_;
    ClassMap map_;
};

}

void note_host_agent(HostBuilder& host, std::uint32_t port, Span at)
{
    OriginId& agent = host.net(port).nic.host_agent;
    if (agent == OriginId{})
        agent = host.origins().explicit_at(at);
}

void read_lldptool_config(HostBuilder& host, const Section& section) { LldptoolReader(host, section).read(); }

}

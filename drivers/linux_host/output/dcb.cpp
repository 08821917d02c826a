// SPDX-License-Identifier: Apache-2.0
// Output of iproute2's dcb: lines of a keyword and values or `number:value` pairs.
#include "drivers/linux_host/knob/dscp_name.h"
#include "drivers/linux_host/knob/notation.h"
#include "drivers/linux_host/output/nic_tools.h"
#include "drivers/linux_host/output/outputs.h"
#include "models/syntax/indent_tree.h"
#include "models/text/ascii.h"

namespace rocelint::linux_host {
namespace {

struct Pair {
    std::string_view key;
    std::string_view value;
};

Pair split_pair(std::string_view word)
{
    const std::size_t colon = word.rfind(':');
    if (colon == std::string_view::npos)
        return {};
    return {word.substr(0, colon), word.substr(colon + 1)};
}

// Calls visit(number, value) for each pair; false if a word
// is not a pair of a number below 8 and a valid value.
template <class Visit>
bool visit_pairs(Words& words, Visit&& visit)
{
    if (words.at_end())
        return false;
    while (!words.at_end()) {
        const Pair pair = split_pair(words.next());
        const auto number = small_number(pair.key, 7);
        if (!number || !visit(*number, pair.value))
            return false;
    }
    return true;
}

class DcbReader {
public:
    DcbReader(HostBuilder& host, const Section& section) : host_(host), section_(section) { }

    void read()
    {
        port_ = port_of_output(host_, section_, "dcb");
        if (port_ == Port::no_index)
            return;
        for (const Node& line : section_.node) {
            if (line.kind == Node::Kind::line)
                line.mark(take(line));
            else if (line.kind == Node::Kind::object)
                take_object(line);
        }
        if (map_.at.somewhere()) {
            apply_dscp_map(host_, port_, map_);
            Port& port = host_.port_at(port_);
            // Its effect on trust depends on the NIC's driver; see HostBuilder::settle_trust().
            if (!port.trust.known())
                host_.net(port_).trust_from_app_table = true;
        }
        apply(host_, port_, classes_);
        apply(host_, port_, buffers_);
    }

private:
    using State = CoverageState;

    // `dcb -j`: each member is read as the line that dcb prints for it.
    void take_object(const Node& object)
    {
        object.mark(State::read);
        if (section_.command.output == Output::dcb_dcbx && object.first != nullptr) {
            Node line = object;
            std::string flags;
            for (const Node& flag : object) {
                flag.mark(State::read);
                flags += (flags.empty() ? "" : " ") + std::string(flag.key);
            }
            line.key = flags;
            object.mark(take(line));
            return;
        }
        for (const Node& member : object) {
            const std::string text = dcb_line_of(member);
            Node line = member;
            line.key = text;
            member.mark_subtree(text.empty() ? State::irrelevant : take(line));
        }
    }

    State take(const Node& line)
    {
        // The answer of the kernel where the driver of the interface has no DCB: it shows nothing.
        if (line.key.starts_with("Attribute read: ") || line.key.starts_with("Attribute not found: "))
            return State::irrelevant;
        Words words(line.key);
        const std::string_view word = words.next();
        switch (section_.command.output) {
        case Output::dcb_pfc:
            return take_pfc(line, word, words);
        case Output::dcb_ets:
            return take_ets(line, word, words);
        case Output::dcb_app:
            return take_app(line, word, words);
        case Output::dcb_apptrust:
            return take_trust(line, word, words);
        case Output::dcb_dcbx:
            return take_dcbx(line);
        default:
            return take_buffer(line, word, words);
        }
    }

    State take_pfc(const Node& line, std::string_view word, Words& words)
    {
        if (word == "pfc-cap" || word == "requests" || word == "indications")
            return State::irrelevant;
        if (word != "prio-pfc")
            return State::unrecognised;
        PrioritySet enabled;
        const bool good = visit_pairs(words, [&](std::uint8_t priority, std::string_view value) {
            const auto is_on = amount_of(Knob::pfc, value);
            if (is_on == 1U)
                enabled.insert(priority);
            return is_on.has_value();
        });
        if (!good)
            return report_line(line, "the priorities with PFC");
        apply_pfc(host_, port_, enabled, section_.span(line));
        return State::read;
    }

    State take_ets(const Node& line, std::string_view word, Words& words)
    {
        if (word == "willing") {
            return amount_of(Knob::pfc, words.peek()) ? State::unsupported : State::unrecognised;
        }
        // Recommendations to the peer, and the CEE bandwidths, do not affect our own queues.
        if (word.starts_with("reco-") || word == "pg-bw")
            return State::irrelevant;
        const Span at = section_.span(line);
        const OriginId why = host_.origins().explicit_at(at);
        bool good = false;
        if (word == "prio-tc") {
            good = visit_pairs(words, [&](std::uint8_t priority, std::string_view value) {
                const auto tc = small_number(value, 7);
                classes_.of_priority[priority] = tc.value_or(0);
                classes_.of_priority_origin[priority] = why;
                return tc.has_value();
            });
        } else if (word == "tc-tsa") {
            good = visit_pairs(words, [&](std::uint8_t tc, std::string_view value) {
                ServedClass& served = classes_.classes[tc];
                served.present = true;
                served.at = at;
                const auto service = amount_of(Knob::service, value);
                const bool is_strict = service == static_cast<std::uint32_t>(Service::strict);
                const bool is_weighted = service == static_cast<std::uint32_t>(Service::ets);
                if (is_strict)
                    served.kind = {SchedulerKind::strict, why};
                else if (is_weighted)
                    served.kind = {SchedulerKind::weighted, why};
                else
                    served.kind = Setting<SchedulerKind>::unread(host_.origins().unread(
                        "neither strict nor ets: the NIC decides how the class is served"));
                if (is_weighted && share_[tc].known())
                    served.bandwidth = share_[tc];
                // The shaper of audio and video (802.1Q, 34) has no word of the knob.
                return service.has_value() || value == "cbs";
            });
        } else if (word == "tc-bw") {
            good = visit_pairs(words, [&](std::uint8_t tc, std::string_view value) {
                const auto percent = small_number(value.substr(0, value.find('%')), 100);
                share_[tc] = {Percent::whole(percent.value_or(0)), why};
                return percent.has_value();
            });
        }
        if (!good && (word == "prio-tc" || word == "tc-tsa" || word == "tc-bw"))
            return report_line(line, "the traffic classes");
        return good ? State::read : State::unrecognised;
    }

    // The number of a word as dcb also takes it for the knob; nothing for any other word.
    static std::optional<std::uint32_t> amount_of(Knob knob, std::string_view word)
    {
        const SpeltKnob spelt = spelt_by(knob, Tool::dcb);
        return spelt.spelling->words.empty() ? std::nullopt : parse_amount(*spelt.row, *spelt.spelling, word);
    }

    // A line that decides something, with a word that dcb does not print in English.
    State report_line(const Node& line, std::string_view what)
    {
        host_.unreadable(section_.span(line), what, line.key);
        return State::unrecognised;
    }

    // "4791:3": the priority of RoCEv2, if the line has no other entry
    bool take_roce(const Node& line, Words words)
    {
        const Pair pair = split_pair(words.next());
        const auto protocol = parse_number(pair.key);
        const auto priority = small_number(pair.value, 7);
        if (!words.at_end() || !protocol || !priority
            || !is_roce_application(app_selector_datagram, *protocol))
            return false;
        host_.net(port_).nic.roce_priority = {*priority, host_.origins().explicit_at(section_.span(line))};
        host_.net(port_).has_nic = true;
        return true;
    }

    State take_app(const Node& line, std::string_view word, Words& words)
    {
        if (word == "default-prio") {
            const auto priority = small_number(words.next(), 7);
            if (!priority)
                return State::unrecognised;
            host_.port_at(port_).default_tc = {*priority, host_.origins().explicit_at(section_.span(line))};
            return State::read;
        }
        if (word == "dgram-port-prio" && take_roce(line, words))
            return State::read;
        // RoCEv2 is UDP to port 4791, so a priority by port or EtherType can apply to it too.
        if (word == "ethtype-prio" || word == "stream-port-prio" || word == "dgram-port-prio"
            || word == "port-prio" || word == "pcp-prio")
            return State::unsupported;
        if (word != "dscp-prio" || words.at_end())
            return State::unrecognised;
        map_.at = section_.span(line);
        const OriginId why = host_.origins().explicit_at(map_.at);
        while (!words.at_end()) {
            const Pair pair = split_pair(words.next());
            const auto dscp = dscp_by_name(pair.key);
            const auto priority = small_number(pair.value, 7);
            if (!dscp || !priority)
                return report_line(line, "the priority of DSCPs");
            map_.set(*dscp, *priority, why);
        }
        return State::read;
    }

    State take_trust(const Node& line, std::string_view word, Words& words)
    {
        if (word != "order" && word != "order:")
            return State::unrecognised;
        const auto trust = parse_trust(Tool::dcb, ascii::trimmed(words.rest(), ascii::is_blank_or_cr));
        if (!trust)
            return State::unsupported;
        host_.port_at(port_).trust = {*trust, host_.origins().explicit_at(section_.span(line))};
        return State::read;
    }

    State take_dcbx(const Node& line)
    {
        const OriginId why = host_.origins().explicit_at(section_.span(line));
        Words words(line.key);
        bool by_host = false;
        while (!words.at_end()) {
            const std::string_view word = words.next();
            if (word == "host")
                by_host = true;
            else if (word != "lld-managed" && word != "lld_managed" && word != "cee" && word != "ieee"
                && word != "static")
                return State::unrecognised;
        }
        NetDevice& net = host_.net(port_);
        net.nic.dcbx = {by_host ? DcbxMode::os_controlled : DcbxMode::firmware_controlled, why};
        net.has_nic = true;
        return State::read;
    }

    State take_buffer(const Node& line, std::string_view word, Words& words)
    {
        const OriginId why = host_.origins().explicit_at(section_.span(line));
        if (word == "prio-buffer") {
            const bool good = visit_pairs(words, [&](std::uint8_t priority, std::string_view value) {
                const auto buffer = small_number(value, 7);
                buffers_.of_priority[priority] = buffer.value_or(0);
                return buffer.has_value();
            });
            buffers_.of_priority_origin = good ? why : OriginId{};
            return good ? State::read : State::unrecognised;
        }
        if (word == "total-size")
            return State::irrelevant;
        if (word != "buffer-size")
            return State::unrecognised;
        Words sizes(words.rest().substr(0, words.rest().find(" total-size")));
        const bool good = visit_pairs(sizes, [&](std::uint8_t buffer, std::string_view value) {
            return take_size(buffers_.size[buffer], value);
        });
        buffers_.size_origin = good ? why : OriginId{};
        return good ? State::read : State::unsupported;
    }

    // "87296b"; rounded sizes ("87Kb") are not read.
    static bool take_size(std::uint64_t& size, std::string_view text)
    {
        const auto bytes = text.ends_with("b") ? parse_number(text.substr(0, text.size() - 1)) : std::nullopt;
        size = bytes.value_or(0);
        return bytes.has_value();
    }

    HostBuilder& host_;
    const Section& section_;
    std::uint32_t port_ = Port::no_index;
    ClassMap map_;
    TrafficClasses classes_;
    std::array<Setting<Percent>, 8> share_;
    ReceiveBuffers buffers_;
};

}

void read_dcb(HostBuilder& host, const Section& section) { DcbReader(host, section).read(); }

}

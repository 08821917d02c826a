// SPDX-License-Identifier: Apache-2.0
// Setting commands of iproute2's dcb: dcb-pfc(8), dcb-ets(8),
// dcb-app(8), dcb-apptrust(8), dcb-buffer(8), dcb-dcbx(8).
#include "drivers/linux_host/setter/dscp_name.h"
#include "drivers/linux_host/setter/limits.h"
#include "drivers/linux_host/setter/setter.h"

#include <algorithm>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;
using ShellWordList = std::span<const ShellWord>;

bool is_pair(const ShellWord& word) { return word.known && word.text.find(':') != std::string_view::npos; }

class DcbSetterReader {
public:
    DcbSetterReader(const ShellCommand& command, SetterSink& sink) : command_(command), sink_(sink) { }

    State read(ShellWordList words)
    {
        while (!words.empty() && words.front().text.starts_with('-'))
            words = words.subspan(1);
        if (words.size() < 2 || words[1].text == "show")
            return State::irrelevant;
        const std::string_view object = words[0].text;
        verb_ = words[1].text;
        words = words.subspan(2);
        if (words.size() < 2 || words[0].text != "dev" || !words[1].known)
            return State::unsupported;
        interface_ = words[1].text;
        words = words.subspan(2);
        State worst = State::irrelevant;
        while (!words.empty())
            worst = std::max(worst, take(object, words));
        return worst;
    }

private:
    // Takes one keyword with its values from the front.
    State take(std::string_view object, ShellWordList& words)
    {
        const std::string_view key = words.front().text;
        words = words.subspan(1);
        if (object == "app")
            return take_app(key, words);
        if (object == "apptrust" && key == "order")
            return take_trust(words);
        if (object == "dcbx") {
            if (key == "host")
                add(Knob::dcbx, command_.words.front(), 1).editable = false;
            return State::read;
        }
        if (object == "pfc" && key == "prio-pfc")
            return take_pairs(Knob::pfc, words, [](std::string_view text) { return flag(text); });
        if (object == "pfc" && key == "delay")
            return take_number(Knob::cable_length, words);
        if (object == "ets" && key == "prio-tc")
            return take_pairs(Knob::class_map, words);
        if (object == "ets" && key == "tc-bw")
            return take_pairs(Knob::share, words);
        if (object == "ets" && key == "tc-tsa")
            return take_pairs(Knob::service, words, service);
        if (object == "buffer" && key == "prio-buffer")
            return take_pairs(Knob::priority_buffer, words);
        if (object == "buffer" && key == "buffer-size")
            return take_pairs(Knob::buffer_size, words);
        skip_values(words);
        // What is only sent to the peer, and which side decides, do not affect the queues.
        return key.starts_with("reco-") || key == "willing" || key == "macsec-bypass" ? State::irrelevant
                                                                                      : State::unsupported;
    }

    static void skip_values(ShellWordList& words)
    {
        while (!words.empty()
            && (is_pair(words.front()) || words.front().text == "on" || words.front().text == "off"))
            words = words.subspan(1);
    }

    static std::optional<std::uint32_t> number(std::string_view text, std::uint32_t limit)
    {
        const auto value = parse_number(text);
        return value && *value <= limit ? std::optional(static_cast<std::uint32_t>(*value)) : std::nullopt;
    }
    static std::optional<std::uint32_t> flag(std::string_view text)
    {
        return text == "on" ? std::optional(1U) : text == "off" ? std::optional(0U) : std::nullopt;
    }
    static std::optional<std::uint32_t> service(std::string_view text)
    {
        const auto as_number = [](Service kind) { return static_cast<std::uint32_t>(kind); };
        return text == "strict" ? std::optional(as_number(Service::strict))
            : text == "ets"     ? std::optional(as_number(Service::ets))
            : text == "vendor"  ? std::optional(as_number(Service::vendor))
                                : std::nullopt;
    }

    Setter& add(Knob sets, const ShellWord& value, std::uint32_t amount)
    {
        Setter& setter = sink_.setters.emplace_back(make_setter(sets, interface_, value, command_, sink_));
        setter.amount = amount;
        return setter;
    }

    State take_pairs(Knob sets, ShellWordList& words)
    {
        const Limit limit = limit_of(sets);
        for (const ShellWord& word : words) {
            if (!is_pair(word))
                break;
            const std::string_view value = word.text.substr(word.text.find(':') + 1);
            if (const auto amount = parse_number(value); amount && !limit.takes_unsigned(*amount))
                sink_.warn(place_of(sink_, word), range_sentence(limit, value));
        }
        const auto most = static_cast<std::uint32_t>(limit.most);
        return take_pairs(sets, words, [most](std::string_view text) { return number(text, most); });
    }

    // "all:off 3:on"
    template <class Value>
    State take_pairs(Knob sets, ShellWordList& words, Value&& value_of)
    {
        const std::size_t count
            = static_cast<std::size_t>(std::ranges::find_if_not(words, is_pair) - words.begin());
        const ShellWordList pairs = words.first(count);
        words = words.subspan(count);
        if (pairs.empty())
            return State::unsupported;
        Setter setter = make_setter(sets, interface_, pairs.front(), command_, sink_);
        setter.notation = Notation::pairs;
        for (const ShellWord& pair : pairs) {
            const std::size_t colon = pair.text.find(':');
            const std::string_view key = pair.text.substr(0, colon);
            const auto value = value_of(pair.text.substr(colon + 1));
            const auto index = number(key, 7);
            if (!value || (!index && key != "all"))
                return State::unsupported;
            for (const std::uint8_t each : PrioritySet::all()) {
                if (!index || *index == each) {
                    setter.list[each] = *value;
                    setter.given.insert(each);
                }
            }
            setter.editable = setter.editable && pair.whole;
        }
        const Span last = sink_.source.span_of(pairs.back().written);
        setter.at = sink_.source.span_of(pairs.front().written);
        setter.at.length = last.offset + last.length - setter.at.offset;
        sink_.setters.push_back(setter);
        return State::read;
    }

    State take_number(Knob sets, ShellWordList& words)
    {
        const auto value = words.empty() ? std::nullopt : setting_number(sets, words.front(), sink_);
        if (value)
            add(sets, words.front(), *value);
        words = words.subspan(words.empty() ? 0 : 1);
        return value ? State::read : State::unsupported;
    }

    State take_trust(ShellWordList& words)
    {
        const std::size_t count = words.size();
        const ShellWordList order = words;
        words = {};
        const bool dscp_first = count > 0 && order[0].text == "dscp";
        const bool pcp_second = count == 2 && order[1].text == "pcp";
        if (dscp_first && (count == 1 || pcp_second)) {
            Setter& setter = add(Knob::trust,
                order[0],
                static_cast<std::uint32_t>(count == 1 ? Trusted::dscp : Trusted::dscp_pcp));
            const Span last = sink_.source.span_of(order.back().written);
            setter.at.length = last.offset + last.length - setter.at.offset;
            return State::read;
        }
        if (count != 1 || order[0].text != "pcp")
            return State::unsupported;
        add(Knob::trust, order[0], static_cast<std::uint32_t>(Trusted::pcp));
        return State::read;
    }

    State take_app(std::string_view key, ShellWordList& words)
    {
        if (verb_ == "flush") {
            if (key == "dscp-prio")
                add(Knob::dscp_flush, command_.words.front(), 0).editable = false;
            return key == "dscp-prio" ? State::read : State::unsupported;
        }
        if (key == "default-prio")
            return verb_ == "del" ? State::unsupported : take_number(Knob::default_priority, words);
        State worst = key == "dscp-prio" ? State::read : State::unsupported;
        bool any = false;
        for (; !words.empty() && is_pair(words.front()); words = words.subspan(1)) {
            if (worst == State::read)
                worst = take_dscp(words.front());
            any = true;
        }
        return any ? worst : State::unsupported;
    }

    State take_dscp(const ShellWord& pair)
    {
        const std::size_t colon = pair.text.find(':');
        const auto dscp = dscp_by_name(pair.text.substr(0, colon));
        const auto priority = number(pair.text.substr(colon + 1), 7);
        if (!dscp || !priority)
            return State::unsupported;
        ShellWord value = pair;
        value.text.remove_prefix(colon + 1);
        Setter& setter = add(Knob::dscp_priority, value, verb_ == "del" ? 0 : *priority);
        setter.number = *dscp;
        // Editable only if `at` is the priority alone: an edit of the whole pair would drop the DSCP.
        setter.editable = setter.editable && verb_ != "del" && setter.at.length == 1;
        return State::read;
    }

    const ShellCommand& command_;
    SetterSink& sink_;
    std::string_view verb_;
    std::string_view interface_;
};

}

State read_dcb_setter(ShellWordList words, const ShellCommand& command, SetterSink& sink)
{
    return DcbSetterReader(command, sink).read(words);
}

}

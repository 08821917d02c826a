// SPDX-License-Identifier: Apache-2.0
// Setting commands of iproute2's dcb: dcb-pfc(8), dcb-ets(8),
// dcb-app(8), dcb-apptrust(8), dcb-buffer(8), dcb-dcbx(8).
#include "drivers/linux_host/knob/notation.h"
#include "drivers/linux_host/output/nic_tools.h"
#include "drivers/linux_host/setter/setter.h"
#include "models/text/sentence.h"

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
        const SpeltKnob spelt = find_spelling(Tool::dcb, object, key);
        if (object == "dcbx") {
            if (spelt)
                add(spelt, command_.words.front()).amount = 1;
            return State::read;
        }
        if (spelt && spelt.spelling->notation == Notation::pairs)
            return take_pairs(spelt, words);
        if (spelt && spelt.row->shape == Shape::word)
            return take_words(spelt, words);
        if (spelt)
            return take_number(spelt, words);
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

    Setter& add(const SpeltKnob& spelt, const ShellWord& value)
    {
        return sink_.setters.emplace_back(make_setter(spelt, interface_, value, command_, sink_));
    }

    // "all:off 3:on"
    State take_pairs(const SpeltKnob& spelt, ShellWordList& words)
    {
        const std::size_t count
            = static_cast<std::size_t>(std::ranges::find_if_not(words, is_pair) - words.begin());
        const ShellWordList pairs = words.first(count);
        words = words.subspan(count);
        if (pairs.empty())
            return State::unsupported;
        for (const ShellWord& pair : pairs) {
            const std::string_view value = pair.text.substr(pair.text.find(':') + 1);
            if (is_out_of_range(*spelt.row, *spelt.spelling, value))
                sink_.warn(place_of(sink_, pair), range_sentence(spelt.row->limit, value));
        }
        Setter setter = make_setter(spelt, interface_, pairs.front(), command_, sink_);
        for (const ShellWord& pair : pairs) {
            if (!add_pair(*spelt.row, *spelt.spelling, pair.text, setter))
                return State::unsupported;
            setter.editable = setter.editable && pair.whole;
        }
        setter.at = place_of_all(pairs);
        sink_.setters.push_back(setter);
        return State::read;
    }

    [[nodiscard]] Span place_of_all(ShellWordList words) const
    {
        const Span last = place_of(sink_, words.back());
        Span at = place_of(sink_, words.front());
        at.length = last.offset + last.length - at.offset;
        return at;
    }

    State take_number(const SpeltKnob& spelt, ShellWordList& words)
    {
        if (words.empty())
            return State::unsupported;
        const ShellWord& value = words.front();
        words = words.subspan(1);
        return add_setter(parse_setter(spelt, interface_, value, command_, sink_), sink_);
    }

    // All further words: "dscp pcp"
    State take_words(const SpeltKnob& spelt, ShellWordList& words)
    {
        const ShellWordList all = words;
        words = {};
        std::string text;
        for (const ShellWord& word : all) {
            if (word.text.find(' ') != std::string_view::npos)
                return State::unsupported;
            add_item(text, word.text, " ");
        }
        const auto parsed = all.empty() ? std::nullopt : parse_value(*spelt.row, *spelt.spelling, text);
        if (!parsed)
            return State::unsupported;
        Setter& setter = add(spelt, all.front());
        setter.amount = parsed->amount;
        if (all.size() > 1)
            setter.at.length = place_of_all(all).length;
        return State::read;
    }

    State take_app(std::string_view key, ShellWordList& words)
    {
        if (verb_ == "flush") {
            if (key == "dscp-prio")
                add(spelt_by(Knob::dscp_flush, Tool::dcb), command_.words.front());
            return key == "dscp-prio" ? State::read : State::unsupported;
        }
        const SpeltKnob spelt = find_spelling(Tool::dcb, "app", key);
        if (spelt && spelt.row->knob == Knob::roce_priority)
            return take_roce(spelt, words);
        if (spelt && spelt.spelling->notation == Notation::plain)
            return verb_ == "del" ? State::unsupported : take_number(spelt, words);
        State worst = spelt ? State::read : State::unsupported;
        bool any = false;
        for (; !words.empty() && is_pair(words.front()); words = words.subspan(1)) {
            if (worst == State::read)
                worst = take_point(spelt, words.front());
            any = true;
        }
        return any ? worst : State::unsupported;
    }

    // "4791:3"
    State take_roce(const SpeltKnob& spelt, ShellWordList& words)
    {
        State worst = words.empty() ? State::unsupported : State::irrelevant;
        for (; !words.empty() && is_pair(words.front()); words = words.subspan(1)) {
            const std::string_view pair = words.front().text;
            const std::size_t colon = pair.find(':');
            const auto protocol = parse_number(pair.substr(0, colon));
            const auto priority = parse_number(pair.substr(colon + 1));
            if (protocol && !is_roce_application(app_selector_datagram, *protocol))
                continue; // another protocol
            const bool good = protocol && priority && *priority < 8 && verb_ != "del";
            if (good)
                add(spelt, words.front()).amount = static_cast<std::uint32_t>(*priority);
            worst = std::max(worst, good ? State::read : State::unsupported);
        }
        return worst;
    }

    // "26:3"
    State take_point(const SpeltKnob& spelt, const ShellWord& pair)
    {
        const auto parsed = parse_value(*spelt.row, *spelt.spelling, pair.text);
        if (!parsed)
            return State::unsupported;
        ShellWord value = pair;
        value.text.remove_prefix(pair.text.find(':') + 1);
        Setter& setter = add(spelt, value);
        setter.number = parsed->number;
        setter.amount = verb_ == "del" ? 0 : parsed->amount;
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

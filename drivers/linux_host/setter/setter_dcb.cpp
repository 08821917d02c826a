// SPDX-License-Identifier: Apache-2.0
// Setting commands of iproute2's dcb: dcb-pfc(8), dcb-ets(8), dcb-app(8), dcb-apptrust(8), dcb-buffer(8),
// dcb-dcbx(8). It reads the whole command before it sets anything; most keywords may be abbreviated (iproute2 6.1,
// dcb/*.c, matches() of lib/utils.c).
#include "drivers/linux_host/knob/notation.h"
#include "drivers/linux_host/knob/words.h"
#include "drivers/linux_host/output/nic_tools.h"
#include "drivers/linux_host/setter/keyword.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;
using ShellWordList = std::span<const ShellWord>;

constexpr bool whole_word = true;

constexpr Keyword dcb_objects[]{{"app"},
    {"apptrust", whole_word},
    {"rewr", whole_word},
    {"buffer"},
    {"dcbx"},
    {"ets"},
    {"maxrate"},
    {"pfc"}};
constexpr Keyword dcb_verbs[]{{"show"}, {"set"}, {"help"}};
constexpr Keyword dcb_app_verbs[]{{"show"}, {"flush"}, {"add"}, {"del"}, {"replace"}, {"help"}};
constexpr Keyword dcb_pfc_keys[]{{"prio-pfc"}, {"macsec-bypass"}, {"delay"}};
constexpr Keyword dcb_ets_keys[]{{"willing"},
    {"tc-tsa"},
    {"reco-tc-tsa"},
    {"tc-bw"},
    {"pg-bw"},
    {"reco-tc-bw"},
    {"prio-tc"},
    {"reco-prio-tc"}};
constexpr Keyword dcb_buffer_keys[]{{"prio-buffer"}, {"buffer-size"}};
constexpr Keyword dcb_app_keys[]{{"ethtype-prio"},
    {"default-prio"},
    {"dscp-prio"},
    {"stream-port-prio"},
    {"dgram-port-prio"},
    {"port-prio"},
    {"pcp-prio", whole_word}};
constexpr Keyword dcb_apptrust_keys[]{{"order", whole_word}};
constexpr Keyword dcb_selectors[]{{"ethertype", whole_word},
    {"stream-port", whole_word},
    {"dgram-port", whole_word},
    {"port", whole_word},
    {"dscp", whole_word},
    {"pcp", whole_word}};
constexpr Keyword dcb_dcbx_keys[]{{"host"}, {"lld-managed"}, {"cee"}, {"ieee"}, {"static"}};

std::span<const Keyword> keys_of(std::string_view object)
{
    return object == "pfc"     ? std::span<const Keyword>(dcb_pfc_keys)
        : object == "ets"      ? std::span<const Keyword>(dcb_ets_keys)
        : object == "buffer"   ? std::span<const Keyword>(dcb_buffer_keys)
        : object == "app"      ? std::span<const Keyword>(dcb_app_keys)
        : object == "apptrust" ? std::span<const Keyword>(dcb_apptrust_keys)
        : object == "dcbx"     ? std::span<const Keyword>(dcb_dcbx_keys)
                               : std::span<const Keyword>();
}

bool is_beyond(const Limit& limit, std::string_view text)
{
    const auto number = parse_number(text);
    return number && !limit.takes_unsigned(*number);
}

bool is_pair(const ShellWord& word) { return word.known && word.text.find(':') != std::string_view::npos; }

class DcbSetterReader {
public:
    DcbSetterReader(const ShellCommand& command, SetterSink& sink) : command_(command), sink_(sink) { }

    State read(ShellWordList words)
    {
        while (!words.empty() && words.front().text.starts_with('-')) {
            const std::string_view option = words.front().text;
            const bool with_value
                = option == "-n" || option == "--netns" || option == "-b" || option == "--batch";
            words = words.subspan(std::min(words.size(), std::size_t{with_value ? 2U : 1U}));
        }
        if (words.size() < 2 || !words[0].known || !words[1].known)
            return words.size() < 2 ? State::irrelevant : State::unsupported;
        const Keyword* object = find_keyword(dcb_objects, words[0].text);
        if (object == nullptr)
            return std::string_view("help").starts_with(words[0].text)
                ? State::irrelevant
                : refuse_unknown(sink_, words[0], "dcb", dcb_objects);
        const bool table = object->word == "app" || object->word == "rewr";
        const auto verbs
            = table ? std::span<const Keyword>(dcb_app_verbs) : std::span<const Keyword>(dcb_verbs);
        const Keyword* verb = find_keyword(verbs, words[1].text);
        if (verb == nullptr)
            return refuse_unknown(sink_, words[1], "dcb", verbs);
        if (verb->word == "show" || verb->word == "help")
            return State::irrelevant;
        keys_ = keys_of(object->word);
        if (keys_.empty())
            return State::unsupported;
        verb_ = verb->word;
        words = words.subspan(2);
        if (words.empty())
            return State::irrelevant; // it shows how it is used
        if (words[0].known && !std::string_view("dev").starts_with(words[0].text))
            return refuse_command(sink_,
                words[0],
                fmt::format("dcb expects \"dev\" and an interface, not \"{}\"", words[0].text));
        if (words.size() < 2 || !words[0].known || !words[1].known)
            return State::unsupported;
        interface_ = words[1].text;
        words = words.subspan(2);
        const std::size_t first = sink_.setters.size();
        State worst = State::irrelevant;
        while (!words.empty() && !refused_)
            worst = std::max(worst, take(object->word, words));
        if (refused_)
            sink_.setters.erase(
                sink_.setters.begin() + static_cast<std::ptrdiff_t>(first), sink_.setters.end());
        return worst;
    }

private:
    State refuse(const ShellWord& word)
    {
        refused_ = true;
        return refuse_command(sink_, word, fmt::format("dcb does not accept {}", word.text));
    }

    // Takes one keyword with its values from the front.
    State take(std::string_view object, ShellWordList& words)
    {
        const ShellWord& word = words.front();
        if (!word.known) {
            words = {};
            return State::unsupported;
        }
        const Keyword* keyword = find_keyword(keys_, word.text);
        if (keyword == nullptr) {
            refused_ = true;
            return refuse_unknown(sink_, word, "dcb", keys_);
        }
        const std::string_view key = keyword->word;
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

    // Whether dcb refuses the pair: a key beyond 7, or a word that it does not know.
    static bool is_refused(const SpeltKnob& spelt, const ShellWord& pair)
    {
        const std::size_t colon = pair.text.find(':');
        const std::string_view key = pair.text.substr(0, colon);
        const std::string_view value = pair.text.substr(colon + 1);
        const auto index = parse_number(key);
        if ((index && *index > 7) || (!index && !std::string_view("all").starts_with(key)))
            return true;
        if (is_out_of_range(*spelt.row, *spelt.spelling, value))
            return true;
        const bool services = spelt.row->knob == Knob::service; // of which all but cbs are read
        const auto begins
            = [value](const Spelling<std::uint32_t>& each) { return each.word.starts_with(value); };
        return !spelt.spelling->words.empty() && !spelt.spelling->numbers
            && (services ? !std::string_view("cbs").starts_with(value)
                        && std::ranges::none_of(spelt.spelling->words, begins)
                         : !parse_amount(*spelt.row, *spelt.spelling, value));
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
            if (is_refused(spelt, pair))
                return refuse(pair);
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
        if (value.known && is_out_of_range(*spelt.row, *spelt.spelling, value.text)) {
            refused_ = true;
            return sink_.refuse(place_of(sink_, value),
                range_sentence(spelt.row->limit, value.text)
                    + ": dcb refuses the whole command, and nothing is set");
        }
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
            if (word.known && find_keyword(dcb_selectors, word.text) == nullptr) {
                refused_ = true;
                return refuse_unknown(sink_, word, "dcb", dcb_selectors);
            }
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
        if (spelt && spelt.spelling->notation == Notation::plain) {
            State state = State::unsupported;
            // If there are several numbers, the last one counts.
            while (!words.empty() && words.front().known && parse_number(words.front().text) && !refused_) {
                if (verb_ == "del")
                    words = words.subspan(1);
                else
                    state = take_number(spelt, words);
            }
            return state;
        }
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
            if (priority && !spelt.row->limit.takes_unsigned(*priority))
                return refuse(words.front());
            if (protocol && !is_roce_application(app_selector_datagram, *protocol))
                continue; // another protocol
            const bool good = protocol && priority && verb_ != "del";
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
        const std::string_view key = pair.text.substr(0, pair.text.find(':'));
        const bool beyond = is_beyond(dscp_limit, key)
            || is_out_of_range(*spelt.row, *spelt.spelling, pair.text.substr(key.size() + 1));
        if (!parsed && beyond)
            return refuse(pair);
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
    std::span<const Keyword> keys_;
    std::string_view verb_;
    std::string_view interface_;
    bool refused_ = false;
};

}

State read_dcb_setter(ShellWordList words, const ShellCommand& command, SetterSink& sink)
{
    return DcbSetterReader(command, sink).read(words);
}

}

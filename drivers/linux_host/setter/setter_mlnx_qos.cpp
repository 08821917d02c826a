// SPDX-License-Identifier: Apache-2.0
// What a command of mlnx-tools' python/mlnx_qos sets.
#include "drivers/linux_host/knob/notation.h"
#include "drivers/linux_host/setter/mlnx_qos_options.h"
#include "drivers/linux_host/setter/setter.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

// What mlnx_qos accepts for an option.
std::string expected(const SpeltKnob& spelt, std::string_view text)
{
    const ToolSpelling& spelling = *spelt.spelling;
    if (!spelling.expects.empty())
        return std::string(spelling.expects);
    std::vector<std::string_view> words;
    for (const Spelling<std::uint32_t>& each : spelling.words)
        words.push_back(each.word);
    switch (spelling.notation) {
    case Notation::commas:
        return words.empty() ? fmt::format("{}eight numbers with commas, up to {}",
                   spelling.fewer ? "at most " : "",
                   spelt.row->limit.most)
                             : fmt::format("eight of {} with commas", listed(words));
    case Notation::set_point: {
        const bool acts = text.starts_with("set,") || text.starts_with("del,");
        return acts && std::ranges::count(text, ',') > 1 ? "a DSCP up to 63 and a priority up to 7"
                                                         : "set,DSCP,PRIORITY, del,DSCP,PRIORITY or flush";
    }
    default:
        return listed(words, "or");
    }
}

// Runs the steps of one command.
class QosReader {
public:
    QosReader(const QosArguments& arguments, const ShellCommand& command, SetterSink& sink)
        : arguments_(arguments), command_(command), sink_(sink)
    {
    }

    State read()
    {
        for (const QosArgument& argument : arguments_.given) {
            if (argument.option->name == "--interface")
                interface_ = &argument.value;
        }
        // Without an option that does something, it shows everything.
        const bool acts = std::ranges::any_of(arguments_.given,
            [](const QosArgument& argument) { return argument.option->step != QosStep::none; });
        if (interface_ == nullptr && acts)
            return sink_.refuse(place_of(sink_, command_.words.front()),
                "mlnx_qos needs -i with an interface: it refuses the whole command, and nothing is set");
        if (interface_ == nullptr || !acts)
            return State::irrelevant;
        if (!interface_->known || interface_->text.empty())
            return State::unsupported;
        State worst = State::irrelevant;
        for (auto step = QosStep::dcbx; step < QosStep::none;
             step = static_cast<QosStep>(static_cast<int>(step) + 1)) {
            worst = std::max(worst, run(step));
            if (ended_)
                break;
        }
        return worst;
    }

private:
    [[nodiscard]] bool has(QosStep step) const
    {
        return std::ranges::any_of(
            arguments_.given, [step](const QosArgument& argument) { return argument.option->step == step; });
    }

    // Settings of one step are made together, or not at all.
    State run(QosStep step)
    {
        if (!has(step))
            return State::irrelevant;
        if (step == QosStep::dscp_map && has(QosStep::trust))
            return refuse_both();
        const std::size_t first = sink_.setters.size();
        State worst = State::irrelevant;
        for (const QosArgument& argument : arguments_.given) {
            if (argument.option->step == step && !ended_)
                worst = std::max(worst, take(argument));
        }
        if (!ended_ && step == QosStep::classes)
            worst = std::max(worst, check_shares(first));
        if (ended_)
            sink_.setters.erase(
                sink_.setters.begin() + static_cast<std::ptrdiff_t>(first), sink_.setters.end());
        else
            done_.push_back(first_name(step));
        ended_ = ended_ || step == QosStep::show_pfc || step == QosStep::some_pfc;
        return worst;
    }

    [[nodiscard]] std::string_view first_name(QosStep step) const
    {
        return std::ranges::find(arguments_.given, step, [](const QosArgument& argument) {
            return argument.option->step;
        })->option->name;
    }

    // An option may set one of several knobs, depending on its value.
    State take(const QosArgument& argument)
    {
        const std::string_view name = argument.option->name;
        const ShellWord& value = argument.value;
        if (!value.known)
            return State::unsupported;
        // Python takes an empty text for an option that was not given.
        const bool shows = name == "--get_pfc" || (name == "--dcbx" && value.text == "get");
        if (shows || (value.text.empty() && name != "--dcbx"))
            return State::irrelevant;
        SpeltKnob last;
        bool set = false;
        visit_spellings(Tool::mlnx_qos, [&](const SpeltKnob& spelt) {
            if (set || spelt.spelling->key != name)
                return;
            last = last ? last : spelt;
            const auto parsed = parse_value(*spelt.row, *spelt.spelling, value.text);
            if (!parsed)
                return;
            set = true;
            add(spelt, value, *parsed);
        });
        if (set)
            return State::read;
        if (!last || unsets(last, value.text))
            return State::unsupported;
        return refuse(place_of(sink_, value),
            fmt::format("mlnx_qos does not accept this: it expects {}", expected(last, value.text)));
    }

    // `--defltprio del,3`
    static bool unsets(const SpeltKnob& spelt, std::string_view text)
    {
        if (spelt.spelling->notation != Notation::set_amount || !text.starts_with("del,"))
            return false;
        const std::string changed = fmt::format("set,{}", text.substr(text.find(',') + 1));
        return parse_value(*spelt.row, *spelt.spelling, changed).has_value();
    }

    void add(const SpeltKnob& spelt, ShellWord value, const KnobValue& parsed)
    {
        if (spelt.spelling->notation == Notation::set_amount)
            value.text.remove_prefix(value.text.find(',') + 1);
        Setter& setter
            = sink_.setters.emplace_back(make_setter(spelt, interface_->text, value, command_, sink_));
        static_cast<KnobValue&>(setter) = parsed;
        setter.without_pfc
            = setter.knob == Knob::cable_length && !has(QosStep::pfc) && !has(QosStep::some_pfc);
    }

    // The program ends here.
    State refuse(Span at, std::string reason)
    {
        ended_ = true;
        reason += done_.empty() ? ", and nothing of the command is set"
                                : fmt::format(", and sets only {}", listed(done_));
        const State state = sink_.refuse(at, std::move(reason));
        return done_.empty() ? state : State::unsupported;
    }

    // "trust and dscp2prio commands cannot be used at the same time."
    State refuse_both()
    {
        const auto trust = std::ranges::find(arguments_.given,
            QosStep::trust,
            [](const QosArgument& argument) { return argument.option->step; });
        ended_ = true;
        (void)sink_.refuse(place_of(sink_, trust->value),
            "mlnx_qos refuses --trust and --dscp2prio in one command and sets neither: make two commands of it");
        return State::unsupported;
    }

    // "ETS BW for a strict/vendor TC must be 0"
    State check_shares(std::size_t first)
    {
        const Setter* service = nullptr;
        const Setter* share = nullptr;
        for (const Setter& setter : std::span(sink_.setters).subspan(first)) {
            service = setter.knob == Knob::service ? &setter : service;
            share = setter.knob == Knob::share ? &setter : share;
        }
        for (std::size_t index = 0; service != nullptr && share != nullptr && index < 8; ++index) {
            if (share->list[index] != 0 && service->list[index] != static_cast<std::uint32_t>(Service::ets))
                return refuse(share->at,
                    fmt::format(
                        "mlnx_qos refuses a share of bandwidth for class {}, which is not ets", index));
        }
        return State::irrelevant;
    }

    const QosArguments& arguments_;
    const ShellCommand& command_;
    SetterSink& sink_;
    const ShellWord* interface_ = nullptr;
    std::vector<std::string_view> done_; ///< the first option of each step that was taken
    bool ended_ = false;
};

}

State read_mlnx_qos_setter(std::span<const ShellWord> words, const ShellCommand& command, SetterSink& sink)
{
    const QosArguments arguments = parse_mlnx_qos(words);
    if (arguments.refused_at != nullptr)
        return sink.refuse(place_of(sink, *arguments.refused_at),
            fmt::format("mlnx_qos {}: it refuses the whole command, and nothing is set", arguments.refused));
    if (!arguments.known)
        return State::unsupported;
    return arguments.only_shows ? State::irrelevant : QosReader(arguments, command, sink).read();
}

}

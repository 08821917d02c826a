// SPDX-License-Identifier: Apache-2.0
// Runs in the processes that evaluate own rules: passes the documents of subjects through compiled programs
// and interprets the output. An expression that accessed an unread value gives no result, whatever it
// evaluated to.
#include "rules/own/own_worker.h"

#include "analysis/document/document.h"
#include "rules/own/own_event.h"
#include "rules/own/own_program.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

namespace rocelint {
namespace {

struct AskedOf {
    PortId id; ///< not valid: the whole fabric
    std::string name;
};

// The rules for one kind of subject.
struct Program {
    std::vector<const CustomRule*> rules;
    std::vector<std::uint32_t> places; ///< the index of each in the list of all rules
    std::optional<jq::Program> compiled;
};

std::string shorten(std::string text)
{
    constexpr std::size_t most = 2000;
    if (text.size() <= most)
        return text;
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U)
        --end;
    return text.substr(0, end) + "…";
}

class Evaluation {
public:
    Evaluation(
        const std::vector<const CustomRule*>& rules, const Analysis& analysis, confined::Worker& worker)
        : fabric_(*analysis.fabric)
        , analysis_(analysis)
        , all_(rules)
        , document_(analysis)
        , making_(document_)
        , worker_(worker)
    {
    }

    std::string batch(const OwnBatches::Batch& batch)
    {
        if (batch.what == OwnBatches::What::fabric)
            ask(CustomSubject::fabric, {}, [this] { return document_.fabric(); });
        else if (batch.what == OwnBatches::What::device)
            device(batch.first);
        else
            for (std::uint32_t index = batch.first; index < batch.end; ++index)
                link(index);
        return take();
    }

private:
    void device(std::uint32_t index)
    {
        const Device& device = fabric_.devices[index];
        const PortId whole{index, Port::no_index};
        const auto make = [&] { return document_.device(index); };
        ask(CustomSubject::device, {whole, device.name}, make);
        if (device.kind == DeviceKind::host)
            ask(CustomSubject::host, {whole, device.name}, make);
        for (std::uint32_t job = 0; job < device.jobs.size(); ++job)
            ask(CustomSubject::job, {whole, device.name}, [&] { return document_.job(index, job); });
        if (program_of(CustomSubject::port, index).rules.empty())
            return;
        for (std::uint32_t port = 0; port < device.ports.size(); ++port)
            ask(CustomSubject::port, {{index, port}, {}}, [&] { return document_.port({index, port}); });
    }

    void link(std::uint32_t index)
    {
        ask(CustomSubject::link, {fabric_.links[index].a, {}}, [&] { return document_.link(index); });
    }

    // Devices that the same overrides cover share one policy, and so one program.
    Program& program_of(CustomSubject subject, std::uint32_t device)
    {
        const Policy& policy = analysis_.policy_of(device);
        const auto [place, is_new] = programs_.try_emplace({&policy, subject});
        Program& program = place->second;
        for (std::uint32_t index = 0; is_new && index < all_.size(); ++index) {
            if (all_[index]->subject != subject || policy.is_off(all_[index]->code))
                continue;
            program.rules.push_back(all_[index]);
            program.places.push_back(index);
        }
        return program;
    }

    template <class Make>
    void ask(CustomSubject subject, const AskedOf& of, const Make& make)
    {
        Program& program = program_of(subject, of.id.device);
        if (program.rules.empty())
            return;
        if (!program.compiled) {
            auto compiled = jq::Program::compile(own_program(program.rules));
            if (!compiled)
                throw std::runtime_error(compiled.error());
            program.compiled.emplace(std::move(*compiled));
        }
        worker_.begin_step(program.places.front());
        subject_ = &of;
        document_value_ = make();
        program.compiled->start(document_value_);
        asking_ = {};
        for (;;) {
            jq::Value out = program.compiled->next();
            if (out.kind() == JV_KIND_INVALID)
                break;
            if (out.kind() == JV_KIND_NUMBER)
                begin(program, own_stage(out.number()));
            else
                hear(out);
        }
        settle();
        worker_.end_step();
    }

    // The state of the rule being evaluated.
    struct Asking {
        const CustomRule* rule = nullptr;
        std::uint32_t place = 0;
        OwnStage::What stage = OwnStage::What::where;
        bool is_false = false;
        std::optional<document::Unread> unread;
        std::string error;
        std::string message;
        document::Place at;
    };

    void begin(const Program& program, OwnStage stage)
    {
        const CustomRule* rule = program.rules[stage.rule];
        if (rule != asking_.rule) {
            settle();
            asking_ = {.rule = rule, .place = program.places[stage.rule]};
            document_.forget_asked();
            worker_.begin_step(asking_.place);
            say_once(OwnEvent::Kind::asked);
        }
        asking_.stage = stage.what;
        if (stage.what == OwnStage::What::assertion)
            say_once(OwnEvent::Kind::met);
        if (stage.what == OwnStage::What::message) {
            note_asked();
            asking_.is_false = true;
            document_.say_unknown(true);
        }
    }

    void say_once(OwnEvent::Kind kind)
    {
        if (said_.insert(std::pair(asking_.place, kind)).second)
            add({.kind = kind});
    }

    void note_asked()
    {
        if (!asking_.unread && !document_.asked().empty())
            asking_.unread = document_.asked().front();
    }

    void hear(const jq::Value& out)
    {
        const bool failed = out.kind() == JV_KIND_OBJECT;
        if (failed || asking_.stage == OwnStage::What::where || asking_.stage == OwnStage::What::assertion) {
            if (asking_.error.empty())
                asking_.error = failed ? error_of(out.at("error").text()) : not_boolean(out);
        } else if (out.size() != 1) {
            if (asking_.error.empty())
                asking_.error = error_of(fmt::format("it gives {} {}, not one",
                    out.size(),
                    asking_.stage == OwnStage::What::message ? "texts" : "paths"));
        } else if (asking_.stage == OwnStage::What::message) {
            asking_.message = out.at(0).text();
        } else {
            asking_.at = document::Document::find_place(document_value_, out.at(0));
        }
    }

    [[nodiscard]] const PolicyText& expression() const
    {
        const CustomRule& rule = *asking_.rule;
        switch (asking_.stage) {
        case OwnStage::What::where:
            return rule.where;
        case OwnStage::What::assertion:
            return rule.assertion;
        case OwnStage::What::message:
            return rule.message;
        case OwnStage::What::place:
            break;
        }
        return rule.at.given() ? rule.at : rule.assertion;
    }

    [[nodiscard]] std::string error_of(std::string_view what) const
    {
        static constexpr std::array<std::string_view, OwnStage::stages> keys{
            "where", "assert", "message", "at"};
        const PortId id = subject_->id;
        const std::string name = !id.valid() ? "the fabric"
            : id.port == Port::no_index
            ? fabric_.devices[id.device].name
            : fmt::format(
                "{} {}", fabric_.devices[id.device].name, fabric_.devices[id.device].part_name(id.port));
        return shorten(fmt::format("{}: '{}' of {} fails at {}: {}",
            expression().place(),
            keys[static_cast<std::size_t>(asking_.stage)],
            asking_.rule->code,
            name,
            what));
    }

    [[nodiscard]] std::string not_boolean(const jq::Value& out) const
    {
        constexpr std::size_t most_shown = 80;
        if (out.size() != 1)
            return error_of(fmt::format("it gives {} values, not one that is true or false", out.size()));
        const std::string shown = out.at(0).json();
        return error_of(fmt::format("it gives {}, which is neither true nor false",
            shown.size() > most_shown ? shown.substr(0, most_shown) + "…" : shown));
    }

    void settle()
    {
        document_.say_unknown(false);
        if (asking_.rule == nullptr)
            return;
        if (!asking_.is_false)
            note_asked();
        if (asking_.unread)
            add_not_checked();
        else if (!asking_.error.empty())
            add({.kind = OwnEvent::Kind::error, .text = asking_.error});
        else if (asking_.is_false)
            add({.kind = OwnEvent::Kind::finding,
                .port = subject_->id,
                .at = asking_.at.at,
                .text = shorten(asking_.message)});
        asking_ = {};
    }

    void add(OwnEvent event)
    {
        event.rule = asking_.place;
        events_.push_back(std::move(event));
    }

    // Ports of one device usually lack the same values, so they share a row.
    void add_not_checked()
    {
        const document::Unread& unread = *asking_.unread;
        std::string reason = reason_of_unread(unread.what, fabric_.devices[unread.device], unread.origin);
        const std::uint32_t ports = subject_->id.port == Port::no_index ? 0 : 1;
        const auto [row, is_new]
            = rows_.try_emplace({asking_.place, subject_->id.device, reason}, events_.size());
        if (!is_new) {
            events_[row->second].ports += ports;
            return;
        }
        add({.kind = OwnEvent::Kind::not_checked,
            .ports = ports,
            .port = subject_->id,
            .text = std::move(reason)});
    }

    std::string take()
    {
        std::string bytes = write_own_events(events_);
        events_.clear();
        rows_.clear();
        said_.clear();
        return bytes;
    }

    const Fabric& fabric_;
    const Analysis& analysis_;
    const std::vector<const CustomRule*>& all_;
    document::Document document_;
    late::MakerScope making_;
    confined::Worker& worker_;
    std::map<std::pair<const Policy*, CustomSubject>, Program> programs_;
    const AskedOf* subject_ = nullptr;
    jq::Value document_value_;
    Asking asking_;
    std::vector<OwnEvent> events_;
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::string>, std::size_t> rows_;
    std::set<std::pair<std::uint32_t, OwnEvent::Kind>> said_;
};

}

void evaluate_own_rules(const std::vector<const CustomRule*>& rules,
    const Analysis& analysis,
    const OwnBatches& batches,
    confined::Worker& worker)
{
    Evaluation evaluation(rules, analysis, worker);
    while (const auto batch = worker.take())
        worker.give(*batch, evaluation.batch(batches[*batch]));
}

}

// SPDX-License-Identifier: Apache-2.0
// `nicctl update` of AMD Pensando NICs. Forms: AMD, MoRI inference recipe for Pollara (qos.sh, enable_dcqcn.sh);
// ROCm/mori env_setup.sh; AMD network operator, node profiles (-p, -b, --roce-device).
#include "drivers/linux_host/knob/notation.h"
#include "drivers/linux_host/setter/setter.h"
#include "models/text/ascii.h"

#include <algorithm>
#include <array>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

constexpr std::string_view driver_of_nicctl = "ionic";

struct NicctlOption {
    std::string_view name;
    ShellWord value;
};

// Numbers with commas, one for each of `count` priorities.
std::optional<std::vector<std::uint32_t>> nicctl_numbers(std::string_view text, std::uint32_t limit)
{
    std::vector<std::uint32_t> numbers;
    for (;;) {
        const std::size_t comma = text.find(',');
        const auto number = parse_number(text.substr(0, comma));
        if (!number || *number > limit)
            return std::nullopt;
        numbers.push_back(static_cast<std::uint32_t>(*number));
        if (comma == std::string_view::npos)
            return numbers;
        text.remove_prefix(comma + 1);
    }
}

class NicctlCommand {
public:
    NicctlCommand(const ShellCommand& command, SetterSink& sink) : command_(command), sink_(sink) { }

    State read(std::span<const ShellWord> words)
    {
        if (words.size() < 2 || words[0].text != "update")
            return State::irrelevant;
        object_ = words[1].text;
        if (object_ != "qos" && object_ != "port" && object_ != "dcqcn")
            return State::irrelevant;
        if (!std::ranges::all_of(words, [](const ShellWord& word) { return word.known; }))
            return State::unsupported;
        split(words.subspan(2));
        for (const std::string_view name :
            {"-p", "--port", "-b", "--bdf", "-c", "--card", "-r", "--roce-device"}) {
            if (const ShellWord* value = find(name))
                subject_ = value->text;
        }
        if (object_ == "port")
            return take_port();
        if (object_ == "dcqcn")
            return take_dcqcn();
        if (part_ == "pfc")
            return take_pfc();
        if (part_ == "dscp-to-priority")
            return take_dscps();
        if (part_ == "scheduling")
            return take_scheduling();
        return part_.empty() ? take_type() : State::unsupported;
    }

private:
    // Options with a value, and the one word that names a part of the object.
    void split(std::span<const ShellWord> words)
    {
        constexpr std::array<std::string_view, 3> flags{"--all", "-a", "--disable"};
        for (std::size_t index = 0; index < words.size(); ++index) {
            const ShellWord& word = words[index];
            if (!word.text.starts_with('-')) {
                part_ = word.text;
                continue;
            }
            const std::size_t equals = word.text.find('=');
            if (equals != std::string_view::npos) {
                ShellWord value = word;
                value.text.remove_prefix(equals + 1);
                options_.push_back({word.text.substr(0, equals), value});
            } else if (std::ranges::find(flags, word.text) != flags.end() || index + 1 == words.size()) {
                options_.push_back({word.text, {}});
            } else {
                options_.push_back({word.text, words[++index]});
            }
        }
    }

    [[nodiscard]] const ShellWord* find(std::string_view name) const
    {
        const auto found = std::ranges::find(options_, name, &NicctlOption::name);
        return found == options_.end() ? nullptr : &found->value;
    }

    // The commands set several priorities or NICs at once, so no value is corrected in place.
    Setter& add(Knob knob, const ShellWord& value)
    {
        Setter& setter = sink_.setters.emplace_back();
        setter.knob = knob;
        setter.spelling = spelt_by(knob, Tool::nicctl).spelling;
        setter.subject = subject_;
        setter.of_driver = driver_of_nicctl;
        setter.at = place_of(sink_, value);
        setter.editable = false;
        setter.after = command_.after;
        return setter;
    }

    State take_type()
    {
        const ShellWord* type = find("--classification-type");
        if (type == nullptr)
            return State::unsupported;
        const bool dscp = type->text == "dscp" || type->text == "DSCP";
        if (!dscp && type->text != "pcp" && type->text != "PCP")
            return State::unsupported;
        add(Knob::trust, *type).amount = static_cast<std::uint32_t>(dscp ? Trusted::dscp : Trusted::pcp);
        return State::read;
    }

    State take_pfc()
    {
        const ShellWord* priority = find("--priority");
        const ShellWord* no_drop = find("--no-drop");
        if (priority == nullptr || no_drop == nullptr)
            return State::unsupported;
        const auto priorities = parse_priorities(priority->text);
        if (!priorities || priorities->empty() || (no_drop->text != "enable" && no_drop->text != "disable"))
            return State::unsupported;
        Setter& setter = add(Knob::pfc, *priority);
        setter.given = *priorities;
        for (const Priority each : *priorities)
            setter.list[each] = no_drop->text == "enable" ? 1 : 0;
        return State::read;
    }

    State take_dscps()
    {
        const ShellWord* points = find("--dscp");
        const ShellWord* priority = find("--priority");
        const auto dscps = points == nullptr ? std::nullopt : parse_dscps(points->text);
        const auto target = priority == nullptr ? std::nullopt : word_number(*priority, 7);
        if (!dscps || !target)
            return State::unsupported;
        for (const Dscp dscp : *dscps) {
            Setter& setter = add(Knob::dscp_priority, *priority);
            setter.number = dscp;
            setter.amount = *target;
        }
        return State::read;
    }

    // "--priority 0,3,6 --dwrr 10,90,0 --rate-limit 0,0,10": a priority without a share is strict.
    State take_scheduling()
    {
        const ShellWord* priority = find("--priority");
        const ShellWord* shares = find("--dwrr");
        const ShellWord* rates = find("--rate-limit");
        const auto priorities = priority == nullptr ? std::nullopt : nicctl_numbers(priority->text, 7);
        const auto share = shares == nullptr ? std::nullopt : nicctl_numbers(shares->text, 100);
        const auto rate = rates == nullptr ? std::nullopt : nicctl_numbers(rates->text, 1'000'000);
        if (!priorities || !share || !rate || share->size() != priorities->size()
            || rate->size() != priorities->size())
            return State::unsupported;
        KnobValue services;
        KnobValue percents;
        KnobValue limits;
        for (std::size_t index = 0; index < priorities->size(); ++index) {
            const auto each = static_cast<Priority>((*priorities)[index]);
            const bool weighted = (*share)[index] != 0 || (*rate)[index] == 0;
            services.given.insert(each);
            services.list[each] = static_cast<std::uint32_t>(weighted ? Service::ets : Service::strict);
            percents.list[each] = (*share)[index];
            limits.list[each] = (*rate)[index];
        }
        percents.given = limits.given = services.given;
        KnobValue own; // each priority is served by itself
        own.given = PrioritySet::all();
        for (const Priority each : PrioritySet::all())
            own.list[each] = each;
        static_cast<KnobValue&>(add(Knob::class_map, *priority)) = own;
        static_cast<KnobValue&>(add(Knob::service, *shares)) = services;
        static_cast<KnobValue&>(add(Knob::share, *shares)) = percents;
        static_cast<KnobValue&>(add(Knob::rate_limit, *rates)) = limits;
        return State::read;
    }

    State take_port()
    {
        const ShellWord* type = find("--pause-type");
        if (type == nullptr)
            return find("--mtu") != nullptr || find("--fec-type") != nullptr ? State::unsupported
                                                                             : State::irrelevant;
        const auto enables = [this](std::string_view name) {
            const ShellWord* value = find(name);
            return value != nullptr && value->text == "enable";
        };
        const bool none = type->text == "none";
        const bool pfc = type->text == "pfc";
        // Without the directions, those that were set before stay.
        const bool both = enables("--rx-pause") && enables("--tx-pause");
        if (!none && ((!pfc && type->text != "llfc") || !both))
            return State::unsupported;
        add(Knob::pause_type, *type).amount = static_cast<std::uint32_t>(none ? PauseType::none
                : pfc                                                         ? PauseType::pfc
                                                                              : PauseType::link);
        return State::read;
    }

    State take_dcqcn()
    {
        const ShellWord* dscp = find("--cnp-dscp");
        const auto number = dscp == nullptr ? std::nullopt : word_number(*dscp, 63);
        if (!number || find("--disable") != nullptr)
            return State::unsupported;
        add(Knob::cnp_dscp, *dscp).amount = *number;
        return State::read;
    }

    const ShellCommand& command_;
    SetterSink& sink_;
    std::string_view object_;
    std::string_view part_;
    std::string_view subject_;
    std::vector<NicctlOption> options_;
};

}

State read_nicctl_setter(std::span<const ShellWord> words, const ShellCommand& command, SetterSink& sink)
{
    return NicctlCommand(command, sink).read(words);
}

}

// SPDX-License-Identifier: Apache-2.0
// Calls of Broadcom's bnxt_setupcc.sh 236.1.155.0, whose options are those of getopts.
#include "drivers/linux_host/output/nic_tools.h"
#include "drivers/linux_host/setter/setter_broadcom.h"

#include <fmt/format.h>

#include <array>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;
using ShellWordList = std::span<const ShellWord>;

constexpr std::string_view with_value = "rscpidvCmbtu";
constexpr std::uint8_t rdma_class = 1;
constexpr std::uint8_t cnp_class = 2;
constexpr std::uint32_t default_share = 50;

// One option with its value.
struct GivenOption {
    std::optional<std::uint64_t> number;
    ShellWord word;
    bool given = false;
};

class SetupCall {
public:
    SetupCall(const ShellCommand& command, SetterSink& sink) : command_(command), sink_(sink) { }

    State read(ShellWordList words)
    {
        if (!take_options(words))
            return State::unsupported;
        if (const std::string_view wrong = what_is_wrong(); !wrong.empty()) {
            sink_.problems.push_back({SyntaxProblem::Severity::error,
                place_of(sink_, command_.words.front()),
                fmt::format("bnxt_setupcc.sh {}: this call does not set up the NIC", wrong)});
            return State::unrecognised;
        }
        for (const std::string_view interface : interfaces_)
            set_up(interface);
        return State::read;
    }

private:
    // False if a value is known only when the script runs.
    bool take_options(ShellWordList words)
    {
        for (std::size_t index = 0; index < words.size(); ++index) {
            const std::string_view text = words[index].text;
            if (text.size() < 2 || text.front() != '-')
                break; // getopts stops here
            const std::size_t place = with_value.find(text[1]);
            if (place == std::string_view::npos) {
                stranger_ = true;
                continue;
            }
            ShellWord value = words[index];
            if (text.size() > 2) {
                value.text.remove_prefix(2);
            } else if (index + 1 < words.size()) {
                value = words[++index];
            } else {
                stranger_ = true;
                continue;
            }
            if (!value.known)
                return false;
            options_[place] = {number_in_any_base(value.text), value, true};
            if (text[1] == 'i' && interfaces_.size() < 2 && !value.text.empty())
                interfaces_.push_back(value.text);
        }
        return true;
    }

    [[nodiscard]] const GivenOption& option(char letter) const { return options_[with_value.find(letter)]; }
    [[nodiscard]] std::optional<std::uint8_t> number(char letter, std::uint8_t limit) const
    {
        const GivenOption& given = option(letter);
        if (!given.given || !given.number || *given.number > limit)
            return std::nullopt;
        return static_cast<std::uint8_t>(*given.number);
    }
    [[nodiscard]] bool accepts(char letter, std::uint64_t least, std::uint64_t most) const
    {
        const GivenOption& given = option(letter);
        return !given.given || (given.number && *given.number >= least && *given.number <= most);
    }

    [[nodiscard]] std::string_view what_is_wrong() const
    {
        if (stranger_)
            return "does not have one of these options";
        if (interfaces_.empty() || !option('r').given)
            return "needs an interface (-i) and the priority of RoCE (-r)";
        if (!accepts('m', 1, 3))
            return "knows the modes (-m) 1, 2 and 3";
        if (!accepts('b', 1, 99))
            return "takes a share (-b) from 1 to 99";
        if (!accepts('u', 1, 4))
            return "knows the tools (-u) 1 to 4";
        if (!accepts('r', 0, 7) || !accepts('c', 0, 7))
            return "takes priorities (-r, -c) from 0 to 7";
        return !accepts('s', 0, 63) || !accepts('p', 0, 63) ? "takes DSCPs (-s, -p) from 0 to 63"
                                                            : std::string_view{};
    }

    Setter& add(std::string_view interface, Knob knob, char letter, std::uint32_t amount = 0)
    {
        const GivenOption& given = option(letter);
        Setter& setter = sink_.setters.emplace_back();
        setter.knob = knob;
        setter.subject = interface;
        setter.bnxt = true;
        setter.editable = false; // one option stands for several settings
        setter.at = place_of(sink_, given.given ? given.word : option('r').word);
        setter.after = command_.after;
        setter.amount = amount;
        return setter;
    }

    // Without -d, the script looks for the RDMA device of the interface.
    Setter& add_for_device(std::string_view interface, Knob knob, char letter, std::uint32_t amount)
    {
        Setter& setter = add(interface, knob, letter, amount);
        if (const GivenOption& device = option('d'); device.given) {
            setter.subject = device.word.text;
            setter.by_rdma_device = true;
        }
        return setter;
    }

    void set_up(std::string_view interface)
    {
        const Priority priority = number('r', 7).value_or(0);
        const auto mode = number('m', 3);
        const bool pauses = !mode || *mode != 2;
        const bool controls = !mode || *mode != 1;
        for (const std::uint8_t side : {std::uint8_t{0}, std::uint8_t{1}})
            add(interface, Knob::pause, 'i').number = side;
        set_classes(interface, priority, controls);
        Setter& pfc = add(interface, Knob::pfc, 'r');
        pfc.given = PrioritySet::all();
        if (pauses) {
            pfc.list[priority] = 1;
            add(interface, Knob::roce_priority, 'r', priority);
        }
        const auto dscp = number('s', 63);
        if (dscp)
            add(interface, Knob::dscp_priority, 's', priority).number = *dscp;
        const auto cnp_priority = number('c', 7);
        const auto cnp_dscp = number('p', 63);
        if (controls && cnp_priority && cnp_dscp)
            add(interface, Knob::dscp_priority, 'p', *cnp_priority).number = *cnp_dscp;
        for (const Priority each : PrioritySet::all()) {
            for (const Knob half : {Knob::notification, Knob::reaction})
                add_for_device(interface, half, 'm', controls ? 1 : 0).number = each;
        }
        if (controls && cnp_dscp)
            add_for_device(interface, Knob::cnp_dscp, 'p', *cnp_dscp);
        if (controls && cnp_priority)
            add_for_device(interface, Knob::cnp_priority, 'c', *cnp_priority);
        set_connections(interface, dscp);
    }

    // CNPs have a class of their own if the firmware has one for them, which only the NIC shows (-C overrides it).
    void set_classes(std::string_view interface, Priority priority, bool controls)
    {
        const auto firmware = number('C', 255);
        const bool own_class = controls && firmware && *firmware == 1;
        const auto cnp = number('c', 7);
        Setter& map = add(interface, Knob::class_map, 'r');
        map.given = PrioritySet::all();
        if (cnp && own_class)
            map.list[*cnp] = cnp_class;
        else if (cnp && controls && !firmware)
            map.given.erase(*cnp);
        map.given.insert(priority);
        map.list[priority] = rdma_class;
        Setter& service = add(interface, Knob::service, 'r');
        service.list[0] = service.list[rdma_class] = static_cast<std::uint32_t>(Service::ets);
        Setter& share = add(interface, Knob::share, 'b');
        // `service` may have moved.
        Setter& services = sink_.setters[sink_.setters.size() - 2];
        for (const std::uint8_t tc : {std::uint8_t{0}, rdma_class}) {
            services.given.insert(tc);
            share.given.insert(tc);
        }
        if (own_class)
            services.given.insert(cnp_class);
        const std::uint32_t of_rdma
            = option('b').given ? static_cast<std::uint32_t>(*option('b').number) : default_share;
        share.list[0] = 100 - of_rdma;
        share.list[rdma_class] = of_rdma;
    }

    void set_connections(std::string_view interface, std::optional<std::uint8_t> dscp)
    {
        add_for_device(interface, Knob::cm_mode, 'd', 2);
        add_for_device(interface, Knob::cm_tos, 's', dscp ? std::uint32_t{*dscp} << 2U : 0);
    }

    const ShellCommand& command_;
    SetterSink& sink_;
    std::array<GivenOption, with_value.size()> options_;
    std::vector<std::string_view> interfaces_;
    bool stranger_ = false;
};

}

State read_setupcc_setter(ShellWordList words, const ShellCommand& command, SetterSink& sink)
{
    return SetupCall(command, sink).read(words);
}

}

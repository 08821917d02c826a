// SPDX-License-Identifier: Apache-2.0
// Settings stored in the firmware of an NVIDIA NIC, from mlxconfig, and how it retransmits and takes packets out of
// order, from mlxreg. One query of a card shows all of its ports.
#include "drivers/linux_host/output/firmware.h"
#include "drivers/linux_host/output/outputs.h"
#include "models/syntax/indent_tree.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

std::string_view last_word(std::string_view line) { return line.substr(line.find_last_of(" \t") + 1); }

// The values of a setting as a query shows them. Without -e it shows only the last.
struct ShownSetting {
    std::string_view name;
    std::string_view usual{}; ///< the firmware's default
    std::string_view now{};
    std::string_view next;
};

// Takes a setting with its current value and that for the next boot. A difference between them is a finding;
// each is also judged by itself.
State take_of_two(HostBuilder& host, FirmwareCard& card, const ShownSetting& shown, Span at)
{
    const auto& [name, usual, now, next] = shown;
    const bool differ = !now.empty() && now != next;
    const State state = card.take(name, differ && host.reads_in_force() ? now : next, at, usual);
    if (differ && state == State::read)
        host.warn_outdated(at,
            {},
            fmt::format(
                "the firmware has {} {} now and {} after the next boot: it was changed and the NIC not reset since",
                name,
                now,
                next));
    return state;
}

// "NAME  default  current  next", or "NAME  next".
ShownSetting shown_setting(std::string_view line)
{
    Words words(line);
    ShownSetting shown{.name = words.next(), .next = last_word(line)};
    const std::string_view usual = words.next();
    const std::string_view now = words.next();
    if (words.at_end())
        return shown;
    shown.usual = usual;
    shown.now = now;
    return shown;
}

bool is_setting_name(std::string_view word)
{
    return word.size() > 2
        && word.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == std::string_view::npos;
}

}

// "ROCE_CC_PRIO_MASK_P1 255 255 255": with -e the default, the current value and the value after the next
// boot (the last one counts), and '*' before changed settings.
void read_mlxconfig(HostBuilder& host, const Section& section)
{
    FirmwareCard card(host);
    card.begin(section.command.subject);
    bool told = false;
    section.take_lines([&](const Node& line) {
        if (const auto device = value_of(line.key, "Device"); device && !device->empty()) {
            // "Device:  /dev/mst/mt4129_pciconf0" adds nothing to the command line.
            if (section.command.subject.empty() || host.port_at_pci(*device) != Port::no_index)
                card.begin(*device);
            return State::read;
        }
        std::string_view text = line.key;
        if (text.starts_with('*'))
            text = text.substr(std::min(text.size(), text.find_first_not_of("* \t")));
        Words words(text);
        const std::string_view name = words.next();
        if (!is_setting_name(name) || words.at_end())
            return State::irrelevant;
        if (!card.knows_card()) {
            if (!told)
                host.warn(section.place(), "the interface that this mlxconfig output is about is not known");
            told = true;
            return State::unsupported;
        }
        return take_of_two(host, card, shown_setting(text), section.span(line));
    });
}

bool is_mlxconfig_json(const Node& root)
{
    return root.first != nullptr && root.first->key.starts_with("Device #")
        && root.first->child("tlv_configuration") != nullptr;
}

void read_mlxconfig_json(HostBuilder& host, const Tree& tree)
{
    for (const Node& device : *tree.root) {
        const Node* settings = device.child("tlv_configuration");
        const Node* address = device.child("device");
        if (settings == nullptr)
            continue;
        device.mark(State::read);
        settings->mark(State::read);
        for (const Node& about : device) {
            if (&about != settings)
                about.mark_subtree(State::irrelevant);
        }
        FirmwareCard card(host);
        card.begin(address == nullptr ? std::string_view{} : address->value);
        if (!card.knows_card())
            host.warn(tree.span(device), "the interface that this mlxconfig output is about is not known");
        for (const Node& setting : *settings) {
            const Node* value = setting.child("next_value");
            const auto value_of_child = [&setting](std::string_view name) {
                const Node* child = setting.child(name);
                return child == nullptr ? std::string_view{} : std::string_view(child->value);
            };
            const State state = value == nullptr ? State::irrelevant
                : card.knows_card()              ? take_of_two(host,
                      card,
                      {.name = setting.key,
                                       .usual = value_of_child("default_value"),
                                       .now = value_of_child("current_value"),
                                       .next = value->value},
                      tree.span(*value))
                                                 : State::unsupported;
            setting.mark_subtree(state);
        }
    }
}

// Reads lines like "roce_adp_retrans_en | 0x00000001".
void read_mlxreg(HostBuilder& host, const Section& section)
{
    const std::uint32_t port = host.find_port(host.interface_of(section.command.subject));
    if (port == Port::no_index)
        host.warn(section.place(), "the interface that this mlxreg output is about is not known");
    section.take_lines([&](const Node& line) {
        Words words(line.key);
        const std::string_view name = words.next();
        if (!words.take("|"))
            return State::irrelevant;
        if (port == Port::no_index)
            return State::unsupported;
        const RoceRegisterField* field = find_roce_register_field(name);
        if (field == nullptr)
            return State::irrelevant;
        const auto number = firmware_number(words.next());
        if (!number)
            return State::unrecognised;
        NetDevice& net = host.net(port);
        net.roce_register[*field] = {*number != 0, host.origins().explicit_at(section.span(line))};
        net.has_nic = true;
        return State::read;
    });
}

}

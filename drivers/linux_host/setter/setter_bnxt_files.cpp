// SPDX-License-Identifier: Apache-2.0
// Writes to the files of Broadcom's bnxt_re (configfs.c).
#include "drivers/linux_host/output/nic_tools.h"
#include "drivers/linux_host/setter/setter_broadcom.h"

#include <fmt/format.h>

#include <vector>

namespace rocelint::linux_host {

CoverageState read_congestion_setter(
    const CongestionFile& file, const ShellWord& value, const ShellCommand& command, SetterSink& sink)
{
    const auto number = value.known ? number_in_any_base(value.text) : std::nullopt;
    if (file.name == "apply") {
        // Any other number applies nothing (apply_store).
        if (number && *number != 1)
            return CoverageState::irrelevant;
        for (Setter& setter : sink.setters) {
            if (setter.by_rdma_device && setter.subject == file.device && setter.rdma_port == file.port)
                setter.waits_for_apply = false;
        }
        return number ? CoverageState::read : CoverageState::unsupported;
    }
    const auto add = [&](Knob knob, std::uint32_t amount, std::uint8_t priority) {
        Setter& setter = sink.setters.emplace_back();
        setter.knob = knob;
        setter.subject = file.device;
        setter.by_rdma_device = true;
        setter.rdma_port = file.port;
        setter.bnxt = true;
        setter.editable = false; // hexadecimal
        setter.at = place_of(sink, value);
        setter.after = command.after;
        setter.amount = amount;
        setter.number = priority;
        return &setter;
    };
    if (file.name == "ecn_enable" && number) {
        for (const Priority priority : PrioritySet::all()) {
            for (const Knob half : {Knob::notification, Knob::reaction})
                add(half, *number != 0 ? 1 : 0, priority);
        }
        return CoverageState::read;
    }
    const SpeltKnob spelt = find_spelling(Tool::bnxt_file, {}, file.name);
    if (!spelt || !number)
        return CoverageState::unsupported;
    if (!spelt.row->limit.takes_unsigned(*number)) {
        sink.warn(place_of(sink, value), range_sentence(spelt.row->limit, value.text));
        return CoverageState::unsupported;
    }
    constexpr std::uint64_t same_in_both_bases = 9;
    if (*number > same_in_both_bases && !value.text.starts_with("0x") && !value.text.starts_with("0X"))
        sink.warn(place_of(sink, value),
            fmt::format("earlier versions of bnxt_re read {} as the hexadecimal 0x{}: write {:#x}",
                value.text,
                value.text,
                *number));
    add(spelt.row->knob, static_cast<std::uint32_t>(*number), 0)->waits_for_apply = true;
    return CoverageState::read;
}

void drop_unapplied(SetterSink& sink)
{
    const Setter* before = nullptr;
    for (const Setter& setter : sink.setters) {
        if (!setter.waits_for_apply || (before != nullptr && before->subject == setter.subject))
            continue;
        before = &setter;
        sink.warn(setter.at,
            fmt::format(
                "bnxt_re takes this over only when 1 is written to cc/apply of {} after it, which never happens "
                "here",
                setter.subject));
    }
    std::erase_if(sink.setters, [](const Setter& setter) { return setter.waits_for_apply; });
}

}

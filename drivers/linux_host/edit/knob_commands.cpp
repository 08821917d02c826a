// SPDX-License-Identifier: Apache-2.0
// Settings as commands, by their spellings.
#include "drivers/linux_host/edit/knob_request.h"
#include "drivers/linux_host/knob/notation.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::linux_host {
namespace {

const ToolSpelling* spelling_of(const KnobRequest& request)
{
    return written_by(row_of(request.knob), request.tool, request.number);
}

// Whether both are parts of one command.
bool share_command(const KnobRequest& before, const KnobRequest& request)
{
    const ToolSpelling* a = spelling_of(before);
    const ToolSpelling* b = spelling_of(request);
    return a != nullptr && b != nullptr && a->joins && b->joins && a->tool == b->tool
        && a->object == b->object && before.port == request.port;
}

// The key and the value: "--pfc 0,0,0,1,0,0,0,0"
std::string key_and_value(const KnobRequest& request)
{
    const ToolSpelling* spelling = spelling_of(request);
    if (spelling == nullptr)
        return {};
    const char between = spelling->tool == Tool::lldptool ? '=' : ' ';
    return fmt::format("{}{}{}", spelling->key, between, value_text(*spelling, request));
}

// A further setting in a command. After its key, dcb takes several pairs.
std::string continued(const KnobRequest& request)
{
    const ToolSpelling* spelling = spelling_of(request);
    return spelling != nullptr && spelling->notation == Notation::point ? value_text(*spelling, request)
                                                                        : key_and_value(request);
}

std::string rdma_device_word(const KnobRequest& request)
{
    return request.rdma_device.empty()
        ? fmt::format("\"$(ls /sys/class/net/{}/device/infiniband)\"", request.interface)
        : std::string(request.rdma_device);
}

// The file of one priority is in the directory that a half names.
std::string net_file(const KnobRequest& request, const ToolSpelling& spelling)
{
    const std::string file = fmt::format("/sys/class/net/{}/{}", request.interface, spelling.key);
    return row_of(request.knob).shape == Shape::half ? fmt::format("{}/{}", file, request.number) : file;
}

std::string to_rdma_file(const KnobRequest& request, const ToolSpelling& spelling, std::string_view value)
{
    return request.rdma_device.empty()
        ? fmt::format("echo {} | tee /sys/class/net/{}/device/infiniband/*/tc/1/{} > /dev/null",
            value,
            request.interface,
            spelling.key)
        : fmt::format("echo {} > /sys/class/infiniband/{}/tc/1/{}", value, request.rdma_device, spelling.key);
}

// One command per line: nicctl sets PFC of one priority at a time.
std::string nicctl_text(const KnobRequest& request, const ToolSpelling& spelling)
{
    if (spelling.notation == Notation::each_priority) {
        std::string text;
        for (const Priority priority : request.given) {
            KnobRequest one = request;
            one.given = PrioritySet::of(priority);
            text += fmt::format("{}nicctl update {} -p {} {} {}",
                text.empty() ? "" : "\n",
                spelling.object,
                request.port_id,
                spelling.key,
                value_text(spelling, one));
        }
        return text;
    }
    // The classification type applies to all NICs of the host.
    const std::string address = request.knob == Knob::trust ? std::string()
        : request.knob == Knob::cnp_dscp                    ? fmt::format("-r {} -i 1 ", request.rdma_device)
                                                            : fmt::format("-p {} ", request.port_id);
    return fmt::format(
        "nicctl update {} {}{} {}", spelling.object, address, spelling.key, value_text(spelling, request));
}

}

std::string command_text(const KnobRequest& request, std::string_view pfc)
{
    const ToolSpelling* spelling = spelling_of(request);
    if (spelling == nullptr)
        return {};
    const std::string pair = key_and_value(request);
    const std::string value = value_text(*spelling, request);
    switch (spelling->tool) {
    case Tool::ip:
        return fmt::format("ip link set dev {} {}", request.interface, pair);
    case Tool::ifconfig:
        return fmt::format("ifconfig {} {}", request.interface, pair);
    case Tool::ethtool:
        return fmt::format("ethtool {} {} {}", spelling->object, request.interface, pair);
    case Tool::mlnx_qos:
        // Some versions of mlnx_qos turn PFC off if only the length is set.
        return fmt::format("mlnx_qos -i {} {}{}",
            request.interface,
            request.knob == Knob::cable_length && !pfc.empty() ? fmt::format("--pfc {} ", pfc)
                                                               : std::string(),
            pair);
    case Tool::dcb:
        return fmt::format("dcb {} {} dev {} {}", spelling->object, spelling->verb, request.interface, pair);
    case Tool::nicctl:
        return nicctl_text(request, *spelling);
    case Tool::lldptool:
        return fmt::format(
            "lldptool -T -i {} -V {} {}={}", request.interface, spelling->object, spelling->key, value);
    case Tool::cma:
        return fmt::format("{} -d {} {}{}{}",
            spelling->object,
            rdma_device_word(request),
            spelling->verb,
            spelling->verb.empty() ? "" : " ",
            pair);
    case Tool::net_file:
        return fmt::format("echo {} > {}", value, net_file(request, *spelling));
    case Tool::rdma_file:
        return to_rdma_file(request, *spelling, value);
    case Tool::cm_file:
    case Tool::bnxt_file:
        break;
    }
    return {};
}

std::string guarded(std::string command)
{
    if (command.starts_with("ethtool -A "))
        command += " || [ $? -eq 78 ]";
    return command;
}

std::string joined_command(std::span<const KnobRequest> requests)
{
    std::string text;
    for (const KnobRequest& request : requests)
        text = text.empty() ? command_text(request, {}) : fmt::format("{} {}", text, continued(request));
    return text;
}

namespace {

// A setting may need several commands.
void add_lines(std::vector<std::string>& lines, std::string_view commands)
{
    for (;;) {
        const std::size_t end = commands.find('\n');
        lines.emplace_back(commands.substr(0, end));
        if (end == std::string_view::npos)
            return;
        commands.remove_prefix(end + 1);
    }
}

}

std::vector<std::string> command_lines(std::span<const KnobRequest> requests, const KnobRequests& all)
{
    std::vector<std::string> lines;
    const KnobRequest* before = nullptr;
    for (const KnobRequest& request : requests) {
        const bool with_length = before != nullptr && before->port == request.port
            && before->knob == Knob::cable_length && request.knob == Knob::pfc;
        if (before != nullptr && share_command(*before, request))
            lines.back() += " " + key_and_value(request);
        else if (!with_length) // else it was set together with the cable length
            add_lines(lines, command_text(request, all.pfc_list(request.port)));
        before = &request;
    }
    std::ranges::transform(lines, lines.begin(), guarded);
    return lines;
}

std::string value_text(const KnobRequest& request, const Setter& like)
{
    return like.spelling == nullptr ? fmt::format("{}", request.amount)
                                    : edited_text(*like.spelling, request);
}

}

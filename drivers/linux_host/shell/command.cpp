// SPDX-License-Identifier: Apache-2.0
// Identifies what a command prints, whether the command comes from a transcript, a file name or a prompt. A
// command that is not in the list is unrecognised, and so is its output.
#include "drivers/linux_host/shell/command.h"

#include "drivers/linux_host/shell/arguments.h"
#include "drivers/linux_host/shell/lldptool_call.h"
#include "drivers/linux_host/shell/nic_commands.h"
#include "models/fabric/value/priority.h"
#include "models/syntax/indent_tree.h"

#include <algorithm>
#include <array>

namespace rocelint::linux_host {
namespace {

struct KnownCommand {
    std::string_view name;
    Output output;
};

// Sorted, for the binary search. Commands marked `irrelevant` reveal nothing about the marking or queueing of
// RDMA traffic, whatever their options.
constexpr std::array plain_commands{
    KnownCommand{"bnxtqos", Output::qos_tlvs},
    KnownCommand{"cd", Output::irrelevant},
    KnownCommand{"cma_roce_mode", Output::cma_mode},
    KnownCommand{"cma_roce_tos", Output::cma_tos},
    KnownCommand{"date", Output::irrelevant},
    KnownCommand{"df", Output::irrelevant},
    KnownCommand{"exit", Output::irrelevant},
    KnownCommand{"free", Output::irrelevant},
    KnownCommand{"hostnamectl", Output::hostnamectl},
    KnownCommand{"ibdev2netdev", Output::ibdev2netdev},
    KnownCommand{"ibstat", Output::irrelevant},
    KnownCommand{"ibstatus", Output::irrelevant},
    KnownCommand{"ibv_devices", Output::irrelevant},
    KnownCommand{"ibv_devinfo", Output::devinfo},
    KnownCommand{"id", Output::irrelevant},
    KnownCommand{"ifconfig", Output::unsupported},
    KnownCommand{"lldpad", Output::irrelevant},
    KnownCommand{"lldptool", Output::lldp_tlvs},
    KnownCommand{"ls", Output::irrelevant},
    KnownCommand{"lscpu", Output::irrelevant},
    KnownCommand{"lshw", Output::irrelevant},
    KnownCommand{"lsmod", Output::irrelevant},
    KnownCommand{"lspci", Output::lspci},
    KnownCommand{"mlnx_qos", Output::mlnx_qos},
    KnownCommand{"mlxconfig", Output::mlxconfig},
    KnownCommand{"mlxlink", Output::mlxlink},
    KnownCommand{"mlxreg", Output::mlxreg},
    KnownCommand{"modprobe", Output::irrelevant},
    KnownCommand{"mst", Output::irrelevant},
    KnownCommand{"mstconfig", Output::mlxconfig},
    KnownCommand{"mstreg", Output::mlxreg},
    KnownCommand{"niccli", Output::niccli_list},
    KnownCommand{"nicctl", Output::nicctl},
    KnownCommand{"nvidia-smi", Output::gpus},
    KnownCommand{"ofed_info", Output::irrelevant},
    KnownCommand{"pwd", Output::irrelevant},
    KnownCommand{"show_gids", Output::gids},
    KnownCommand{"sleep", Output::irrelevant},
    KnownCommand{"sysctl", Output::sysctl},
    KnownCommand{"systemctl", Output::irrelevant},
    KnownCommand{"tc", Output::unsupported},
    KnownCommand{"uptime", Output::irrelevant},
    KnownCommand{"whoami", Output::irrelevant},
};

Command ethtool_command(std::string_view arguments)
{
    Words words(arguments);
    // Only the output differs, and it shows by itself whether it is JSON.
    if (words.take("--json"))
        arguments = words.rest();
    Command command{Output::ethtool, first_plain_word(arguments)};
    const std::string_view mode = words.peek();
    if (!is_option(mode))
        return command;
    if (mode == "-a" || mode == "--show-pause")
        command.output = Output::ethtool_pause;
    else if (mode == "-i" || mode == "--driver")
        command.output = Output::ethtool_driver;
    else if (mode == "--show-fec")
        command.output = Output::ethtool_fec;
    else if (mode == "-m" || mode == "--module-info" || mode == "--dump-module-eeprom")
        command.output = words_have(arguments, "raw") || words_have(arguments, "hex")
            ? Output::unsupported
            : Output::ethtool_module;
    else if (mode == "--show-eee")
        command.output = Output::ethtool_eee;
    else if (mode == "-A" || mode == "--pause" || mode == "-s" || mode == "--change" || mode == "--set-fec"
        || mode == "--set-eee" || mode == "--set-priv-flags" || mode == "--set-tunable")
        command.output = Output::setting;
    else if (mode == "--get-tunable")
        command.output = Output::ethtool_tunable;
    else if (mode == "--show-priv-flags")
        command.output = Output::ethtool_flags;
    else if (mode == "-S" || mode == "--statistics")
        command.output = Output::ethtool_statistics;
    else
        command.output = Output::irrelevant;
    return command;
}

// The output formats of iproute2's tools.
enum class Form : std::uint8_t { lines, json, brief };

// Options of ip, rdma and dcb come before the object; one of them asks for JSON.
Form skip_options(Words& words)
{
    Form form = Form::lines;
    while (is_option(words.peek())) {
        const std::string_view word = words.next();
        if (word == "-br" || word == "-brief")
            form = Form::brief;
        else if (word == "-j" || word == "-json" || word == "--json")
            form = Form::json;
        if (word == "-n" || word == "-netns" || word == "-f" || word == "-family")
            words.next();
    }
    return form;
}

bool is_show(std::string_view verb)
{
    return verb.empty() || verb == "show" || verb == "sh" || verb == "list" || verb == "lst" || verb == "ls"
        || verb == "|";
}

Command ip_command(std::string_view arguments)
{
    Words words(arguments);
    const Form form = skip_options(words);
    const std::string_view object = words.next();
    const bool route = !object.empty() && std::string_view("route").starts_with(object);
    if (route && is_show(words.peek()))
        return {form == Form::lines ? Output::ip_route : Output::unsupported, {}};
    const bool link = !object.empty() && std::string_view("link").starts_with(object);
    const bool address = !object.empty() && std::string_view("address").starts_with(object);
    if (!link && !address)
        return {Output::irrelevant, {}};
    const std::string_view verb = words.peek();
    if (verb == "set" || verb == "add" || verb == "del" || verb == "delete" || verb == "change")
        return {link ? Output::setting : Output::irrelevant, {}};
    if (form != Form::lines)
        return {form == Form::json ? Output::ip_json : Output::unsupported, {}};
    return {link ? Output::ip_link : Output::ip_address, {}};
}

// -vv shows the links of devices, -nn the numbers of vendor and device (lspci(8)). Options of one letter may be joined: "-nnvv".
bool lspci_shows_nics(std::string_view arguments)
{
    Words words(arguments);
    for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
        if (word.starts_with('-')
            && (word.find("vv") != std::string_view::npos || word.find("nn") != std::string_view::npos))
            return true;
    }
    return false;
}

Command rdma_command(std::string_view arguments)
{
    Words words(arguments);
    const Form form = skip_options(words);
    const std::string_view object = words.next();
    // rdma-statistic(8); an object may be abbreviated, and "s" alone is `rdma system`.
    if (object.size() > 1 && std::string_view("statistic").starts_with(object))
        return {
            is_show(words.peek()) && form != Form::brief ? Output::rdma_statistic : Output::irrelevant, {}};
    if (object != "link")
        return {Output::irrelevant, {}};
    if (!is_show(words.peek()))
        return {Output::setting, {}};
    words.next();
    // One device, or all.
    const std::string_view device = words.next();
    return {form == Form::brief ? Output::unsupported : Output::rdma_link,
        device == "|" ? std::string_view{} : device};
}

Command dcb_command(std::string_view arguments)
{
    constexpr std::array objects{KnownCommand{"pfc", Output::dcb_pfc},
        KnownCommand{"ets", Output::dcb_ets},
        KnownCommand{"app", Output::dcb_app},
        KnownCommand{"apptrust", Output::dcb_apptrust},
        KnownCommand{"dcbx", Output::dcb_dcbx},
        KnownCommand{"buffer", Output::dcb_buffer}};
    Words words(arguments);
    const Form form = skip_options(words);
    const std::string_view object = words.next();
    const auto* known = std::ranges::find(objects, object, &KnownCommand::name);
    if (form == Form::brief || known == objects.end())
        return {Output::unsupported, {}};
    if (!is_show(words.peek()))
        return {Output::setting, {}};
    words.next();
    return {known->output, device_of(words.rest())};
}

// lldptool(8): -t shows the TLVs that were sent, or received (-n); with -c, the configuration of one.
Command lldptool_command(std::string_view arguments)
{
    const LldptoolCall call = parse_lldptool(arguments);
    switch (call.action) {
    case LldptoolCall::Action::sets:
        return {Output::setting, call.interface};
    case LldptoolCall::Action::shows_tlv:
        return {call.neighbour       ? Output::lldp_neighbour
                : call.configuration ? Output::lldptool_config
                                     : Output::lldp_tlvs,
            call.interface};
    case LldptoolCall::Action::other:
        break;
    }
    // Without its command, output may be the host's own or its neighbour's.
    return {arguments.empty() ? Output::unsupported : Output::irrelevant, {}};
}

// `devlink dev param show [pci/ADDRESS [name NAME]]`; the output names the device.
Command devlink_command(std::string_view arguments)
{
    Words words(arguments);
    if (skip_options(words) == Form::brief || words.next() != "dev" || words.next() != "param")
        return {Output::irrelevant, {}};
    return {is_show(words.peek()) ? Output::devlink_param : Output::setting, {}};
}

bool is_rdma_file(std::string_view text)
{
    return text.find("/ecn/") != std::string_view::npos
        || text.find("traffic_class") != std::string_view::npos
        || text.find("rdma_cm/") != std::string_view::npos || text.find("/bnxt_re/") != std::string_view::npos
        || text.find("/qos/") != std::string_view::npos || text.find("/settings/") != std::string_view::npos;
}

Command file_command(std::string_view name, std::string_view arguments)
{
    Words words(arguments);
    while (!words.at_end()) {
        const std::string_view word = unquoted(words.next());
        if (word.starts_with("/proc/net/bonding/"))
            return {Output::bonding, word.substr(18)};
        if (word.starts_with("/proc/sys/net/ipv4/conf/"))
            return {Output::sysctl, name == "grep" || name == "egrep" ? std::string_view{} : word};
        if (word.starts_with("/sys/"))
            return {Output::sysfs, name == "grep" || name == "egrep" ? std::string_view{} : word};
        if (word == "/etc/hostname" || word == "/proc/sys/kernel/hostname")
            return {Output::hostname, {}};
        if (word.starts_with("/etc/modprobe.d/"))
            return {Output::module_options, {}};
        if (word.starts_with("/etc/") && word.ends_with("-release"))
            return {Output::irrelevant, {}};
    }
    return {};
}

Command rdma_device_command(Output output, std::string_view arguments)
{
    // Both scripts default to this device and this port.
    std::string_view device = option(arguments, 'd', {});
    const auto port = parse_number(option(arguments, 'p', {}));
    return {output,
        device.empty() ? std::string_view("mlx5_0") : device,
        static_cast<std::uint8_t>(port && *port < 255 ? *port : 1)};
}

// Skips what precedes the actual command: `sudo -n`, `env A=b`, `time`.
std::string_view command_word(Words& words)
{
    for (;;) {
        std::string_view word = words.next();
        if (word == "sudo" || word == "env" || word == "time" || word == "command" || word == "exec") {
            while (is_option(words.peek()))
                words.next();
            continue;
        }
        const std::size_t equals = word.find('=');
        if (equals != std::string_view::npos && equals > 0 && word.find('/') > equals && !words.at_end())
            continue;
        return word.substr(word.find_last_of('/') + 1);
    }
}

}

Command parse_command(std::string_view line)
{
    Words words(line);
    const std::string_view name = command_word(words);
    const std::string_view arguments = words.rest();
    if (name.empty() || name.find('=') != std::string_view::npos)
        return {Output::irrelevant, {}};
    if (name == "ethtool")
        return ethtool_command(arguments);
    if (name == "ip")
        return ip_command(arguments);
    if (name == "dcb")
        return dcb_command(arguments);
    if (name == "rdma")
        return rdma_command(arguments);
    if (name == "lldptool")
        return lldptool_command(arguments);
    if (name == "devlink")
        return devlink_command(arguments);
    if (name == "cat" || name == "grep" || name == "egrep" || name == "head" || name == "tail"
        || name == "more")
        return file_command(name, arguments);
    if (name == "hostname")
        return {first_plain_word(arguments).empty() && arguments.find("-I") == std::string_view::npos
                    && arguments.find("-i") == std::string_view::npos
                ? Output::hostname
                : Output::irrelevant,
            {}};
    if (name == "uname")
        return {arguments.starts_with("-n")   ? Output::hostname
                : arguments.starts_with("-a") ? Output::uname
                                              : Output::irrelevant,
            {}};
    if (name == "lldpcli" || name == "lldpctl")
        return {arguments.find("json") != std::string_view::npos ? Output::lldp : Output::unsupported, {}};
    if (name == "sh" || name == "bash" || name == "echo" || name == "printf" || name == "tee") {
        const bool shell = name == "sh" || name == "bash";
        if (is_rdma_file(arguments))
            return {Output::setting, {}};
        return {shell ? Output::unknown : Output::irrelevant, {}};
    }
    const auto* known = std::ranges::lower_bound(plain_commands, name, {}, &KnownCommand::name);
    if (known == plain_commands.end() || known->name != name)
        return {};
    switch (known->output) {
    case Output::mlnx_qos:
        return {known->output, option(arguments, 'i', "interface")};
    case Output::qos_tlvs:
        return bnxtqos_command(arguments);
    case Output::lldp_tlvs:
        return lldptool_command(arguments);
    case Output::niccli_list:
        return niccli_command(arguments);
    case Output::mlxlink:
        // The link to the host's processor has separate lanes.
        if (!option(arguments, '\0', "port_type").empty())
            return {Output::irrelevant, {}};
        return {words_have(arguments, "--json") ? Output::unsupported : known->output,
            option(arguments, 'd', "device")};
    case Output::mlxconfig: {
        const bool asks = words_have(arguments, "q") || words_have(arguments, "query");
        return {asks ? known->output : Output::setting, option(arguments, 'd', "dev")};
    }
    case Output::mlxreg: {
        if (!words_have(arguments, "--get") && !words_have(arguments, "-g"))
            return {Output::setting, {}};
        const bool roce = option(arguments, '\0', "reg_name") == "ROCE_ACCL";
        return {roce ? known->output : Output::unsupported, option(arguments, 'd', "device")};
    }
    case Output::nicctl:
        return parse_nicctl(arguments);
    case Output::lspci:
        return {lspci_shows_nics(arguments) ? known->output : Output::irrelevant, {}};
    case Output::gpus: {
        const bool list = words_have(arguments, "-L") || words_have(arguments, "--list-gpus")
            || (words_have(arguments, "topo")
                && (words_have(arguments, "-m") || words_have(arguments, "--matrix")))
            || (words_have(arguments, "nvlink")
                && (words_have(arguments, "-s") || words_have(arguments, "--status")));
        return {list ? known->output : Output::irrelevant, {}};
    }
    case Output::cma_tos:
    case Output::cma_mode:
        return rdma_device_command(known->output, arguments);
    default:
        return {known->output, {}};
    }
}

}

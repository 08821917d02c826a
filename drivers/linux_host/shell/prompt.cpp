// SPDX-License-Identifier: Apache-2.0
// Transcripts are pasted from many kinds of terminal. A line counts as a prompt only in known forms;
// otherwise it stays output.
#include "drivers/linux_host/shell/command.h"
#include "models/syntax/indent_tree.h"
#include "models/text/ascii.h"

#include <algorithm>
#include <array>

namespace rocelint::linux_host {
namespace {

constexpr std::size_t longest_prompt = 160;

bool is_name_char(char c) { return ascii::is_letter_or_digit(c) || c == '-' || c == '_' || c == '.'; }

std::size_t name_end(std::string_view text, std::size_t from)
{
    while (from < text.size() && is_name_char(text[from]))
        ++from;
    return from;
}

std::string_view without_blanks(std::string_view text)
{
    return ascii::trimmed_front(ascii::trimmed_back(text, ascii::is_blank_or_cr), ascii::is_blank);
}

// SUSE's `host:~ # `
Prompt parse_short_prompt(std::string_view line, std::size_t host_end)
{
    const std::size_t end = line.substr(0, longest_prompt).find(" # ", host_end);
    if (end == std::string_view::npos || (line[host_end + 1] != '~' && line[host_end + 1] != '/'))
        return {};
    return {true, line.substr(0, host_end), without_blanks(line.substr(end + 2))};
}

// `user@host:~# `, `user@host:/path$ `, `[user@host ~]# `
Prompt parse_host_prompt(std::string_view line)
{
    const bool bracket = line.front() == '[';
    const std::size_t user = bracket ? 1 : 0;
    const std::size_t at = name_end(line.substr(0, longest_prompt), user);
    if (at == user || at >= line.size())
        return {};
    if (line[at] == ':' && !bracket)
        return parse_short_prompt(line, at);
    if (line[at] != '@')
        return {};
    const std::size_t host_end = name_end(line.substr(0, longest_prompt), at + 1);
    if (host_end == at + 1 || host_end >= line.size())
        return {};
    const char after = line[host_end];
    if (bracket ? after != ' ' : after != ':')
        return {};
    const std::string_view shown = line.substr(0, longest_prompt);
    for (std::size_t end = host_end + 1; end < shown.size(); ++end) {
        if ((line[end] != '#' && line[end] != '$') || (bracket && line[end - 1] != ']'))
            continue;
        if (end + 1 < line.size() && line[end + 1] != ' ' && line[end + 1] != '\r')
            continue;
        return {true, line.substr(at + 1, host_end - at - 1), without_blanks(line.substr(end + 1))};
    }
    return {};
}

struct FileWord {
    std::string_view word;
    std::string_view command;
};

// File names under which outputs are saved. A longer word comes before its prefixes.
constexpr std::array file_words{
    FileWord{"mlnx_qos", "mlnx_qos"},
    FileWord{"ethtool-a", "ethtool -a"},
    FileWord{"ethtool-i", "ethtool -i"},
    FileWord{"ethtool-s", "ethtool -S"},
    FileWord{"ethtool-S", "ethtool -S"},
    FileWord{"ethtool-fec", "ethtool --show-fec"},
    FileWord{"ethtool-eee", "ethtool --show-eee"},
    FileWord{"ethtool-m", "ethtool -m"},
    FileWord{"ethtool-tunable", "ethtool --get-tunable"},
    FileWord{"ethtool-priv-flags", "ethtool --show-priv-flags"},
    FileWord{"ethtool_-a", "ethtool -a"},
    FileWord{"ethtool_-i", "ethtool -i"},
    FileWord{"ethtool_-S", "ethtool -S"},
    FileWord{"ethtool_-m", "ethtool -m"},
    FileWord{"ethtool_--show-fec", "ethtool --show-fec"},
    FileWord{"ethtool_--show-eee", "ethtool --show-eee"},
    FileWord{"ethtool_--show-priv-flags", "ethtool --show-priv-flags"},
    FileWord{"ethtool", "ethtool"},
    FileWord{"mlnx_qos_-i", "mlnx_qos"},
    FileWord{"niccli-list", "niccli --list_devices"},
    FileWord{"niccli-cosq", "niccli qos --ingress --cosq --show"},
    FileWord{"niccli-qos", "niccli getqos"},
    FileWord{"niccli-nvm", "niccli nvm -getoption"},
    FileWord{"bnxtqos", "niccli getqos"},
    FileWord{"lldptool-t", "lldptool -t"},
    FileWord{"lldptool-n", "lldptool -t -n"},
    FileWord{"dcb_-N_app_show_dev", "dcb app"},
    FileWord{"dcb_-N_buffer_show_dev", "dcb buffer"},
    FileWord{"dcb_-N_dcbx_show_dev", "dcb dcbx"},
    FileWord{"dcb_-N_ets_show_dev", "dcb ets"},
    FileWord{"dcb_-N_pfc_show_dev", "dcb pfc"},
    FileWord{"lldptool-pfc", "lldptool -t -V PFC -c"},
    FileWord{"lldptool-ets-cfg", "lldptool -t -V ETS-CFG -c"},
    FileWord{"lldptool-app", "lldptool -t -V APP -c"},
    FileWord{"devlink-dev-param", "devlink dev param show"},
    FileWord{"mlxlink", "mlxlink"},
    FileWord{"mlxconfig", "mlxconfig q"},
    FileWord{"nicctl", "nicctl show qos"},
    FileWord{"nicctl-qos", "nicctl show qos"},
    FileWord{"nicctl-dcqcn", "nicctl show dcqcn"},
    FileWord{"nicctl-port", "nicctl show port"},
    FileWord{"nicctl-card", "nicctl show card"},
    FileWord{"nicctl_show_qos", "nicctl show qos"},
    FileWord{"nicctl_show_dcqcn", "nicctl show dcqcn"},
    FileWord{"nicctl_show_port", "nicctl show port"},
    FileWord{"nicctl_show_card", "nicctl show card"},
    FileWord{"nicctl_show_version_firmware", "nicctl show version firmware"},
    FileWord{"nicctl_show_pcie_ats", "nicctl show pcie ats"},
    FileWord{"lspci", "lspci -vvv"},
    FileWord{"lspci-vv", "lspci -vvv"},
    FileWord{"lspci-vvv", "lspci -vvv"},
    FileWord{"lspci-nnvv", "lspci -vvv"},
    FileWord{"lspci-nnvvv", "lspci -vvv"},
    FileWord{"lspci_-nnvv", "lspci -vvv"},
    FileWord{"cma_roce_tos", "cma_roce_tos"},
    FileWord{"cma_roce_mode", "cma_roce_mode"},
    FileWord{"traffic_class", "traffic_class"},
    FileWord{"dcb-pfc", "dcb pfc"},
    FileWord{"dcb-ets", "dcb ets"},
    FileWord{"dcb-apptrust", "dcb apptrust"},
    FileWord{"dcb-app", "dcb app"},
    FileWord{"dcb-dcbx", "dcb dcbx"},
    FileWord{"dcb-buffer", "dcb buffer"},
    FileWord{"bonding", "cat /proc/net/bonding/"},
    FileWord{"sysctl", "sysctl"},
    FileWord{"rdma-statistic", "rdma statistic"},
    FileWord{"rdma_statistic", "rdma statistic"},
    FileWord{"hostname", "hostname"},
    FileWord{"uname-n", "uname -n"},
};

std::string_view last_name(std::string_view path) { return path.substr(path.find_last_of('/') + 1); }

std::string_view without_text_suffix(std::string_view name)
{
    for (const std::string_view suffix : {".txt", ".log", ".out", ".json"}) {
        if (name.ends_with(suffix))
            return name.substr(0, name.size() - suffix.size());
    }
    return name;
}

// `N: name: <FLAGS> mtu`
bool is_link_header(std::string_view line)
{
    std::size_t digits = 0;
    while (digits < line.size() && ascii::is_digit(line[digits]))
        ++digits;
    if (digits == 0 || !line.substr(digits).starts_with(": "))
        return false;
    const std::size_t flags = line.find(": <", digits + 2);
    return flags != std::string_view::npos && line.find("> mtu ", flags) != std::string_view::npos;
}

struct FirstLine {
    std::string_view begins;
    std::string_view ends;
    std::string_view command;
};

constexpr std::array first_lines{
    FirstLine{"DCBX mode: ", "controlled", "mlnx_qos"},
    FirstLine{"Priority trust state: ", "", "mlnx_qos"},
    FirstLine{"Pause parameters for ", ":", "ethtool -a"},
    FirstLine{"Settings for ", ":", "ethtool"},
    FirstLine{"FEC parameters for ", ":", "ethtool --show-fec"},
    FirstLine{"Private flags for ", ":", "ethtool --show-priv-flags"},
    FirstLine{"EEE settings for ", ":", "ethtool --show-eee"},
    FirstLine{"EEE Settings for ", ":", "ethtool --show-eee"},
    FirstLine{"Operational Info", "", "mlxlink"},
    FirstLine{"Device #1:", "", "mlxconfig q"},
    FirstLine{"pfc-prevention-tout: ", "", "ethtool --get-tunable"},
    FirstLine{"NIC  : ", ")", "nicctl show qos"},
    FirstLine{"NIC : ", ")", "nicctl show qos"},
    FirstLine{"00:00.0 Host bridge: ", "", "lspci -vvv"},
    FirstLine{"0000:00:00.0 Host bridge: ", "", "lspci -vvv"},
    FirstLine{"GPU 0: ", ")", "nvidia-smi -L"},
    FirstLine{"NIC statistics:", "", "ethtool -S"},
    FirstLine{"Features for ", ":", "ethtool -k"},
    FirstLine{"Ring parameters for ", ":", "ethtool -g"},
    FirstLine{"Coalesce parameters for ", ":", "ethtool -c"},
    FirstLine{"Channel parameters for ", ":", "ethtool -l"},
    FirstLine{"driver: ", "", "ethtool -i"},
    FirstLine{"hca_id:", "", "ibv_devinfo"},
    FirstLine{"DEV\tPORT\tINDEX\tGID", "", "show_gids"},
    FirstLine{"DEV     PORT    INDEX   GID", "", "show_gids"},
    FirstLine{"Ethernet Channel Bonding Driver:", "", "cat /proc/net/bonding/"},
    FirstLine{"pfc-cap ", "", "dcb pfc"},
    FirstLine{"prio-pfc 0:", "", "dcb pfc"},
    FirstLine{"willing on ets-cap ", "", "dcb ets"},
    FirstLine{"willing off ets-cap ", "", "dcb ets"},
    FirstLine{"dscp-prio ", "", "dcb app"},
    FirstLine{"prio-buffer 0:", "", "dcb buffer"},
    FirstLine{"IEEE 8021QAZ ", "TLV:", "niccli getqos"},
    FirstLine{"Chassis ID TLV", "", "lldptool"}, // the host's own or its neighbour's
    FirstLine{"support_rdma = ", "", "niccli nvm -getoption"},
    FirstLine{"1) Broadcom ", "", "niccli --list_devices"},
    FirstLine{"1 ) Broadcom ", "", "niccli --list_devices"},
    FirstLine{"/sys/class/net/", "", "grep /sys/"},
    FirstLine{"/sys/class/infiniband/", "", "grep /sys/"},
    FirstLine{"/sys/kernel/config/rdma_cm/", "", "grep /sys/"},
    FirstLine{"/sys/kernel/config/bnxt_re/", "", "grep /sys/"},
    FirstLine{"/sys/devices/", "", "grep /sys/"},
    FirstLine{"/sys/kernel/debug/mlx5/", "", "grep /sys/"},
    FirstLine{"/sys/kernel/debug/bnxt_re/", "", "grep /sys/"},
    FirstLine{"/sys/kernel/config/irdma/", "", "grep /sys/"},
    FirstLine{"/sys/module/irdma/", "", "grep /sys/"},
    FirstLine{"options irdma ", "", "cat /etc/modprobe.d/"},
    FirstLine{"options ko2iblnd ", "", "cat /etc/modprobe.d/"},
};

// Whether any of `first_lines` begins with this character; nearly every line of a file of another platform does not.
constexpr auto begins_first_line = [] {
    std::array<bool, 256> begins{};
    for (const FirstLine& known : first_lines)
        begins[static_cast<unsigned char>(known.begins.front())] = true;
    return begins;
}();

std::string_view command_of_first_line(std::string_view line)
{
    if (!begins_first_line[static_cast<unsigned char>(line.front())])
        return {};
    const auto known = std::ranges::find_if(first_lines,
        [line](const FirstLine& one) { return line.starts_with(one.begins) && line.ends_with(one.ends); });
    return known == first_lines.end() ? std::string_view{} : known->command;
}

}

Prompt parse_prompt(std::string_view line)
{
    if (line.empty())
        return {};
    const char first = line.front();
    if (first == '+') {
        const std::size_t plus = line.find_first_not_of('+');
        if (plus == std::string_view::npos || line[plus] != ' ')
            return {};
        return {true, {}, without_blanks(line.substr(plus))};
    }
    if (first == '$' && line.size() > 1 && line[1] == ' ')
        return {true, {}, without_blanks(line.substr(1))};
    if (first == '#') {
        // Comments begin in the same way, so the command must be one that we know.
        const std::string_view command = without_blanks(line.substr(1));
        if (line.size() < 3 || line[1] != ' ' || parse_command(command).output <= Output::irrelevant)
            return {};
        return {true, {}, command};
    }
    if (first == '[' || is_name_char(first))
        return parse_host_prompt(line);
    return {};
}

std::string_view command_by_first_line(std::string_view line)
{
    if (line.empty())
        return {};
    if (is_link_header(line))
        return line.find(" mode ") != std::string_view::npos ? "ip link" : "ip address";
    if (const std::string_view command = command_of_first_line(line); !command.empty())
        return command;
    if (line.starts_with("link ") && line.find('/') != std::string_view::npos
        && (line.find(" rx_write_requests ") != std::string_view::npos
            || line.find(" np_cnp_sent ") != std::string_view::npos
            || line.find(" tx_rdma_") != std::string_view::npos))
        return "rdma statistic";
    if (line.starts_with("link ") && line.find('/') != std::string_view::npos
        && (line.find(" state ") != std::string_view::npos
            || line.find(" subnet_prefix ") != std::string_view::npos))
        return "rdma link";
    if (line.ends_with(")") && line.find(" ==> ") != std::string_view::npos
        && line.find(" port ") != std::string_view::npos)
        return "ibdev2netdev";
    return {};
}

FileHint hint_of_path(std::string_view path)
{
    for (const std::string_view root : {"sys/class/net/",
             "sys/class/infiniband/",
             "sys/kernel/config/rdma_cm/",
             "sys/kernel/config/bnxt_re/",
             "sys/kernel/debug/bnxt_re/",
             "sys/kernel/debug/mlx5/",
             "sys/kernel/config/irdma/",
             "sys/module/irdma/"}) {
        const std::size_t at = path.find(root);
        if (at != std::string_view::npos && (at == 0 || path[at - 1] == '/'))
            return {"cat /sys/", path.substr(at)};
    }
    const std::size_t bonding = path.find("proc/net/bonding/");
    if (bonding != std::string_view::npos && (bonding == 0 || path[bonding - 1] == '/'))
        return {"cat /proc/net/bonding/", path.substr(bonding + 17)};
    if (const std::size_t options = path.find("etc/modprobe.d/");
        options != std::string_view::npos && (options == 0 || path[options - 1] == '/'))
        return {"cat /etc/modprobe.d/", {}};
    if (path.ends_with("etc/hostname"))
        return {"hostname", {}};
    const std::string_view name = without_text_suffix(last_name(path));
    const bool of_a_report = path.find("sos_commands/") != std::string_view::npos;
    for (const FileWord& known : file_words) {
        if (!name.starts_with(known.word))
            continue;
        const std::string_view rest = name.substr(known.word.size());
        // sosreport replaces the blanks of a command with "_": an interface may follow, but no further
        // option.
        const bool is_subject = rest.empty() || rest.front() == '.'
            || (of_a_report && rest.size() > 1 && rest.front() == '_' && rest[1] != '-');
        // sysctl.conf says what the next boot sets.
        if (!is_subject || (known.command == "sysctl" && !rest.empty()))
            continue;
        return {known.command, rest.empty() ? rest : rest.substr(1)};
    }
    return {};
}

bool is_capture_name(std::string_view path)
{
    if (!hint_of_path(path).command.empty())
        return true;
    const std::string_view name = last_name(path);
    std::string command(name.substr(0, name.find('.')));
    std::ranges::replace(command, '-', ' ');
    const Output output = parse_command(command).output;
    return output != Output::unknown && output != Output::irrelevant && output != Output::unsupported
        && output != Output::setting;
}

}

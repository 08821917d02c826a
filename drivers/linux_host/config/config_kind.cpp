// SPDX-License-Identifier: Apache-2.0
// Only files that set something about RDMA belong to a host's
// configuration; other scripts next to them are ignored.
#include "drivers/linux_host/config/config_file.h"
#include "models/text/ascii.h"

#include <algorithm>
#include <array>

namespace rocelint::linux_host {
namespace {

constexpr std::size_t looked_at = 65536;

// Text in a script that indicates RDMA settings.
constexpr auto signs = std::to_array<std::string_view>({"mlnx_qos",
    "nicctl update",
    "bnxt_setupcc.sh",
    "bnxtqos",
    "qos --pfc",
    "qos --apptlv",
    "/bnxt_re/",
    "lldptool ",
    "fw-lldp",
    "cma_roce_",
    "/ecn/roce_",
    "/traffic_class",
    "dcb pfc",
    "dcb ets",
    "dcb app",
    "dcb buffer",
    "ethtool -A",
    "ethtool --pause",
    "ethtool --set-eee",
    "ethtool --set-fec",
    " mtu ",
    "default_roce_"});

// The text up to the next end of line that no backslash precedes, with blanks in place of tabs.
std::string joined_line(std::string_view text)
{
    std::string line;
    for (std::size_t at = 0; at < text.size() && text[at] != '\n'; ++at) {
        if (text[at] == '\\' && at + 1 < text.size() && text[at + 1] == '\n')
            ++at;
        else
            line += text[at] == '\t' ? ' ' : text[at];
    }
    return line;
}

// Whether a tool's name that begins here is that of a command: not the end of another word, and neither in a comment
// nor in what `echo` prints.
bool names_command(std::string_view text, std::size_t at)
{
    const std::size_t begin = text.substr(0, at).rfind('\n') + 1;
    const std::string_view before = text.substr(begin, at - begin);
    if (!before.empty()
        && (ascii::is_letter_or_digit(before.back())
            || std::string_view("_-.").find(before.back()) != std::string_view::npos))
        return false;
    const std::string_view command
        = ascii::trimmed_front(before.substr(before.find_last_of(";&|(`") + 1), ascii::is_white);
    return !ascii::trimmed_front(before, ascii::is_white).starts_with('#') && !command.starts_with("echo ")
        && !command.starts_with("printf ");
}

// `mlxconfig -d CARD -y set NAME=VALUE`, and not a query. A command may continue over several lines.
bool sets_firmware(std::string_view text)
{
    for (const std::string_view tool : {"mlxconfig", "mstconfig"}) {
        for (std::size_t at = text.find(tool); at != std::string_view::npos; at = text.find(tool, at + 1)) {
            const std::string line = joined_line(text.substr(at));
            const std::size_t verb = std::min(line.find(" set "), line.find(" s "));
            if (names_command(text, at) && line.starts_with(std::string(tool) + ' ')
                && verb != std::string::npos && line.find('=', verb) != std::string::npos)
                return true;
        }
    }
    return false;
}

// `mlxreg -d CARD --reg_name ROCE_ACCL --set FIELD=VALUE`, and not a query.
bool writes_register(std::string_view text)
{
    for (const std::string_view tool : {"mlxreg", "mstreg"}) {
        for (std::size_t at = text.find(tool); at != std::string_view::npos; at = text.find(tool, at + 1)) {
            const std::string line = joined_line(text.substr(at));
            const std::size_t verb = std::min(line.find(" --set"), line.find(" -s "));
            if (names_command(text, at) && line.starts_with(std::string(tool) + ' ')
                && line.find("ROCE_ACCL") != std::string::npos && verb != std::string::npos
                && line.find('=', verb) != std::string::npos)
                return true;
        }
    }
    return false;
}

bool has_sign(std::string_view text)
{
    return sets_firmware(text) || writes_register(text)
        || std::ranges::any_of(
            signs, [text](std::string_view sign) { return text.find(sign) != std::string_view::npos; });
}

// "#cloud-config", after an optional line "## template: jinja" (cloud-init, User data formats).
bool is_cloud_init(std::string_view text)
{
    constexpr std::string_view title = "#cloud-config";
    if (text.starts_with("## template:"))
        text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
    return text.starts_with(title) && (text.size() == title.size() || ascii::is_white(text[title.size()]));
}

bool is_shell(std::string_view text)
{
    if (!text.starts_with("#!"))
        return false;
    std::string_view line = text.substr(0, text.find('\n'));
    line = ascii::trimmed_back(line, ascii::is_blank_or_cr);
    for (const std::string_view option : {" -e", " -x", " -eu", " -ex", " -xe", " -l"}) {
        if (line.ends_with(option))
            line.remove_suffix(option.size());
    }
    return line.ends_with("/sh") || line.ends_with("bash") || line.ends_with("/dash")
        || line.ends_with("/ash") || line.ends_with(" sh") || line.ends_with(" dash");
}

// Whether user data writes an encoded file whose path is about RDMA.
bool writes_encoded_setup(std::string_view text)
{
    if (text.find("encoding:") == std::string_view::npos)
        return false;
    return std::ranges::any_of(logical_lines(text, "#"), [](const LogicalLine& line) {
        return line.text.find("path:") != std::string_view::npos
            && (line.text.find("rdma") != std::string_view::npos
                || line.text.find("roce") != std::string_view::npos
                || line.text.find("mlnx") != std::string_view::npos);
    });
}

// Whether a text begins with an object of Kubernetes, as YAML or JSON. A transcript may show some further down.
bool begins_with_object(std::string_view text)
{
    constexpr std::array<std::string_view, 6> beginnings{
        "apiVersion:", "kind:", "metadata:", "spec:", "items:", "- apiVersion:"};
    text = ascii::trimmed_front(text, ascii::is_white);
    if (text.starts_with('{'))
        return true;
    for (const LogicalLine& line : logical_lines(text.substr(0, 4096), "#")) {
        if (line.text != "---")
            return std::ranges::any_of(
                beginnings, [&line](std::string_view begins) { return line.text.starts_with(begins); });
    }
    return false;
}

// A profile of tuned. Those below usr/lib are shipped with it, and active only if an administrator chooses one.
bool is_tuned_profile(std::string_view path, std::string_view text)
{
    return path.substr(path.find_last_of('/') + 1) == "tuned.conf" && text.find('[') != std::string_view::npos
        && path.find("usr/lib/tuned/") == std::string_view::npos;
}

// Whether a file names the active profiles of TuneD (redhat-performance/tuned 2.24, tuned/consts.py,
// ACTIVE_PROFILE_FILE; tuned/profiles/loader.py, safe_name).
bool is_tuned_choice(std::string_view path, std::string_view text)
{
    const std::string_view name = ascii::trimmed(text, ascii::is_white);
    return path.ends_with("tuned/active_profile") && !name.empty() && std::ranges::all_of(name, [](char c) {
        return ascii::is_letter_or_digit(c) || std::string_view("_.- ").find(c) != std::string_view::npos;
    });
}

// Whether a profile of tuned sets up NICs or the kernel's settings, by a section that is named after the plugin for
// them (tuned.conf(5)) or by what it sets.
bool is_tuned_for_rdma(std::string_view text)
{
    const auto names_plugin = [](const LogicalLine& line) {
        return line.text == "[net]" || line.text == "[sysctl]" || line.text == "type=net"
            || line.text == "type=sysctl";
    };
    if (std::ranges::any_of(logical_lines(text, "#"), names_plugin))
        return true;
    constexpr auto options = std::to_array<std::string_view>({"\nmtu=",
        "\nmtu =",
        "\npause=",
        "\npause =",
        "arp_ignore",
        "arp_announce",
        "/sys/class/net/",
        "/sys/class/infiniband/"});
    return has_sign(text) || std::ranges::any_of(options, [text](std::string_view option) {
        return text.find(option) != std::string_view::npos;
    });
}

// Whether a profile in the folder of tuned takes over another one, which may set up NICs.
bool includes_a_profile(std::string_view path, std::string_view text)
{
    return path.find("etc/tuned/") != std::string_view::npos
        && (text.find("\ninclude=") != std::string_view::npos
            || text.find("\ninclude =") != std::string_view::npos);
}

// Whether the first key is "network:" and one below it names a kind of interfaces, as in a netplan file. Variables of
// other programs are called network as well.
bool is_netplan(std::string_view text)
{
    constexpr std::array<std::string_view, 5> kinds{"ethernets:", "bonds:", "vlans:", "bridges:", "modems:"};
    if (std::ranges::none_of(
            kinds, [text](std::string_view kind) { return text.find(kind) != std::string_view::npos; }))
        return false;
    text = ascii::trimmed_front(text, ascii::is_white);
    for (const LogicalLine& line : logical_lines(text.substr(0, 4096), "#")) {
        if (line.text != "---")
            return line.text == "network:";
    }
    return false;
}

}

bool sets_link(std::string_view text)
{
    constexpr auto keys
        = std::to_array<std::string_view>({"MTUBytes=", "xFlowControl=", "pause-rx=", "pause-tx="});
    return std::ranges::any_of(
        keys, [text](std::string_view key) { return text.find(key) != std::string_view::npos; });
}

bool sets_addresses(std::string_view text)
{
    constexpr auto names = std::to_array<std::string_view>({"arp_ignore", "arp_announce", "arp_filter"});
    return std::ranges::any_of(
        names, [text](std::string_view name) { return text.find(name) != std::string_view::npos; });
}

bool has_setup_sign(std::string_view text)
{
    return sets_firmware(text) || std::ranges::any_of(signs, [text](std::string_view sign) {
        // " mtu " is in the lines of many switches as well.
        return sign == " mtu " ? text.find("ip link set") != std::string_view::npos
                               : text.find(sign) != std::string_view::npos;
    });
}

ConfigKind config_kind(const Source& source) { return config_kind(source.path(), source.text()); }

ConfigKind config_kind(std::string_view path, std::string_view text)
{
    const std::string_view name = path.substr(path.find_last_of('/') + 1);
    const std::string_view whole = text;
    text = text.substr(0, looked_at);
    const auto has = [text](std::string_view part) { return text.find(part) != std::string_view::npos; };
    const auto is_cluster = [&] { return holds_cluster_objects(whole); };
    if (is_cloud_init(text))
        return ConfigKind::cloud_init;
    if (is_shell(text) || name.ends_with(".sh") || name.ends_with(".bash") || name == "rc.local")
        return ConfigKind::script;
    if (name.ends_with(".service"))
        return has("[Service]") ? ConfigKind::unit : ConfigKind::none;
    if (name.ends_with(".rules"))
        return has("RUN") || has("ATTR{mtu}") ? ConfigKind::udev : ConfigKind::none;
    if (name.ends_with(".link") || name.ends_with(".network") || name.ends_with(".nmconnection"))
        return ConfigKind::key_file;
    if (name.starts_with("ifcfg-"))
        return ConfigKind::key_file;
    if (name.ends_with(".yaml") || name.ends_with(".yml"))
        return is_netplan(text)       ? ConfigKind::netplan
            : is_machine_config(text) ? ConfigKind::machine_config
            : is_ansible(text)        ? ConfigKind::ansible
            : is_cluster()            ? ConfigKind::cluster
                                      : ConfigKind::none;
    if (name == "sysctl.conf"
        || (path.find("sysctl.d/") != std::string_view::npos && name.ends_with(".conf")))
        return ConfigKind::kernel;
    if (is_tuned_profile(path, text))
        return ConfigKind::tuned;
    if (is_tuned_choice(path, whole))
        return ConfigKind::tuned_choice;
    if (name == "interfaces" || path.find("/interfaces.d/") != std::string_view::npos)
        return has("iface ") && !has("iface swp") ? ConfigKind::interfaces : ConfigKind::none;
    if (!begins_with_object(text))
        return ConfigKind::none;
    return is_machine_config(whole) ? ConfigKind::machine_config
        : is_cluster()              ? ConfigKind::cluster
                                    : ConfigKind::none;
}

Detection detect_config(const Source& source)
{
    const std::string_view text = source.text().substr(0, looked_at);
    const auto has = [text](std::string_view part) { return text.find(part) != std::string_view::npos; };
    switch (config_kind(source)) {
    case ConfigKind::script:
        return has_sign(text) || sets_addresses(text) || !named_host(source).empty()
            ? Detection{90, "a script that sets up RDMA NICs"}
            : Detection{};
    case ConfigKind::unit:
        return has_sign(text) || sets_addresses(text) || !named_host(source).empty()
            ? Detection{90, "a systemd unit that sets up RDMA NICs"}
            : Detection{};
    case ConfigKind::udev:
        return has_sign(text) || has("ATTR{mtu}") ? Detection{90, "a rule of udev that sets up RDMA NICs"}
                                                  : Detection{};
    case ConfigKind::key_file:
        return sets_link(text) || has("\nmtu=") || has("MTU=")
            ? Detection{80, "network configuration that sets an MTU or link pause"}
            : Detection{};
    case ConfigKind::interfaces:
        return has("mtu ") || has_sign(text) ? Detection{80, "ifupdown's interfaces"} : Detection{};
    case ConfigKind::kernel:
        return sets_addresses(text)
            ? Detection{80, "kernel settings that decide which interface answers for an address"}
            : Detection{};
    case ConfigKind::tuned:
        return is_tuned_for_rdma(text) || includes_a_profile(source.path(), text)
            ? Detection{80, "a profile of tuned that sets up NICs"}
            : Detection{};
    case ConfigKind::tuned_choice:
        return {80, "the active profile of TuneD"};
    case ConfigKind::netplan:
        return has("mtu:") ? Detection{90, "netplan configuration that sets an MTU"} : Detection{};
    case ConfigKind::ansible:
        return has_setup_sign(text) || (has("nmcli:") && has("mtu:")) || sets_link(text)
                || sets_addresses(text)
            ? Detection{90, "tasks of Ansible that set up RDMA NICs"}
            : Detection{};
    case ConfigKind::cloud_init:
        return has_setup_sign(text) || writes_encoded_setup(text) || sets_link(text) || sets_addresses(text)
            ? Detection{90, "cloud-init's user data"}
            : Detection{};
    case ConfigKind::machine_config:
        return machine_config_sets_nics(source)
            ? Detection{90, "a MachineConfig of OpenShift with files that set up RDMA NICs"}
            : Detection{};
    case ConfigKind::cluster: // of the platform whose objects they are
    case ConfigKind::none:
        break;
    }
    return {};
}

std::string_view named_host(const Source& source)
{
    constexpr std::string_view title = "\n# rocelint host: ";
    const std::string_view text = source.text().substr(0, 2048);
    const std::size_t at = text.find(title);
    if (at == std::string_view::npos)
        return {};
    const std::string_view name = text.substr(at + title.size());
    return name.substr(0, name.find_first_of(" \r\n"));
}

std::string_view stated_host(const Source& source)
{
    const std::string_view text = source.text().substr(0, looked_at);
    if (!is_cloud_init(text))
        return named_host(source);
    for (const std::string_view key : {"\nhostname:", "\nfqdn:"}) {
        const std::size_t at = text.find(key);
        if (at == std::string_view::npos)
            continue;
        std::string_view name = text.substr(at + key.size());
        name = ascii::trimmed(name.substr(0, name.find_first_of("#\n")), ascii::is_blank_or_cr);
        if (name.size() > 2 && (name.front() == '"' || name.front() == '\'') && name.back() == name.front())
            name = name.substr(1, name.size() - 2);
        const bool is_name = std::ranges::all_of(
            name, [](char c) { return ascii::is_letter_or_digit(c) || c == '-' || c == '.' || c == '_'; });
        if (is_name && !name.empty())
            return name;
    }
    return {};
}

}

// SPDX-License-Identifier: Apache-2.0
// The unit follows systemd.unit(5), systemd.service(5) and systemd.special(7): network-online.target comes
// after the programs that set the interfaces' MTU, a .device unit when udev has seen the interface, and, as
// in rdma-core's Documentation/udev.md, rdma-hw.target when RDMA devices are set up. We write no .link file
// for the MTU: only the first .link file that matches an interface applies (systemd.link(5)), so ours would
// disable the distribution's file and with it the interface's name.
#include "drivers/linux_host/edit/host_script.h"

#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::linux_host {
namespace {

// Escapes a name for a unit name, as systemd-escape(1) does.
std::string escaped(std::string_view name)
{
    std::string text;
    for (const char c : name) {
        const bool plain
            = ascii::is_letter_or_digit(c) || c == '_' || (c == '.' && !text.empty()) || c == ':';
        if (plain)
            text += c;
        else
            text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
    return text;
}

}

BootScript boot_script(
    std::string_view host, std::span<const std::string> lines, std::span<const std::string_view> interfaces)
{
    BootScript boot;
    boot.script_name = fmt::format("rocelint-{}.sh", host);
    boot.unit_name = fmt::format("rocelint-{}.service", host);
    boot.script
        = fmt::format("#!/bin/sh\n# rocelint host: {}\n"
                      "# Sets up the RDMA NICs of {}; {} runs it at boot. It may be run again at any time.\n"
                      "# Belongs to /usr/local/sbin with mode 755.\nset -eu\n",
            host,
            host,
            boot.unit_name);
    for (const std::string& line : lines)
        boot.script += line + '\n';
    std::string devices;
    for (const std::string_view interface : interfaces)
        devices += fmt::format(" sys-subsystem-net-devices-{}.device", escaped(interface));
    boot.unit = fmt::format("# Runs {} at boot. Belongs to /etc/systemd/system.\n"
                            "# rocelint host: {}\n"
                            "# Switch it on: systemctl enable {}\n"
                            "[Unit]\n"
                            "Description=RDMA settings of the NICs of {}\n"
                            "Wants=network-online.target{}\n"
                            "After=network-online.target rdma-hw.target{}\n"
                            "\n[Service]\nType=oneshot\nRemainAfterExit=yes\n"
                            "ExecStart=/usr/local/sbin/{}\n"
                            "\n[Install]\nWantedBy=multi-user.target\n",
        boot.script_name,
        host,
        boot.unit_name,
        host,
        devices,
        devices,
        boot.script_name);
    return boot;
}

std::string as_exec_start(std::string_view command)
{
    std::string text = "ExecStart=/bin/sh -c '";
    for (const char c : command) {
        text += c;
        if (c == '$' || c == '%')
            text += c;
    }
    return text + "'";
}

std::string install_text(const BootScript& boot)
{
    return fmt::format("cat > /usr/local/sbin/{} <<'END'\n{}END\nchmod 755 /usr/local/sbin/{}\n"
                       "cat > /etc/systemd/system/{} <<'END'\n{}END\n"
                       "systemctl daemon-reload\nsystemctl enable {}\n",
        boot.script_name,
        boot.script,
        boot.script_name,
        boot.unit_name,
        boot.unit,
        boot.unit_name);
}

bool is_file_name(std::string_view name)
{
    return !name.empty() && name.size() <= 128 && name.front() != '-' && name.front() != '.'
        && std::ranges::all_of(
            name, [](char c) { return ascii::is_letter_or_digit(c) || c == '_' || c == '-' || c == '.'; });
}

}

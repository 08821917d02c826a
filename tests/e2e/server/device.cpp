// SPDX-License-Identifier: Apache-2.0
#include "tests/e2e/server/device.h"

#include <filesystem>

namespace rocelint::e2e {
namespace {

// Debian's python3, even if others are installed; without site packages, so that it starts fast.
constexpr const char* python = "/usr/bin/python3 -B -E -s -S";

std::string emulator(const char* script)
{
    return std::string(ROCELINT_SOURCE_DIR "/tests/e2e/emulator/") + script;
}

// The folder with the commands of a device with a shell, the first on its PATH.
std::string command_folder(const Folder& folder, std::initializer_list<const char*> names)
{
    for (const char* name : names)
        folder.write(std::string("bin/") + name,
            std::string("#!/bin/sh\nexec ") + python + ' ' + emulator("commands.py") + ' ' + name
                + " \"$@\"\n",
            0700);
    folder.write(
        "bin/sudo", "#!/bin/sh\n[ \"$1\" = -n ] && shift\n[ \"$1\" = -u ] && shift 2\nexec \"$@\"\n", 0700);
    return folder.path("bin");
}

// A switch's files besides commands: systemd, and the processes of other users, as lines of the file "processes".
void make_sonic(const Folder& folder)
{
    folder.write("run/systemd/system/.keep", "");
    folder.write("proc/sys/kernel/random/boot_id", "the-first-boot\n");
    std::filesystem::create_directories(folder.path("etc/systemd/system"));
    folder.write("site/config/__init__.py", "");
    folder.write("site/config/main.py", "def reload(filename):\n    flush_and_load(filename)\n");
    folder.write("bin/pgrep", "#!/bin/sh\ncat \"$EMULATOR_STATE/processes\" 2>/dev/null\n", 0700);
}

// A host's commands; repeated output comes from a cache without starting Python until something changes (commands.py).
std::string host_folder(const Folder& folder)
{
    for (const std::string name : {"mlnx_qos", "ethtool", "ip", "rdma", "hostname", "lldpcli"})
        folder.write("bin/" + name,
            "#!/bin/sh\nexec /bin/sh " + emulator("host_show") + ' ' + name + " \"$@\"\n",
            0700);
    folder.write("bin/sh", "#!/bin/sh\nexec /bin/sh " + emulator("host_sh") + " \"$@\"\n", 0700);
    return command_folder(folder, {"cma_roce_tos", "cma_roce_mode", "systemd-run", "systemctl"});
}

// Commands that enter the host's namespaces, and the one that requests a restart of its opensm.
std::string manager_folder(const Folder& folder)
{
    folder.write("bin/sh",
        "#!/bin/sh\nread -r holder < \"$EMULATOR_STATE/holder\"\nexec nsenter -t \"$holder\" -m -n /bin/sh \"$@\"\n",
        0700);
    folder.write("bin/sminfo", "#!/bin/sh\nSIM_HOST=host1 exec ibsim-run /usr/sbin/sminfo \"$@\"\n", 0700);
    folder.write(
        "bin/smpquery", "#!/bin/sh\nSIM_HOST=host1 exec ibsim-run /usr/sbin/smpquery \"$@\"\n", 0700);
    folder.write("services/opensm.service",
        "#!/bin/sh\necho \"$$ $1\" > \"$EMULATOR_STATE/service.asked\"\n"
        "until grep -qx $$ \"$EMULATOR_STATE/service.done\" 2> /dev/null; do sleep 0.05; done\n",
        0700);
    return command_folder(folder, {"systemd-run", "systemctl"});
}

}

bool can_run_opensm()
{
    for (const char* tool : {"/usr/sbin/opensm",
             "/usr/bin/ibsim",
             "/usr/sbin/sminfo",
             "/usr/bin/unshare",
             "/usr/bin/nsenter",
             "/usr/bin/setpriv"}) {
        if (::access(tool, X_OK) != 0)
            return false;
    }
    return ::geteuid() == 0;
}

Device::Device(Kind kind, const std::string& control, const std::string& configuration) : kind_(kind)
{
    if (!configuration.empty() && kind != Kind::opensm)
        folder_.write("configuration.xml", configuration);
    set_control(control.empty() ? "{}" : control);
    SshServerOptions options;
    options.environment = {"EMULATOR_STATE=" + folder_.path()};
    const std::string rest = ":/usr/sbin:/usr/bin:/sbin:/bin";
    switch (kind) {
    case Kind::eos:
        options.force_command = std::string("exec ") + python + ' ' + emulator("cli.py") + " eos";
        break;
    case Kind::onyx:
        options.force_command = std::string("exec ") + python + ' ' + emulator("cli.py") + " onyx";
        break;
    case Kind::os10:
        options.force_command = std::string("exec ") + python + ' ' + emulator("cli.py") + " os10";
        // The commands that `system bash` finds.
        options.environment.push_back(
            "PATH=" + command_folder(folder_, {"clish", "systemd-run", "systemctl"}) + rest);
        options.environment.push_back("ROCELINT_DEVICE_ROOT=" + folder_.path());
        folder_.write("run/systemd/system/.keep", "");
        break;
    case Kind::sonic_cli:
        options.force_command = std::string("exec ") + python + ' ' + emulator("cli.py") + " sonic_cli";
        options.environment.push_back("PATH="
            + command_folder(
                folder_, {"sonic-cli", "sonic-db-cli", "decode-syseeprom", "systemd-run", "systemctl"})
            + rest);
        folder_.write("bin/sonic-cfggen",
            std::string("#!/bin/sh\nexec ") + python + ' ' + emulator("commands.py") + " cli-cfggen \"$@\"\n",
            0700);
        options.environment.push_back("ROCELINT_DEVICE_ROOT=" + folder_.path());
        folder_.write("run/systemd/system/.keep", "");
        folder_.write("proc/sys/kernel/random/boot_id", "the-first-boot\n");
        std::filesystem::create_directories(folder_.path("etc/systemd/system"));
        break;
    case Kind::nxos:
        options.force_command = std::string("exec ") + python + ' ' + emulator("cli.py") + " nxos";
        break;
    case Kind::aoscx:
        options.force_command = std::string("exec ") + python + ' ' + emulator("cli.py") + " aoscx";
        break;
    case Kind::vrp:
        options.force_command = std::string("exec ") + python + ' ' + emulator("cli.py") + " vrp";
        break;
    case Kind::sample_cli:
        options.force_command = std::string("exec ") + python + ' ' + emulator("cli.py") + " sample_cli";
        break;
    case Kind::sonic:
        options.environment.push_back("PATH="
            + command_folder(folder_,
                {"config",
                    "show",
                    "sonic-cfggen",
                    "sonic-db-cli",
                    "decode-syseeprom",
                    "systemd-run",
                    "systemctl",
                    "at",
                    "atq",
                    "atrm"})
            + rest);
        make_sonic(folder_);
        // The root below which our scripts find /etc, /run and /var of this device; no real device sets it.
        options.environment.push_back("ROCELINT_DEVICE_ROOT=" + folder_.path());
        // SONiC's own modules for its python3.
        options.environment.push_back("PYTHONPATH=" + emulator("sonic_site") + ":" + folder_.path("site"));
        break;
    case Kind::nvue:
        options.environment.push_back("PATH=" + command_folder(folder_, {"nv"}) + rest);
        options.environment.push_back("HOME=" + folder_.path());
        break;
    case Kind::linux_host:
        options.environment.push_back("PATH=" + host_folder(folder_) + rest);
        break;
    case Kind::opensm:
        options.environment.push_back("PATH=" + manager_folder(folder_) + rest);
        folder_.write("etc/opensm/opensm.conf", configuration);
        holder_ = std::make_unique<Process>(
            std::vector<std::string>{
                "/bin/sh", ROCELINT_SOURCE_DIR "/tests/e2e/subnet_manager_host.sh", folder_.path()},
            std::vector<std::string>{},
            folder_.path("holder.log"));
        REQUIRE_MESSAGE(
            wait_for([&] { return !file_text(folder_.path("holder")).empty() || !holder_->running(); }),
            file_text(folder_.path("holder.log")));
        break;
    case Kind::junos:
        options.lines.push_back(std::string("Subsystem netconf ") + python + ' ' + emulator("junos.py"));
        break;
    }
    server_ = std::make_unique<SshServer>(options);
}

void Device::type(const std::string& lines) const
{
    const char* dialect = kind_ == Kind::eos ? "eos"
        : kind_ == Kind::onyx                ? "onyx"
        : kind_ == Kind::nxos                ? "nxos"
        : kind_ == Kind::os10                ? "os10"
        : kind_ == Kind::sonic_cli           ? "sonic_cli"
        : kind_ == Kind::aoscx               ? "aoscx"
        : kind_ == Kind::vrp                 ? "vrp"
                                             : "sample_cli";
    run_tool({"/usr/bin/python3", "-B", "-E", "-s", "-S", emulator("cli.py"), dialect},
        {"EMULATOR_STATE=" + folder_.path(),
            "TYPED_BY_SOMEBODY=" + (kind_ == Kind::sonic_cli ? "sonic-cli\n" + lines : lines)});
}

void Device::restart() const
{
    const char* dialect = kind_ == Kind::eos ? "eos"
        : kind_ == Kind::onyx                ? "onyx"
        : kind_ == Kind::nxos                ? "nxos"
        : kind_ == Kind::nvue                ? "nvue"
        : kind_ == Kind::os10                ? "os10"
        : kind_ == Kind::aoscx               ? "aoscx"
        : kind_ == Kind::vrp                 ? "vrp"
                                             : "junos";
    run_tool({"/usr/bin/python3", "-B", "-E", "-s", "-S", emulator("restart.py"), dialect},
        {"EMULATOR_STATE=" + folder_.path()});
}

void Device::set_control(const std::string& json) const
{
    folder_.write("control.json.new", json);
    std::filesystem::rename(folder_.path("control.json.new"), folder_.path("control.json"));
    std::error_code none;
    std::filesystem::remove_all(folder_.path("shown"), none);
}

}

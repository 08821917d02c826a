// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/e2e/ssh_server.h"

namespace rocelint::e2e {

/// An emulated device behind a real sshd. Its state is files in a folder; see tests/e2e/emulator/device.py.
class Device {
public:
    enum class Kind : std::uint8_t {
        eos, ///< a command line, however one comes in
        sonic, ///< a Linux shell with SONiC's commands
        linux_host, ///< a Linux shell with mlnx_qos, ethtool, ip
        onyx, ///< a command line
        os10, ///< a command line, from which a Linux shell is started
        nxos, ///< a command line
        sample_cli, ///< a command line
        sonic_cli, ///< a Linux shell in which a command line is started
        nvue, ///< a Linux shell with `nv`
        junos, ///< NETCONF as Junos speaks it, on the SSH subsystem
        /// A Linux shell on a host that runs the real opensm over a simulated subnet, in namespaces of its own; see
        /// subnet_manager_host.sh. Only where can_run_opensm().
        opensm,
    };
    /// `control`: JSON as device.py tells, or empty.
    /// `configuration`: what a device of kind junos begins with, as XML; empty: its host name. Of kind opensm its opensm.conf.
    explicit Device(Kind kind, const std::string& control = {}, const std::string& configuration = {});

    /// Changes what the device does from the next command on.
    void set_control(const std::string& json) const;
    [[nodiscard]] Endpoint endpoint(const std::string& name = "leaf1") const
    {
        return server_->endpoint(name);
    }
    /// What was typed so far, one command a line, with the time.
    [[nodiscard]] std::string commands() const { return file_text(folder_.path("commands.log")); }
    /// Somebody logs in to its command line and types these.
    void type(const std::string& lines) const;
    /// It starts anew: EOS, Onyx, NX-OS, OS10, Enterprise SONiC and Junos.
    void restart() const;
    [[nodiscard]] const Folder& folder() const { return folder_; }

private:
    Kind kind_;
    Folder folder_;
    std::unique_ptr<SshServer> server_;
    std::unique_ptr<Process> holder_; ///< of the namespaces
};

/// Whether opensm, ibsim and the diagnostics are installed, and namespaces may be made.
[[nodiscard]] bool can_run_opensm();

}

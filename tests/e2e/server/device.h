// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/e2e/server/ssh_server.h"

namespace rocelint::e2e {

/// An emulated device behind a real sshd. Its state is files in a folder; see tests/e2e/emulator/device.py.
class Device {
public:
    enum class Kind : std::uint8_t {
        eos, ///< a command line on shell and exec channels alike
        sonic, ///< a Linux shell with SONiC's commands
        linux_host, ///< a Linux shell with mlnx_qos, ethtool, ip
        onyx, ///< a command line
        os10, ///< a command line that can start a Linux shell
        nxos, ///< a command line
        sample_cli, ///< a command line
        sonic_cli, ///< a Linux shell that can start a command line
        aoscx, ///< a command line
        vrp, ///< a command line
        nvue, ///< a Linux shell with `nv`
        junos, ///< Junos' NETCONF, on the SSH subsystem
        /// A Linux shell on a host that runs the real opensm over a simulated subnet, in its own namespaces; see
        /// subnet_manager_host.sh. Requires can_run_opensm().
        opensm,
    };
    /// `control`: JSON as described in device.py, or empty.
    /// `configuration`: the initial configuration of a junos device as XML (empty: only its host name), or the opensm.conf of an
    /// opensm host.
    explicit Device(Kind kind, const std::string& control = {}, const std::string& configuration = {});

    /// Changes how the device behaves from the next command on.
    void set_control(const std::string& json) const;
    [[nodiscard]] Endpoint endpoint(const std::string& name = "leaf1") const
    {
        return server_->endpoint(name);
    }
    /// The commands typed so far with their times, one per line.
    [[nodiscard]] std::string commands() const { return file_text(folder_.path("commands.log")); }
    /// Types these lines in another session on the device's command line.
    void type(const std::string& lines) const;
    /// Restarts the device: EOS, Onyx, NX-OS, OS10, AOS-CX, VRP and Junos.
    void restart() const;
    [[nodiscard]] const Folder& folder() const { return folder_; }

private:
    Kind kind_;
    Folder folder_;
    std::unique_ptr<SshServer> server_;
    std::unique_ptr<Process> holder_; ///< holds the namespaces
};

/// Whether opensm, ibsim and the diagnostics are installed and the user may create namespaces.
[[nodiscard]] bool can_run_opensm();

}

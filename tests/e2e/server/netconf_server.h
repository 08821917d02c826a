// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/e2e/server/ssh_server.h"

namespace rocelint::e2e {

/// netconfd (Yuma) behind sshd, with the module of tests/e2e/yang: a real third-party server with a candidate and
/// confirmed-commit:1.1, or with a writable running configuration only.
class NetconfServer {
public:
    enum class Target : std::uint8_t { candidate, running };
    /// With chunked framing (base:1.1) netconfd loses the first request if it has not read the hello yet, which no client can
    /// tell on a busy machine. It therefore offers base:1.0 only, unless a test is about chunks.
    enum class Framing : std::uint8_t { marks, chunks };
    /// Whether the startup configuration is a separate datastore.
    enum class Startup : std::uint8_t { none, separate };
    /// `configuration`: the initial configuration as XML with its namespace; empty: none.
    /// `relay`: a folder whose control.json injects faults into messages (emulator/netconf_relay.py), or empty.
    explicit NetconfServer(Target target = Target::candidate,
        Framing framing = Framing::marks,
        const std::string& configuration = {},
        Startup startup = Startup::none,
        const std::string& relay = {});
    struct Options {
        Target target = Target::candidate;
        Framing framing = Framing::chunks;
        std::string configuration;
        Startup startup = Startup::none;
        std::string relay;
        /// A folder with Juniper's modules and `junos-flat`, which puts them in Junos' single namespace; empty: the module of
        /// tests/e2e/yang.
        std::string vendor_modules;
    };
    explicit NetconfServer(const Options& options);
    [[nodiscard]] Endpoint endpoint(const std::string& name = "leaf1") const
    {
        return server_->endpoint(name);
    }

    /// The running configuration as ncclient, an independent client, reads it.
    [[nodiscard]] std::string read_with_ncclient() const;
    /// The output of netconf_state.py, which reads with ncclient too.
    [[nodiscard]] std::string state() const;

private:
    [[nodiscard]] std::string ask(const char* script) const;
    Folder folder_;
    std::unique_ptr<Process> netconfd_;
    std::unique_ptr<SshServer> server_;
};

}

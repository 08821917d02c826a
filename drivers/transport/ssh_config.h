// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/endpoint.h"
#include "models/text/result.h"

namespace rocelint {

/// What of the user's surroundings matters for SSH. Who calls reads the environment; this library does not.
struct SshSurroundings {
    std::string config_file; ///< ~/.ssh/config, or empty for none; one that is not there is no error
    std::string home; ///< what ~ stands for
    std::string local_user; ///< the login name where nothing else says one
    std::string agent_socket; ///< the value of SSH_AUTH_SOCK
};

/// The endpoint that OpenSSH would connect to for `wanted.host`. What `wanted` states itself (a user, a port other than
/// 0, identity files, a known_hosts file, jumps) stands; the rest comes from the configuration file, then from
/// defaults: port 22, ~/.ssh/known_hosts, and those of ~/.ssh/id_ed25519, id_ecdsa and id_rsa that exist. Honoured are Host,
/// Match (all, host, originalhost, user, localuser), Include, HostName, Port, User, IdentityFile, ProxyJump and the first
/// UserKnownHostsFile (ssh_config(5) of OpenSSH 9.2). StrictHostKeyChecking is not: an unknown key is always refused.
/// `invalid` for a ProxyCommand, a malformed ProxyJump, a condition of Match that we cannot judge and that would matter,
/// and a file that cannot be read.
[[nodiscard]] Result<Endpoint> complete_endpoint(Endpoint wanted, const SshSurroundings& around);

}

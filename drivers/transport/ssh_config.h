// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/endpoint.h"
#include "models/text/result.h"

namespace rocelint {

/// The part of the user's environment that matters for SSH. The caller reads it; this library does not.
struct SshSurroundings {
    /// ~/.ssh/config, or empty for none; a missing file is not an error.
    std::string config_file;
    std::string home; ///< replaces ~
    std::string local_user; ///< the login name if nothing else sets one
    std::string agent_socket; ///< the value of SSH_AUTH_SOCK
};

/// Returns the endpoint that OpenSSH would connect to for `wanted.host`. Values set in `wanted` (a user, a
/// port other than 0, identity files, a known_hosts file, jumps) are kept; the others come from the
/// configuration file, then from defaults: port 22, ~/.ssh/known_hosts, and those of ~/.ssh/id_ed25519,
/// id_ecdsa and id_rsa that exist. Honors Host, Match (all, host, originalhost, user, localuser), Include,
/// HostName, Port, User, IdentityFile, ProxyJump and the first UserKnownHostsFile (ssh_config(5) of OpenSSH
/// 9.2). Ignores StrictHostKeyChecking: an unknown key is always refused. `invalid` for a ProxyCommand
/// without ProxyJump, a malformed ProxyJump, a Match condition that we cannot evaluate and that would matter,
/// and a file that cannot be read.
[[nodiscard]] Result<Endpoint> complete_endpoint(Endpoint wanted, const SshSurroundings& around);

}

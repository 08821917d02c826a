// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/endpoint.h"
#include "models/text/result.h"

#include <functional>
#include <string>

namespace rocelint {

/// The part of the user's environment that matters for SSH. The caller reads it; this library does not.
struct SshSurroundings {
    /// ~/.ssh/config, or empty for none; a missing file is not an error.
    std::string config_file;
    std::string home; ///< replaces ~
    std::string local_user; ///< the login name if nothing else sets one
    std::string agent_socket; ///< the value of SSH_AUTH_SOCK
    /// The file of the whole machine, read after the user's; empty for none.
    std::string system_config_file;
    /// Returns the value of an environment variable that the configuration names, empty if it is not set.
    /// Without this function, no variable counts as set.
    std::function<std::string(const std::string& name)> environment;
};

/// Returns the endpoint that OpenSSH would connect to for `wanted.host`. Values set in `wanted` (a user, a
/// port other than 0, identity files, a known_hosts file, jumps) are kept; the others come from the
/// configuration files, then from defaults: port 22, ~/.ssh/known_hosts, and those of ~/.ssh/id_ed25519,
/// id_ecdsa and id_rsa that exist. What each keyword of ssh_config(5) does is in ssh_keywords.h; an unknown
/// host key is always refused. `invalid`, with file and line, for a keyword that is refused or unknown, a value
/// that is wrong, a Match condition that we cannot evaluate and that would matter, and a file that cannot be
/// read.
[[nodiscard]] Result<Endpoint> complete_endpoint(Endpoint wanted, const SshSurroundings& around);

}

// SPDX-License-Identifier: Apache-2.0
// libssh 0.10.6 takes whole lists only, and its own are in no interface: they are those of src/kex.c of that version,
// built with OpenSSL. They matter only where a configuration adds to them or takes from them.
#include "drivers/transport/ssh_algorithms.h"

#include "models/text/ascii.h"
#include "models/text/nearest.h"
#include "models/text/sentence.h"

#include <algorithm>
#include <libssh/libssh.h>
#include <memory>
#include <type_traits>
#include <vector>

namespace rocelint {
namespace {

std::string_view library_algorithms(SshAlgorithmList list)
{
    switch (list) {
    case SshAlgorithmList::key_exchange:
        return "curve25519-sha256,curve25519-sha256@libssh.org,ecdh-sha2-nistp256,ecdh-sha2-nistp384,"
               "ecdh-sha2-nistp521,diffie-hellman-group18-sha512,diffie-hellman-group16-sha512,"
               "diffie-hellman-group-exchange-sha256,diffie-hellman-group14-sha256";
    case SshAlgorithmList::host_keys:
    case SshAlgorithmList::public_keys:
        return "ssh-ed25519,ecdsa-sha2-nistp521,ecdsa-sha2-nistp384,ecdsa-sha2-nistp256,"
               "sk-ssh-ed25519@openssh.com,sk-ecdsa-sha2-nistp256@openssh.com,rsa-sha2-512,rsa-sha2-256";
    case SshAlgorithmList::ciphers:
        return "chacha20-poly1305@openssh.com,aes256-gcm@openssh.com,aes128-gcm@openssh.com,aes256-ctr,"
               "aes192-ctr,aes128-ctr";
    case SshAlgorithmList::macs:
        return "hmac-sha2-256-etm@openssh.com,hmac-sha2-512-etm@openssh.com,hmac-sha2-256,hmac-sha2-512";
    }
    return {};
}

std::vector<std::string> algorithms_of(std::string_view list)
{
    std::vector<std::string> names;
    while (!list.empty()) {
        const std::size_t comma = std::min(list.find(','), list.size());
        if (const auto name = ascii::trimmed(list.substr(0, comma), ascii::is_blank); !name.empty())
            names.emplace_back(name);
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
    return names;
}

struct FreeSession {
    void operator()(ssh_session session) const { ssh_free(session); }
};

// Only an option of a session shows which algorithms the library has. Nothing is connected.
bool takes_option(ssh_options_e option, const void* value)
{
    const std::unique_ptr<std::remove_pointer_t<ssh_session>, FreeSession> session(ssh_new());
    return session != nullptr && ssh_options_set(session.get(), option, value) == SSH_OK;
}

ssh_options_e option_of(SshAlgorithmList list)
{
    switch (list) {
    case SshAlgorithmList::key_exchange:
        return SSH_OPTIONS_KEY_EXCHANGE;
    case SshAlgorithmList::host_keys:
        return SSH_OPTIONS_HOSTKEYS;
    case SshAlgorithmList::public_keys:
        return SSH_OPTIONS_PUBLICKEY_ACCEPTED_TYPES;
    case SshAlgorithmList::ciphers:
        return SSH_OPTIONS_CIPHERS_C_S;
    case SshAlgorithmList::macs:
        return SSH_OPTIONS_HMAC_C_S;
    }
    return SSH_OPTIONS_KEY_EXCHANGE;
}

}

std::string whole_algorithm_list(SshAlgorithmList list, std::string_view value)
{
    const char sign = value.empty() ? '\0' : value.front();
    if (sign != '+' && sign != '-' && sign != '^')
        return std::string(value);
    std::vector<std::string> all = algorithms_of(library_algorithms(list));
    const std::vector<std::string> named = algorithms_of(value.substr(1));
    // Moved or removed: out of its place in the list.
    if (sign != '+')
        std::erase_if(all, [&](const std::string& name) {
            return std::ranges::any_of(named, [&](const std::string& one) { return glob_match(one, name); });
        });
    if (sign == '^')
        all.insert(all.begin(), named.begin(), named.end());
    if (sign == '+')
        all.insert(all.end(), named.begin(), named.end());
    std::string whole;
    for (const std::string& name : all)
        add_item(whole, name, ",");
    return whole;
}

bool has_any_algorithm(SshAlgorithmList list, const std::string& names)
{
    return takes_option(option_of(list), names.c_str());
}

bool can_require_rsa_bits(int bits) { return takes_option(SSH_OPTIONS_RSA_MIN_SIZE, &bits); }

}

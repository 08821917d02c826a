// SPDX-License-Identifier: Apache-2.0
// Strict by design: an unknown, changed or revoked key ends the connection, and the message says how to
// verify the key. There is no option to skip this.
#include "drivers/transport/connection.h"

#include <fmt/format.h>

#include <fstream>
#include <libssh/libssh.h>
#include <sstream>

namespace rocelint {
namespace {

struct ServerKey {
    std::string fingerprint = "(none)"; ///< "SHA256:…"
    /// "ed25519": an argument of ssh-keyscan -t.
    std::string type;
    std::string base64;
};

ServerKey server_key(ssh_session handle)
{
    ServerKey result;
    ssh_key key = nullptr;
    if (ssh_get_server_publickey(handle, &key) != SSH_OK)
        return result;
    unsigned char* hash = nullptr;
    std::size_t size = 0;
    if (ssh_get_publickey_hash(key, SSH_PUBLICKEY_HASH_SHA256, &hash, &size) == SSH_OK) {
        if (char* text = ssh_get_fingerprint_hash(SSH_PUBLICKEY_HASH_SHA256, hash, size)) {
            result.fingerprint = text;
            ssh_string_free_char(text);
        }
        ssh_clean_pubkey_hash(&hash);
    }
    char* base64 = nullptr;
    if (ssh_pki_export_pubkey_base64(key, &base64) == SSH_OK) {
        result.base64 = base64;
        ssh_string_free_char(base64);
    }
    const std::string_view type = ssh_key_type_to_char(ssh_key_type(key));
    result.type = type.starts_with("ssh-ed25519") ? "ed25519" : type.starts_with("ecdsa") ? "ecdsa" : "rsa";
    ssh_key_free(key);
    return result;
}

// The library ignores lines that begin with @, and the message must not recommend trusting a revoked key. The
// key counts as revoked for every host, whatever hosts the line names.
bool is_revoked(const std::string& known_hosts, const std::string& base64)
{
    std::ifstream file(known_hosts);
    std::string line;
    while (std::getline(file, line)) {
        std::istringstream words(line);
        std::string marker;
        std::string hosts;
        std::string type;
        std::string key;
        if (words >> marker >> hosts >> type >> key && marker == "@revoked" && key == base64)
            return true;
    }
    return false;
}

}

std::vector<std::string> known_hosts_files(const Endpoint& endpoint)
{
    std::vector<std::string> files{endpoint.known_hosts, endpoint.global_known_hosts};
    files.insert(files.end(), endpoint.more_known_hosts.begin(), endpoint.more_known_hosts.end());
    std::erase(files, std::string());
    return files;
}

Result<void> check_host_key(const Connection& connection, const Endpoint& endpoint)
{
    const ServerKey key = server_key(connection.handle);
    enum ssh_known_hosts_e state = SSH_KNOWN_HOSTS_UNKNOWN;
    std::string where = endpoint.known_hosts;
    const std::vector<std::string> files = known_hosts_files(endpoint);
    for (const std::string& file : files) {
        if (!key.base64.empty() && is_revoked(file, key.base64))
            return fail(ErrorKind::refused,
                fmt::format("{}: the host key {} of {} port {} is marked @revoked in {}: do not connect",
                    endpoint.name,
                    key.fingerprint,
                    endpoint.host,
                    endpoint.port,
                    file));
    }
    // As in OpenSSH, a key that any file lists is known, whatever the others list for this host.
    ssh_options_set(connection.handle, SSH_OPTIONS_GLOBAL_KNOWNHOSTS, "/dev/null");
    for (const std::string& file : files) {
        if (state == SSH_KNOWN_HOSTS_OK)
            break;
        ssh_options_set(connection.handle, SSH_OPTIONS_KNOWNHOSTS, file.c_str());
        const enum ssh_known_hosts_e here = ssh_session_is_known_server(connection.handle);
        if (here == SSH_KNOWN_HOSTS_UNKNOWN || here == SSH_KNOWN_HOSTS_NOT_FOUND)
            continue;
        state = here;
        where = file;
    }
    // ~/.ssh/config may name no file that keeps keys: "UserKnownHostsFile none" or /dev/null.
    const bool keeps_none = endpoint.known_hosts.empty() || endpoint.known_hosts == "/dev/null";
    const std::string to = keeps_none
        ? "FILE, and name FILE in UserKnownHostsFile of ~/.ssh/config, which names none that keeps keys"
        : endpoint.known_hosts;
    // Under which name known_hosts lists it.
    const std::string renamed = endpoint.host_key_alias.empty()
        ? std::string()
        : fmt::format(" | sed 's/^[^ ]*/{}/'", endpoint.host_key_alias);
    switch (state) {
    case SSH_KNOWN_HOSTS_OK:
        return {};
    case SSH_KNOWN_HOSTS_CHANGED:
    case SSH_KNOWN_HOSTS_OTHER:
        return fail(ErrorKind::refused,
            fmt::format(
                "{}: the host key of {} port {} is not the one in {}: the device shows {} key {}; find out "
                "whether it was reinstalled or the connection is intercepted, and only then replace its line",
                endpoint.name,
                endpoint.host,
                endpoint.port,
                where,
                key.type,
                key.fingerprint));
    case SSH_KNOWN_HOSTS_NOT_FOUND:
    case SSH_KNOWN_HOSTS_UNKNOWN:
        return fail(ErrorKind::refused,
            fmt::format(
                "{}: the host key of {} port {} is not known: compare {} with the device's own console, then run: "
                "ssh-keyscan -t {} -p {} {}{} >> {}",
                endpoint.name,
                endpoint.host,
                endpoint.port,
                key.fingerprint,
                key.type,
                endpoint.port,
                endpoint.host,
                renamed,
                to));
    case SSH_KNOWN_HOSTS_ERROR:
        break;
    }
    return fail(ErrorKind::refused,
        fmt::format("{}: the host key of {} port {} could not be checked: {}",
            endpoint.name,
            endpoint.host,
            endpoint.port,
            ssh_get_error(connection.handle)));
}

}

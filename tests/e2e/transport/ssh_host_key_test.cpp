// SPDX-License-Identifier: Apache-2.0
// Which host keys are known, and what is said of those that are not.
#include "tests/e2e/transport/ssh_login.h"

#include <doctest/doctest.h>

namespace rocelint::e2e::ssh_login {
namespace {

TEST_CASE("an unknown host key is refused with its fingerprint and the line to add")
{
    const Folder folder;
    Endpoint endpoint = server().endpoint();
    for (const std::string& file : {folder.path("absent"), folder.write("empty", "")}) {
        endpoint.known_hosts = file;
        const Error error = check_refused(endpoint);
        const std::string listed = run_tool({"/usr/bin/ssh-keygen", "-l", "-f", keys().host});
        const std::string fingerprint = listed.substr(listed.find("SHA256:"), 50);
        CHECK(says(error, fingerprint));
        CHECK(says(
            error, "ssh-keyscan -t ed25519 -p " + std::to_string(endpoint.port) + " 127.0.0.1 >> " + file));
    }
    for (const char* nowhere : {"", "/dev/null"}) {
        CAPTURE(nowhere);
        endpoint.known_hosts = nowhere;
        CHECK(says(check_refused(endpoint), "127.0.0.1 >> FILE, and name FILE in UserKnownHostsFile"));
    }
}

TEST_CASE(
    "a changed host key is refused, and so is a revoked one and one that only a certificate authority vouches for")
{
    const Folder folder;
    Endpoint endpoint = server().endpoint();
    const std::string host = "[127.0.0.1]:" + std::to_string(endpoint.port) + ' ';
    endpoint.known_hosts = folder.write("changed", host + keys().other_host_public + '\n');
    CHECK(says(check_refused(endpoint), "is not the one in"));
    endpoint.known_hosts = folder.write("revoked", "@revoked " + host + keys().host_public + '\n');
    CHECK(says(check_refused(endpoint), "is marked @revoked"));
    endpoint.known_hosts
        = folder.write("both", host + keys().host_public + "\n@revoked * " + keys().host_public + '\n');
    CHECK(says(check_refused(endpoint), "is marked @revoked"));
    endpoint.known_hosts = folder.write("authority", "@cert-authority * " + keys().host_public + '\n');
    CHECK(says(check_refused(endpoint), "is not known"));
}

TEST_CASE("a host that is known by a key of one type is refused when it shows one of another type")
{
    const Folder folder;
    Endpoint endpoint = server().endpoint();
    const std::string host = "[127.0.0.1]:" + std::to_string(endpoint.port) + ' ';
    for (const char* type : {"ecdsa", "rsa"}) {
        CAPTURE(type);
        const std::string file = folder.path(type);
        run_tool({"/usr/bin/ssh-keygen", "-q", "-t", type, "-N", "", "-f", file});
        endpoint.known_hosts = folder.write(std::string("known-") + type, host + file_text(file + ".pub"));
        const Error error = check_refused(endpoint);
        CHECK(says(error, "is not the one in " + endpoint.known_hosts));
        CHECK(says(error, "shows ed25519 key"));
    }
}

TEST_CASE("a host is looked up by its HostKeyAlias, and in every file of known hosts")
{
    const Folder folder;
    Endpoint endpoint = server().endpoint();
    endpoint.known_hosts = folder.write("alias", "leaf1.fabric " + keys().host_public + '\n');
    const std::string keyscan = " 127.0.0.1 | sed 's/^[^ ]*/leaf2.fabric/' >> " + endpoint.known_hosts;
    check_refused(endpoint);
    endpoint.host_key_alias = "leaf1.fabric";
    check_works(endpoint);
    endpoint.host_key_alias = "leaf2.fabric";
    CHECK(says(check_refused(endpoint), keyscan));
    endpoint.host_key_alias = "leaf_2";
    CHECK(says(check_refused(endpoint, ErrorKind::invalid), "leaf_2 cannot be looked up"));
    endpoint.host_key_alias.clear();
    endpoint.more_known_hosts
        = {folder.path("absent"), folder.write("third", known_hosts_line(endpoint.port, keys().host_public))};
    check_works(endpoint);
    endpoint.more_known_hosts.push_back(folder.write("fourth", "@revoked * " + keys().host_public + '\n'));
    CHECK(says(check_refused(endpoint), "is marked @revoked"));
}

TEST_CASE("the system's known_hosts counts like the user's, even if it revokes a key that the user's knows")
{
    const Folder folder;
    Endpoint endpoint = server().endpoint();
    const std::string known = known_hosts_line(endpoint.port, keys().host_public);
    endpoint.known_hosts = folder.write("users", known);
    endpoint.global_known_hosts = folder.write("revoking", "@revoked * " + keys().host_public + '\n');
    CHECK(says(check_refused(endpoint), "is marked @revoked in " + endpoint.global_known_hosts));
    endpoint.known_hosts = folder.path("absent");
    endpoint.global_known_hosts = folder.write("knowing", known);
    check_works(endpoint);
}

TEST_CASE("a hashed line of known_hosts is found")
{
    const Folder folder;
    Endpoint endpoint = server().endpoint();
    endpoint.known_hosts = folder.write("hashed", known_hosts_line(endpoint.port, keys().host_public));
    run_tool({"/usr/bin/ssh-keygen", "-q", "-H", "-f", endpoint.known_hosts});
    check_works(endpoint);
}

TEST_CASE("a device behind two jump hosts is reached, and the keys of all three are checked")
{
    const SshServer first;
    const SshServer second;
    Endpoint endpoint = server().endpoint();
    endpoint.jumps = {first.endpoint("jump1"), second.endpoint("jump2")};
    check_works(endpoint);
    endpoint.jumps[1].known_hosts = "/nonexistent";
    const Error error = check_refused(endpoint);
    CHECK(says(error, "jump host: jump2: the host key"));
    endpoint.jumps.pop_back();
    endpoint.port = free_port();
    check_refused(endpoint);
}

}
}

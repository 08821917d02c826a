// SPDX-License-Identifier: Apache-2.0
#include "drivers/transport/ssh_config/ssh_config.h"
#include "tests/e2e/process.h"
#include "tests/support/reason.h"

#include <doctest/doctest.h>

#include <utility>
#include <vector>

namespace rocelint::e2e {
namespace {

// A home directory with an SSH configuration.
struct Home {
    Folder folder;
    SshSurroundings around;

    explicit Home(std::string_view config)
    {
        around.config_file = folder.write(".ssh/config", config);
        around.home = folder.path();
        around.local_user = "me";
        around.agent_socket = "/agent";
    }

    [[nodiscard]] Result<Endpoint> complete(const std::string& host) const
    {
        Endpoint wanted;
        wanted.name = host;
        wanted.host = host;
        wanted.port = 0;
        return complete_endpoint(std::move(wanted), around);
    }

    [[nodiscard]] Endpoint endpoint(const std::string& host) const
    {
        auto result = complete(host);
        REQUIRE_MESSAGE(result.has_value(), testing::reason(result));
        return *std::move(result);
    }
};

TEST_CASE("a host that no configuration names has OpenSSH's defaults")
{
    Home home("");
    home.folder.write(".ssh/id_rsa", "");
    home.folder.write(".ssh/id_ed25519", "");
    const Endpoint endpoint = home.endpoint("leaf1");
    CHECK(endpoint.host == "leaf1");
    CHECK(endpoint.port == 22);
    CHECK(endpoint.user == "me");
    CHECK(endpoint.known_hosts == home.folder.path(".ssh/known_hosts"));
    CHECK(endpoint.identity_files
        == std::vector{home.folder.path(".ssh/id_ed25519"), home.folder.path(".ssh/id_rsa")});
    CHECK(endpoint.agent_socket == "/agent");
    CHECK(endpoint.jumps.empty());
    home.around.config_file = home.folder.path("absent");
    CHECK(home.endpoint("leaf1").port == 22);
    home.around.config_file.clear();
    CHECK(home.endpoint("leaf1").port == 22);
}

TEST_CASE("Host blocks say where a device is and who logs in with which keys, and the first value counts")
{
    const Home home(
        "Host leaf* !leaf9\n  HostName %h.dc1.example\n  User = admin\n  Port 2222\n  IdentityFile ~/.ssh/\"fabric key\"\n"
        "  IdentityFile %d/.ssh/%r\n  UserKnownHostsFile ~/fabric_hosts /dev/null\n  StrictHostKeyChecking no\n"
        "Host *\n  User other\n  Port 22\n  IdentityFile ~/.ssh/last\n");
    const Endpoint endpoint = home.endpoint("leaf1");
    CHECK(endpoint.host == "leaf1.dc1.example");
    CHECK(endpoint.user == "admin");
    CHECK(endpoint.port == 2222);
    CHECK(endpoint.known_hosts == home.folder.path("fabric_hosts"));
    CHECK(endpoint.identity_files
        == std::vector{home.folder.path(".ssh/fabric key"),
            home.folder.path(".ssh/admin"),
            home.folder.path(".ssh/last")});
    CHECK(home.endpoint("leaf9").user == "other");
    CHECK(home.endpoint("leaf9").host == "leaf9");
}

TEST_CASE("a comma in Host is part of the pattern, and separates patterns only in Match")
{
    const Home home(
        "Host leaf1,leaf2\n  User host\nMatch host leaf1,leaf2\n  Port 2222\nHost *\n  User other\n");
    CHECK(home.endpoint("leaf1").user == "other");
    CHECK(home.endpoint("leaf1,leaf2").user == "host");
    CHECK(home.endpoint("leaf2").port == 2222);
}

TEST_CASE("the inventory overrides the SSH configuration")
{
    const Home home("Host *\n  User other\n  Port 2222\n  IdentityFile ~/.ssh/one\n  ProxyJump jump\n");
    Endpoint wanted;
    wanted.name = wanted.host = "leaf1";
    wanted.port = 830;
    wanted.user = "admin";
    wanted.identity_files = {"/key"};
    wanted.known_hosts = "/known";
    wanted.jumps.emplace_back().host = "10.0.0.1";
    const auto endpoint = complete_endpoint(wanted, home.around);
    REQUIRE(endpoint.has_value());
    CHECK(endpoint->port == 830);
    CHECK(endpoint->user == "admin");
    CHECK(endpoint->identity_files == std::vector<std::string>{"/key"});
    CHECK(endpoint->known_hosts == "/known");
    REQUIRE(endpoint->jumps.size() == 1);
    CHECK(endpoint->jumps.front().host == "10.0.0.1");
}

TEST_CASE("ProxyJump names jump hosts in order, and each has its own block")
{
    const Home home(
        "Host leaf*\n  ProxyJump ops@jump1:2200,[fe80::1]:22,ssh://jump3\n  User admin\n"
        "Host jump1\n  HostName 192.0.2.1\n  User ignored\n  IdentityFile /jump-key\nHost near\n  ProxyJump none\n");
    const Endpoint endpoint = home.endpoint("leaf1");
    REQUIRE(endpoint.jumps.size() == 3);
    CHECK(endpoint.jumps[0].host == "192.0.2.1");
    CHECK(endpoint.jumps[0].name == "jump1");
    CHECK(endpoint.jumps[0].user == "ops");
    CHECK(endpoint.jumps[0].port == 2200);
    CHECK(endpoint.jumps[0].identity_files == std::vector<std::string>{"/jump-key"});
    CHECK(endpoint.jumps[1].host == "fe80::1");
    CHECK(endpoint.jumps[2].host == "jump3");
    CHECK(endpoint.jumps[2].port == 22);
    CHECK(home.endpoint("near").jumps.empty());
}

TEST_CASE("an Include applies at its place, and only in its block")
{
    const Home home(
        "Include conf.d/*.conf\nHost leaf2\n  Include ~/extra\n  User late\nHost *\n  User last\n");
    home.folder.write(".ssh/conf.d/a.conf", "Host leaf1\n  User early\n  IdentityFile /a\n");
    home.folder.write("extra", "IdentityFile /extra\nHost leaf1\n  IdentityFile /never\n");
    CHECK(home.endpoint("leaf1").identity_files == std::vector<std::string>{"/a"});
    CHECK(home.endpoint("leaf1").user == "early");
    CHECK(home.endpoint("leaf2").identity_files == std::vector<std::string>{"/extra"});
    CHECK(home.endpoint("leaf2").user == "late");
    CHECK(home.endpoint("spine1").user == "last");
}

TEST_CASE(
    "Match blocks apply by host, original host and user; one that cannot be judged is refused where it matters")
{
    const Home home(
        "Host leaf*\n  HostName %h.example\nMatch host *.example !user root\n  Port 2222\n"
        "Match originalhost spine1,spine2\n  User spine\nMatch exec \"true\"\n  ForwardAgent yes\nMatch all\n"
        "  User all\n");
    CHECK(home.endpoint("leaf1").port == 2222);
    CHECK(home.endpoint("leaf1").user == "all");
    CHECK(home.endpoint("spine2").user == "spine");
    CHECK(home.endpoint("spine2").port == 22);
    const auto refused = Home("Match exec \"true\"\n  User x\n").complete("leaf1");
    REQUIRE(!refused.has_value());
    CHECK(holds(refused.error().message, "sets user in a Match block"));
}

TEST_CASE(
    "what cannot be honoured is refused: ProxyCommand, a malformed jump, a configuration that includes itself")
{
    for (const char* config : {"Host *\n  ProxyCommand nc %h %p\n",
             "Host *\n  ProxyJump host:port\n",
             "Host *\n  ProxyJump @\n",
             "Host *\n  ProxyJump [::1\n",
             "Include ~/.ssh/config\n"}) {
        CAPTURE(config);
        const auto endpoint = Home(config).complete("leaf1");
        REQUIRE(!endpoint.has_value());
        CHECK(endpoint.error().kind == ErrorKind::invalid);
        CHECK(endpoint.error().message.find('\n') == std::string::npos);
    }
    Home folder("");
    folder.around.config_file = folder.folder.path(".ssh");
    CHECK(!folder.complete("leaf1").has_value());
}

TEST_CASE("the keywords about keys, known hosts and methods are honoured")
{
    Home home(
        "Host *\n  IdentitiesOnly yes\n  IdentityAgent ~/agent-%r\n  HostKeyAlias fabric-leaf1\n"
        "  PreferredAuthentications gssapi-with-mic,password,publickey\n  PasswordAuthentication no\n"
        "  UserKnownHostsFile ~/%k ~/b # of two sites\n  GlobalKnownHostsFile /c '/d e'\n  AddressFamily inet\n"
        "  KexAlgorithms +diffie-hellman-group14-sha1\n  HostKeyAlgorithms ^ssh-rsa\n  Ciphers -aes*\n"
        "  MACs hmac-sha2-512\n  RequiredRSASize 2048\n  IdentityFile ${KEYS}/one\n  User admin\n");
    home.around.environment
        = [](const std::string& name) { return name == "KEYS" ? std::string("/keys") : std::string(); };
    const Endpoint endpoint = home.endpoint("leaf1");
    CHECK(endpoint.identities_only);
    CHECK(!endpoint.default_identities);
    CHECK(endpoint.agent_socket == home.folder.path("agent-admin"));
    CHECK(endpoint.host_key_alias == "fabric-leaf1");
    CHECK(endpoint.methods == std::vector{LoginMethod::public_key});
    CHECK(endpoint.known_hosts == home.folder.path("fabric-leaf1"));
    CHECK(endpoint.global_known_hosts == "/c");
    CHECK(endpoint.more_known_hosts == std::vector{home.folder.path("b"), std::string("/d e")});
    CHECK(endpoint.family == AddressFamily::ipv4);
    CHECK(endpoint.algorithms.key_exchange.ends_with(",diffie-hellman-group14-sha1"));
    CHECK(endpoint.algorithms.key_exchange.starts_with("curve25519-sha256,"));
    CHECK(endpoint.algorithms.host_keys.starts_with("ssh-rsa,ssh-ed25519,"));
    CHECK(endpoint.algorithms.ciphers == "chacha20-poly1305@openssh.com");
    CHECK(endpoint.algorithms.macs == "hmac-sha2-512");
    CHECK(endpoint.algorithms.least_rsa_bits == 2048);
    CHECK(endpoint.identity_files == std::vector<std::string>{"/keys/one"});
}

TEST_CASE("the agent is the one that IdentityAgent names")
{
    const std::vector<std::pair<std::string, std::string>> agents{
        {"none", ""}, {"SSH_AUTH_SOCK", "/agent"}, {"$OTHER", "/other"}};
    for (const auto& [value, socket] : agents) {
        Home home("IdentityAgent " + value + '\n');
        home.around.environment
            = [](const std::string& name) { return name == "OTHER" ? std::string("/other") : std::string(); };
        CHECK(home.endpoint("leaf1").agent_socket == socket);
    }
    CHECK(!Home("IdentityAgent $UNSET\n").complete("leaf1").has_value());
}

TEST_CASE("the file of the machine counts after the user's, from its own first line")
{
    Home home("Port 2222\nHost leaf1\n  User own\n");
    home.around.system_config_file
        = home.folder.write("machine", "Port 99\nIdentityFile /machine\nUser all\n");
    CHECK(home.endpoint("leaf1").port == 2222);
    CHECK(home.endpoint("leaf1").user == "own");
    CHECK(home.endpoint("leaf2").user == "all");
    CHECK(home.endpoint("leaf2").identity_files == std::vector<std::string>{"/machine"});
}

TEST_CASE("each included file begins a block of its own, and Match final counts after everything else")
{
    const Home home("Include ~/a ~/b\nMatch final\n  User last\nHost leaf1\n  HostName leaf1.example\n"
                    "Match final host *.example\n  IdentityFile /final\n");
    home.folder.write("a", "Host other\n  Port 1\n");
    home.folder.write("b", "Port 99\n");
    CHECK(home.endpoint("leaf1").port == 99);
    CHECK(home.endpoint("leaf1").user == "last");
    CHECK(home.endpoint("leaf1").identity_files == std::vector<std::string>{"/final"});
    CHECK(home.endpoint("spine1").identity_files.empty());
}

TEST_CASE("the first of ProxyJump and ProxyCommand counts, and harmless values ask for nothing")
{
    CHECK(Home("ProxyJump a\nProxyCommand nc %h %p\n").endpoint("leaf1").jumps.size() == 1);
    CHECK(Home("ProxyCommand none\nProxyJump a\n").endpoint("leaf1").jumps.empty());
    CHECK(!Home("ProxyCommand nc %h %p\nProxyJump a\n").complete("leaf1").has_value());
    CHECK(Home("CanonicalizeHostname no\nCheckHostIP no\nRevokedHostKeys none\n")
              .complete("leaf1")
              .has_value());
    CHECK(Home("CanonicalizeHostname yes\n").complete("192.0.2.1").has_value());
    CHECK(Home("Match exec \"true\"\n  ProxyCommand none\n").complete("leaf1").has_value());
    // What is set already cannot be set again.
    CHECK(Home("User a\nMatch exec \"true\"\n  User x\n").endpoint("leaf1").user == "a");
}

TEST_CASE("a refused keyword, an unknown one and a wrong value are named with file and line, and what to do")
{
    const std::vector<std::pair<std::string, std::string>> mistakes{
        {"RevokedHostKeys /krl", "RevokedHostKeys is not supported: list the keys"},
        {"CanonicalizeHostname always", "CanonicalizeHostname is not supported: write the full name"},
        {"PKCS11Provider /p.so", "load the keys of the token into the agent"},
        {"IdentitiesOnly perhaps", "IdentitiesOnly is 'perhaps': write yes or no"},
        {"IdentityFile ~/%C", "the token %C"},
        {"PreferredAuthentications hostbased", "rocelint logs in with publickey"},
        {"Port ssh", "'ssh' is not a port number"},
        {"Ciphers no-such-cipher", "Ciphers names no algorithm that this version has: no-such-cipher"},
        {"RequiredRSASize 100", "RequiredRSASize is 100 bits, which is too small"},
        {"Foo bar", "'foo' is unknown to ssh_config(5)"}};
    for (const auto& [line, words] : mistakes) {
        CAPTURE(line);
        const Home home("# two lines\nHost leaf*\n  " + line + '\n');
        const auto endpoint = home.complete("leaf1");
        REQUIRE(!endpoint.has_value());
        CHECK(endpoint.error().kind == ErrorKind::invalid);
        CHECK_MESSAGE(
            holds(endpoint.error().message, home.around.config_file + ":3"), endpoint.error().message);
        CHECK_MESSAGE(holds(endpoint.error().message, words), endpoint.error().message);
        CHECK(home.complete("spine1").has_value());
    }
    CHECK(Home("IgnoreUnknown fo*,useKeychain\nFoo bar\nUseKeychain yes\n").complete("leaf1").has_value());
}

TEST_CASE("a garbage configuration neither crashes nor hangs")
{
    for (const std::string& config : {std::string(100'000, '"'),
             std::string("Host\nHost \"\nUser\nProxyJump\n= = =\n") + '\0' + "x",
             std::string("Match\nMatch host\nMatch all\nUser x\n"),
             std::string("Host *\n") + std::string(50'000, '*')}) {
        const auto endpoint = Home(config).complete("leaf1");
        CHECK((endpoint.has_value() || !endpoint.error().message.empty()));
    }
}

}
}

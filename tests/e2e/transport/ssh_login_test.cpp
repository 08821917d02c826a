// SPDX-License-Identifier: Apache-2.0
#include "drivers/transport/ssh_session.h"
#include "tests/e2e/server/fault_server.h"
#include "tests/e2e/server/ssh_server.h"

#include <doctest/doctest.h>

#include <thread>

namespace rocelint::e2e {
namespace {

bool says(const Error& error, std::string_view text) { return error.message.find(text) != std::string::npos; }

// One server for all tests that do not change it.
const SshServer& server()
{
    static const SshServer one;
    return one;
}

Endpoint fault_endpoint(const FaultServer& fault, const Folder& folder)
{
    Endpoint endpoint;
    endpoint.name = "leaf1";
    endpoint.host = "127.0.0.1";
    endpoint.port = fault.port();
    endpoint.user = "admin";
    endpoint.known_hosts = folder.write("known_hosts", known_hosts_line(fault.port(), keys().host_public));
    return endpoint;
}

void check_works(const Endpoint& endpoint)
{
    auto session = SshSession::connect(endpoint);
    REQUIRE_MESSAGE(session.has_value(), session.error().message);
    const auto run = session->exec("echo in");
    REQUIRE_MESSAGE(run.has_value(), run.error().message);
    CHECK(run->out == "in\n");
}

Error check_refused(const Endpoint& endpoint, ErrorKind kind = ErrorKind::refused)
{
    const auto session = SshSession::connect(endpoint);
    REQUIRE(!session.has_value());
    CHECK_MESSAGE(session.error().kind == kind, session.error().message);
    CHECK(session.error().message.starts_with("leaf1: "));
    CHECK(session.error().message.find('\n') == std::string::npos);
    CHECK(!says(session.error(), Keys::passphrase));
    CHECK(!says(session.error(), FaultServer::password));
    return session.error();
}

TEST_CASE("a key opens the device") { check_works(server().endpoint()); }

TEST_CASE("an encrypted key opens the device after its passphrase was asked for once")
{
    Endpoint endpoint = server().endpoint();
    endpoint.identity_files = {keys().stranger, keys().encrypted};
    int asked = 0;
    endpoint.ask = [&](const SecretQuestion& question) -> std::optional<std::string> {
        ++asked;
        CHECK(question.kind == SecretQuestion::Kind::passphrase);
        CHECK(question.text == keys().encrypted);
        CHECK(question.endpoint == "leaf1");
        return Keys::passphrase;
    };
    check_works(endpoint);
    CHECK(asked == 1);
}

TEST_CASE("a wrong passphrase is refused and not repeated in the message")
{
    Endpoint endpoint = server().endpoint();
    endpoint.identity_files = {keys().encrypted};
    endpoint.ask = [](const SecretQuestion&) -> std::optional<std::string> { return "a-wrong-secret"; };
    const Error error = check_refused(endpoint);
    CHECK(says(error, "wrong or no passphrase"));
    CHECK(!says(error, "a-wrong-secret"));
    endpoint.ask = nullptr;
    CHECK(says(check_refused(endpoint), "wrong or no passphrase"));
}

TEST_CASE("the time a user takes to type a passphrase does not count")
{
    Endpoint endpoint = server().endpoint();
    endpoint.identity_files = {keys().encrypted};
    // Enough for the rest of a login on a busy machine.
    static constexpr std::chrono::milliseconds timeout(8000);
    endpoint.connect_timeout = timeout;
    endpoint.ask = [](const SecretQuestion&) -> std::optional<std::string> {
        std::this_thread::sleep_for(timeout + std::chrono::milliseconds(200));
        return Keys::passphrase;
    };
    check_works(endpoint);
}

TEST_CASE("the agent opens the device")
{
    const Folder folder;
    const std::string socket = folder.path("agent");
    const Process agent({"/usr/bin/ssh-agent", "-D", "-a", socket}, {}, folder.path("agent.log"));
    REQUIRE(wait_for([&] { return ::access(socket.c_str(), F_OK) == 0; }));
    run_tool({"/usr/bin/ssh-add", "-q", keys().stranger}, {"SSH_AUTH_SOCK=" + socket});
    run_tool({"/usr/bin/ssh-add", "-q", keys().user}, {"SSH_AUTH_SOCK=" + socket});
    Endpoint endpoint = server().endpoint();
    endpoint.identity_files.clear();
    endpoint.agent_socket = socket;
    check_works(endpoint);
}

TEST_CASE("a refused login says what the device accepts and what was tried")
{
    Endpoint endpoint = server().endpoint();
    endpoint.identity_files = {keys().stranger, "/nonexistent/key"};
    const Error error = check_refused(endpoint);
    CHECK(says(error, "the device accepts publickey"));
    CHECK(says(error, keys().stranger));
    CHECK(says(error, "cannot be read"));
    endpoint.identity_files.clear();
    CHECK(says(check_refused(endpoint), "no key, no agent, no password"));
}

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

TEST_CASE("a password opens the device, and a wrong one is sent once")
{
    const Folder folder;
    const FaultServer fault(FaultServer::Play::password);
    Endpoint endpoint = fault_endpoint(fault, folder);
    endpoint.ask = [](const SecretQuestion& question) -> std::optional<std::string> {
        CHECK(question.kind == SecretQuestion::Kind::password);
        CHECK(question.user == "admin");
        return FaultServer::password;
    };
    CHECK(SshSession::connect(endpoint).has_value());
    CHECK(fault.passwords() == 1);
    endpoint.ask = [](const SecretQuestion&) -> std::optional<std::string> { return "a-wrong-secret"; };
    CHECK(!says(check_refused(endpoint), "a-wrong-secret"));
    CHECK(fault.passwords() == 2);
    endpoint.ask = [](const SecretQuestion&) -> std::optional<std::string> { return std::nullopt; };
    check_refused(endpoint);
    CHECK(fault.passwords() == 2);
}

TEST_CASE("the questions of a keyboard-interactive login are answered")
{
    const Folder folder;
    const FaultServer fault(FaultServer::Play::questions);
    Endpoint endpoint = fault_endpoint(fault, folder);
    endpoint.ask = [](const SecretQuestion& question) -> std::optional<std::string> {
        if (question.kind == SecretQuestion::Kind::password)
            return FaultServer::password;
        CHECK(question.text == "Code: ");
        return "42";
    };
    CHECK(SshSession::connect(endpoint).has_value());
}

TEST_CASE("a server that is silent, sends gibberish, drops the connection or is missing gives one sentence")
{
    const Folder folder;
    const auto time = [](const auto& step) {
        const auto start = std::chrono::steady_clock::now();
        step();
        return std::chrono::steady_clock::now() - start;
    };
    for (const auto play :
        {FaultServer::Play::silence, FaultServer::Play::gibberish, FaultServer::Play::drop}) {
        const FaultServer fault(play);
        Endpoint endpoint = fault_endpoint(fault, folder);
        endpoint.connect_timeout
            = std::chrono::milliseconds(play == FaultServer::Play::silence ? 300 : 120000);
        CAPTURE(static_cast<int>(play));
        const auto took = time([&] {
            const auto session = SshSession::connect(endpoint);
            REQUIRE(!session.has_value());
            CHECK(session.error().kind
                == (play == FaultServer::Play::silence ? ErrorKind::timed_out : ErrorKind::unreachable));
        });
        CHECK(took < std::chrono::seconds(60));
    }
    Endpoint endpoint = server().endpoint();
    endpoint.port = free_port();
    CHECK(says(check_refused(endpoint, ErrorKind::unreachable), "Connection refused"));
    endpoint.host = "no-such-host.invalid";
    check_refused(endpoint, ErrorKind::unreachable);
}

TEST_CASE("connecting ends soon after cancellation")
{
    const Folder folder;
    const FaultServer fault(FaultServer::Play::silence);
    CancelFlag cancel = false;
    std::thread later([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        cancel = true;
    });
    Endpoint endpoint = fault_endpoint(fault, folder);
    endpoint.connect_timeout = std::chrono::seconds(120);
    const auto start = std::chrono::steady_clock::now();
    const auto session = SshSession::connect(endpoint, &cancel);
    later.join();
    REQUIRE(!session.has_value());
    CHECK(session.error().kind == ErrorKind::cancelled);
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(60));
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

// SPDX-License-Identifier: Apache-2.0
// Keys, agents, passwords and questions of a login, and servers that let nobody in.
#include "tests/e2e/transport/ssh_login.h"

#include <doctest/doctest.h>

#include <thread>

namespace rocelint::e2e::ssh_login {
namespace {

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

// An agent with its socket. It holds a number of keys that no server accepts, then those that are added.
struct Agent {
    Folder folder;
    std::string socket = folder.path("agent");
    Process process{{"/usr/bin/ssh-agent", "-D", "-a", socket}, {}, folder.path("agent.log")};

    explicit Agent(int strangers)
    {
        REQUIRE(wait_for([&] { return ::access(socket.c_str(), F_OK) == 0; }));
        for (int number = 0; number < strangers; ++number)
            add(make_key(folder, "stranger" + std::to_string(number)));
    }
    void add(const std::string& key) const
    {
        run_tool({"/usr/bin/ssh-add", "-q", key}, {"SSH_AUTH_SOCK=" + socket});
    }
};

// With sshd's own limit of six refused keys (MaxAuthTries in sshd_config(5)), written down in case it changes.
SshServer patient_server() { return SshServer(SshServerOptions{.lines = {"MaxAuthTries 6"}}); }

TEST_CASE("the agent opens the device")
{
    const Agent agent(1);
    agent.add(keys().user);
    Endpoint endpoint = server().endpoint();
    endpoint.identity_files.clear();
    endpoint.agent_socket = agent.socket;
    check_works(endpoint);
}

TEST_CASE("a key that is named opens the device, however many others the agent holds")
{
    const SshServer six = patient_server();
    const Agent agent(7);
    Endpoint endpoint = six.endpoint();
    endpoint.agent_socket = agent.socket;
    check_works(endpoint);
    CHECK(!holds(six.log(), "Too many authentication failures"));
    // The agent signs with a named key that it holds: only its public half is a file.
    agent.add(keys().user);
    const Folder folder;
    folder.write("half.pub", keys().user_public);
    endpoint.identity_files = {folder.path("half")};
    check_works(endpoint);
    endpoint.identities_only = true;
    check_works(endpoint);
}

TEST_CASE("with IdentitiesOnly no other key of the agent is offered")
{
    const Agent agent(7);
    agent.add(keys().user);
    Endpoint endpoint = server().endpoint();
    endpoint.identity_files = {keys().stranger};
    endpoint.agent_socket = agent.socket;
    endpoint.identities_only = true;
    const Error error = check_refused(endpoint);
    CHECK(says(error, "the device accepts publickey"));
    CHECK(!says(error, "of the agent"));
}

TEST_CASE("a device that has seen too many keys has refused the login: at once, in its words, and no timeout")
{
    const SshServer six = patient_server();
    const Agent agent(7);
    Endpoint endpoint = six.endpoint();
    endpoint.identity_files.clear();
    endpoint.agent_socket = agent.socket;
    // Waiting for it would end in a timeout, which is another kind of error.
    const Error error = check_refused(endpoint);
    CHECK(says(error, "Too many authentication failures"));
    CHECK(says(error, "6 keys of the agent"));
    CHECK(says(error, "IdentitiesOnly yes"));
}

TEST_CASE("a socket at which no agent answers counts as no agent")
{
    const Folder folder;
    Endpoint endpoint = server().endpoint();
    endpoint.agent_socket = folder.path("absent");
    check_works(endpoint);
    const Process mute(
        {"/usr/bin/python3",
            "-c",
            "import socket, sys, time\ns = socket.socket(socket.AF_UNIX)\ns.bind(sys.argv[1])\n"
            "s.listen()\nc, _ = s.accept()\nc.recv(5)\nc.sendall(b'\\0\\0\\0\\5\\14\\377\\377\\377\\377')\n"
            "time.sleep(600)",
            folder.path("mute")},
        {},
        folder.path("mute.log"));
    REQUIRE(wait_for([&] { return ::access(folder.path("mute").c_str(), F_OK) == 0; }));
    endpoint.agent_socket = folder.path("mute");
    check_works(endpoint);
}

TEST_CASE("methods are tried in the order of PreferredAuthentications, and none that is not in it")
{
    const Folder folder;
    const FaultServer fault(FaultServer::Play::password);
    Endpoint endpoint = fault_endpoint(fault, folder);
    endpoint.methods = {LoginMethod::public_key};
    endpoint.ask = [](const SecretQuestion&) -> std::optional<std::string> { return FaultServer::password; };
    CHECK(says(check_refused(endpoint), "the device accepts password"));
    CHECK(fault.passwords() == 0);
    endpoint.methods = {LoginMethod::password, LoginMethod::public_key};
    CHECK(SshSession::connect(endpoint).has_value());
    CHECK(fault.passwords() == 1);
}

TEST_CASE("the algorithms that are asked for are those of the connection")
{
    Endpoint endpoint = server().endpoint();
    endpoint.algorithms.ciphers = "aes256-ctr";
    endpoint.algorithms.macs = "hmac-sha2-512";
    endpoint.algorithms.key_exchange = "ecdh-sha2-nistp256";
    endpoint.algorithms.host_keys = "ssh-ed25519";
    check_works(endpoint);
    endpoint.algorithms.host_keys = "ecdsa-sha2-nistp256";
    check_refused(endpoint, ErrorKind::unreachable);
    endpoint.algorithms.host_keys = "no-such-algorithm";
    CHECK(says(check_refused(endpoint, ErrorKind::invalid), "no-such-algorithm"));
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
    for (const auto play :
        {FaultServer::Play::silence, FaultServer::Play::gibberish, FaultServer::Play::drop}) {
        const FaultServer fault(play);
        Endpoint endpoint = fault_endpoint(fault, folder);
        // Faults other than silence are noticed before the timeout, since a timeout is another kind of error.
        const bool silent = play == FaultServer::Play::silence;
        endpoint.connect_timeout = std::chrono::milliseconds(silent ? 300 : 120000);
        CAPTURE(static_cast<int>(play));
        const auto session = SshSession::connect(endpoint);
        REQUIRE(!session.has_value());
        CHECK(session.error().kind == (silent ? ErrorKind::timed_out : ErrorKind::unreachable));
    }
    Endpoint endpoint = server().endpoint();
    endpoint.port = free_port();
    CHECK(says(check_refused(endpoint, ErrorKind::unreachable), "Connection refused"));
    endpoint.host = "no-such-host.invalid";
    check_refused(endpoint, ErrorKind::unreachable);
}

TEST_CASE(
    "Ctrl-C at a question for a passphrase or a password cancels the login, and does not count as a refusal")
{
    const FaultServer fault(FaultServer::Play::password);
    const Folder folder;
    Endpoint with_key = server().endpoint();
    with_key.identity_files = {keys().encrypted};
    for (Endpoint endpoint : {with_key, fault_endpoint(fault, folder)}) {
        CancelFlag cancel = false;
        int asked = 0;
        endpoint.ask = [&](const SecretQuestion&) -> std::optional<std::string> {
            ++asked;
            cancel = true;
            return std::nullopt;
        };
        const auto session = SshSession::connect(endpoint, &cancel);
        CHECK(asked == 1);
        REQUIRE(!session.has_value());
        CHECK_MESSAGE(session.error().kind == ErrorKind::cancelled, session.error().message);
    }
}

TEST_CASE("connecting ends when it is cancelled, not with its timeout")
{
    const Folder folder;
    const FaultServer fault(FaultServer::Play::silence);
    CancelFlag cancel = false;
    std::thread later([&] {
        CHECK(wait_for([&] { return fault.clients() > 0; }));
        cancel = true;
    });
    Endpoint endpoint = fault_endpoint(fault, folder);
    endpoint.connect_timeout = std::chrono::hours(1);
    const auto session = SshSession::connect(endpoint, &cancel);
    later.join();
    REQUIRE(!session.has_value());
    CHECK(session.error().kind == ErrorKind::cancelled);
}

}
}

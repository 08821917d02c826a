// SPDX-License-Identifier: Apache-2.0
#include "drivers/transport/shell.h"
#include "drivers/transport/terminal_text.h"
#include "tests/e2e/server/device.h"
#include "tests/support/reason.h"

#include <doctest/doctest.h>

namespace rocelint::e2e {
namespace {

using std::chrono::milliseconds;

// A shell on a device, with its session.
struct OpenShell {
    SshSession session;
    Shell shell;
};

SshSession session_on(const Device& device)
{
    auto session = SshSession::connect(device.endpoint());
    REQUIRE_MESSAGE(session.has_value(), testing::reason(session));
    return *std::move(session);
}

OpenShell shell_on(const Device& device)
{
    SshSession session = session_on(device);
    auto shell = Shell::open(session);
    REQUIRE_MESSAGE(shell.has_value(), testing::reason(shell));
    return {std::move(session), *std::move(shell)};
}

std::string output(Shell& shell, const std::string& line)
{
    auto text = shell.run(line);
    REQUIRE_MESSAGE(text.has_value(), testing::reason(text));
    return *text;
}

TEST_CASE("commands on a terminal return their output without echo and prompt, in every mode")
{
    const Device device(Device::Kind::eos);
    auto [session, shell] = shell_on(device);
    CHECK(shell.prompt() == "leaf1#");
    CHECK(output(shell, "show version") == "Arista DCS-7060X6-64PE\n\nSoftware image version: 4.32.1F\n");
    CHECK(output(shell, "configure session rl1").empty());
    CHECK(shell.prompt() == "leaf1(config-s-rl1)#");
    CHECK(output(shell, "interface Ethernet1").empty());
    CHECK(shell.prompt() == "leaf1(config-s-rl1-if-Et1)#");
    CHECK(output(shell, "priority-flow-control on").empty());
    CHECK(output(shell, "bogus") == "% Invalid input (at token 0: 'bogus')\n");
    const std::string diff = output(shell, "show session-config diffs");
    CHECK(holds(diff, "\n+   priority-flow-control on\n"));
    CHECK(!holds(diff, "(config"));
    CHECK(output(shell, "abort").empty());
    CHECK(shell.prompt() == "leaf1#");
    CHECK(!holds(output(shell, "show running-config"), "priority-flow-control"));
}

TEST_CASE("a pager is advanced without leaving a trace in the output")
{
    const Device device(Device::Kind::eos);
    std::string expected;
    {
        auto [session, shell] = shell_on(device);
        output(shell, "configure");
        for (int port = 3; port < 20; ++port) {
            output(shell, "interface Ethernet" + std::to_string(port));
            output(shell, "mtu 9214");
        }
        output(shell, "end");
        expected = output(shell, "show running-config");
        CHECK(holds(expected, "interface Ethernet19\n   mtu 9214\n!\nend\n"));
    }
    device.set_control(R"({"page": 7})");
    auto [session, shell] = shell_on(device);
    CHECK(output(shell, "show running-config") == expected);
    output(shell, "terminal length 0");
    CHECK(output(shell, "show running-config") == expected);
}

TEST_CASE("a huge banner, with lines that look like prompts, is skipped")
{
    const Device device(Device::Kind::eos, R"({"banner_lines": 20000})");
    auto [session, shell] = shell_on(device);
    CHECK(shell.prompt() == "leaf1#");
    CHECK(holds(output(shell, "show version"), "4.32.1F"));
}

TEST_CASE("a banner that pauses where it looks like a prompt does not shift the answers of a slow device")
{
    const Folder folder;
    SshServerOptions options;
    options.force_command = "exec /bin/sh "
        + folder.write("slow-device",
            "printf 'Authorised users only\\n##################'\nsleep 0.4\nprintf '\\nleaf1#'\n"
            "while read -r line; do sleep 0.4; printf 'ran %s\\nleaf1#' \"$line\"; done\n");
    const SshServer server(options);
    auto session = SshSession::connect(server.endpoint());
    REQUIRE(session.has_value());
    auto shell = Shell::open(*session);
    REQUIRE_MESSAGE(shell.has_value(), testing::reason(shell));
    CHECK(shell->prompt() == "leaf1#");
    CHECK(output(*shell, "one") == "ran one\n");
    CHECK(output(*shell, "two") == "ran two\n");
}

TEST_CASE("a missing prompt ends with the deadline")
{
    const Device device(Device::Kind::eos, R"({"no_prompt": true, "banner_lines": 3})");
    const SshSession session = session_on(device);
    const auto shell = Shell::open(session, {}, milliseconds(3000));
    REQUIRE(!shell.has_value());
    CHECK(shell.error().kind == ErrorKind::timed_out);
    CHECK(shell.error().message == "leaf1: waiting for a prompt: no prompt came in time");
}

TEST_CASE("a command that hangs ends with its deadline, and that terminal is not used again")
{
    const Device device(Device::Kind::eos, R"({"faults": [{"match": "show version", "do": "hang"}]})");
    auto [session, shell] = shell_on(device);
    const auto hung = shell.run("show version", milliseconds(300));
    REQUIRE(!hung.has_value());
    CHECK(hung.error().kind == ErrorKind::timed_out);
    CHECK(hung.error().message.starts_with("leaf1: typing 'show': no prompt came in time"));
    const auto next = shell.run("show running-config");
    REQUIRE(!next.has_value());
    CHECK(next.error().kind == ErrorKind::unreachable);
    // The connection still works.
    auto other = Shell::open(session);
    REQUIRE_MESSAGE(other.has_value(), testing::reason(other));
    CHECK(holds(output(*other, "show running-config"), "hostname leaf1"));
}

TEST_CASE("output without end is given up at a bound, and that terminal is not used again")
{
    const Device device(Device::Kind::eos, R"({"flood": "show version"})");
    const SshSession session = session_on(device);
    CHECK(ShellStyle{}.most_bytes == std::size_t{64} << 20);
    auto opened = Shell::open(session, {.most_bytes = std::size_t{2} << 20});
    REQUIRE_MESSAGE(opened.has_value(), testing::reason(opened));
    Shell& shell = *opened;
    const auto flood = shell.run("show version", std::chrono::seconds(60));
    REQUIRE(!flood.has_value());
    CHECK(flood.error().kind == ErrorKind::refused);
    CHECK(flood.error().message == "leaf1: typing 'show': it printed more than 2 MiB");
    const auto next = shell.run("show running-config");
    REQUIRE(!next.has_value());
    CHECK(next.error().kind == ErrorKind::unreachable);
}

TEST_CASE("a connection that drops during a command is unreachable, whether the command took effect or not")
{
    for (const bool after : {false, true}) {
        CAPTURE(after);
        const Device device(Device::Kind::eos,
            std::string(R"({"faults": [{"match": "mtu 1500", "do": ")") + (after ? "drop_after" : "drop")
                + "\"}]}");
        auto [session, shell] = shell_on(device);
        output(shell, "configure");
        output(shell, "interface Ethernet1");
        const auto lost = shell.run("mtu 1500");
        REQUIRE(!lost.has_value());
        CHECK_MESSAGE(lost.error().kind == ErrorKind::unreachable, lost.error().message);
        CHECK(lost.error().message == "leaf1: typing 'mtu': the connection was lost");
        auto [next_session, next_shell] = shell_on(device);
        CHECK(holds(output(next_shell, "show running-config"), "mtu 1500") == after);
    }
}

TEST_CASE("an unexpected question is shown, and an expected one is answered")
{
    const SshServer server;
    auto session = SshSession::connect(server.endpoint());
    REQUIRE(session.has_value());
    ShellStyle style;
    style.replies.push_back({"Proceed? [y/n]", "y\n"});
    auto shell = Shell::open(*session, style);
    REQUIRE_MESSAGE(shell.has_value(), testing::reason(shell));
    CHECK(output(*shell, "read -p 'Proceed? [y/n] ' answer; echo got $answer").ends_with("got y\n"));
    const auto unforeseen = shell->run("read -p 'Are you sure? ' answer", milliseconds(3000));
    REQUIRE(!unforeseen.has_value());
    CHECK(unforeseen.error().message
        == "leaf1: typing 'read': no prompt came in time; the last line is 'Are you sure?'");
}

TEST_CASE("an expired commit timer restores the device, and a confirmed one does not")
{
    for (const bool confirm : {false, true}) {
        CAPTURE(confirm);
        const Device device(Device::Kind::eos, "{}");
        auto [session, shell] = shell_on(device);
        const std::string before = output(shell, "show running-config");
        for (const char* line :
            {"configure session rl1", "interface Ethernet1", "mtu 1500", "commit timer 00:05:00"})
            CHECK(output(shell, line).empty());
        CHECK(holds(output(shell, "show running-config"), "mtu 1500"));
        CHECK(holds(output(shell, "show configuration sessions detail | json"),
            "\"commitTimerSessionName\": \"rl1\""));
        if (confirm)
            CHECK(output(shell, "configure session rl1 commit").empty());
        device.set_control(R"({"hurry": true})");
        CHECK((output(shell, "show running-config") == before) != confirm);
        CHECK(holds(output(shell, "show running-config"), "mtu 1500") == confirm);
    }
}

TEST_CASE("control sequences are reduced to what a terminal would show")
{
    CHECK(as_shown("plain\r\nnext") == "plain\nnext");
    CHECK(as_shown("\x1b[32mgreen\x1b[0m\x1b]0;title\a!") == "green!");
    CHECK(as_shown(" --More-- \b\b\b\b\b\b\b\b\b\b          \b\b\b\b\b\b\b\b\b\bmtu\n") == "mtu\n");
    CHECK(as_shown("--More--\r        \rab\n") == "ab\n");
    CHECK(as_shown("--More--\r\x1b[Kab\n") == "ab\n");
    CHECK(as_shown("abc\rd\n") == "dbc\n");
    CHECK(as_shown("\b\b\x1b[") == "");
    CHECK(as_shown("trailing  \n") == "trailing  \n");
}

}
}

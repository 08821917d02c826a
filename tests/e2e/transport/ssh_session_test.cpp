// SPDX-License-Identifier: Apache-2.0
#include "drivers/transport/ssh_session.h"
#include "tests/e2e/server/ssh_server.h"
#include "tests/support/reason.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace rocelint::e2e {
namespace {

using std::chrono::milliseconds;

const SshServer& shell_server()
{
    static const SshServer one;
    return one;
}

SshSession connected(const Endpoint& endpoint, const CancelFlag* cancel = nullptr)
{
    auto session = SshSession::connect(endpoint, cancel);
    REQUIRE_MESSAGE(session.has_value(), testing::reason(session));
    return *std::move(session);
}

TEST_CASE("a command's output, errors, exit status and signal are distinguished")
{
    SshSession session = connected(shell_server().endpoint());
    const auto run = session.exec("echo out; echo err >&2; exit 7");
    REQUIRE(run.has_value());
    CHECK(run->status == 7);
    CHECK(run->out == "out\n");
    CHECK(run->err == "err\n");
    CHECK(run->signal.empty());
    const auto killed = session.exec("kill -TERM $$");
    REQUIRE_MESSAGE(killed.has_value(), testing::reason(killed));
    CHECK(killed->status == -1);
    CHECK(killed->signal == "TERM");
    const auto absent = session.exec("no-such-command-anywhere");
    REQUIRE(absent.has_value());
    CHECK(absent->status == 127);
}

TEST_CASE("megabytes pass into and out of a command unharmed, on both streams")
{
    SshSession session = connected(shell_server().endpoint());
    std::string input;
    for (int line = 0; line < 100'000; ++line)
        input += "line " + std::to_string(line) + '\n';
    REQUIRE(input.size() > (1U << 20));
    const auto run = session.exec("tee /dev/stderr", input);
    REQUIRE_MESSAGE(run.has_value(), testing::reason(run));
    CHECK(run->out == input);
    CHECK(run->err == input);
    // A command that ignores its input is not an error.
    const auto deaf = session.exec("exec <&-; echo ok", input);
    REQUIRE_MESSAGE(deaf.has_value(), testing::reason(deaf));
    CHECK(deaf->out == "ok\n");
}

TEST_CASE("a command that prints errors without end is left alone, and other commands go on")
{
    SshSession session = connected(shell_server().endpoint());
    for (const char* flood : {"exec yes >&2", "yes >&2 & exec yes"}) {
        const auto run = session.exec(flood, {}, std::chrono::seconds(60));
        REQUIRE(!run.has_value());
        CHECK(run.error().kind == ErrorKind::refused);
        CHECK(run.error().message.find("it printed more than") != std::string::npos);
    }
    SshSession other = connected(shell_server().endpoint());
    CHECK(other.exec("echo here")->out == "here\n");
}

TEST_CASE("a command that takes too long ends with its deadline, and the session continues")
{
    SshSession session = connected(shell_server().endpoint());
    // If the deadline did not count, the command would come to an end, and there would be no error.
    const auto slow = session.exec("echo begun; sleep 120", {}, milliseconds(2000));
    REQUIRE(!slow.has_value());
    CHECK(slow.error().kind == ErrorKind::timed_out);
    CHECK(slow.error().message == "leaf1: running echo: no answer in time");
    // Print slowly: fast output would hit the length limit first.
    const auto endless
        = session.exec("for i in $(seq 12000); do echo y; sleep 0.01; done", {}, milliseconds(2000));
    REQUIRE(!endless.has_value());
    CHECK(endless.error().kind == ErrorKind::timed_out);
    const auto next = session.exec("echo next");
    REQUIRE_MESSAGE(next.has_value(), testing::reason(next));
    CHECK(next->out == "next\n");
}

TEST_CASE("a connection that is lost during a command is unreachable, not an exit status")
{
    SshSession session = connected(shell_server().endpoint());
    const auto lost = session.exec("echo begun; kill -9 $PPID; sleep 5");
    REQUIRE(!lost.has_value());
    CHECK_MESSAGE(lost.error().kind == ErrorKind::unreachable, lost.error().message);
    CHECK(!session.alive());
    CHECK(!session.keep_alive());
    const auto after = session.exec("echo again");
    REQUIRE(!after.has_value());
    CHECK(after.error().kind == ErrorKind::unreachable);
    CHECK(after.error().message == "leaf1: the connection was lost");
}

TEST_CASE("the flag cancels a running command")
{
    const Folder folder;
    const std::string begun = folder.path("begun");
    CancelFlag cancel = false;
    SshSession session = connected(shell_server().endpoint(), &cancel);
    std::thread later([&] {
        CHECK(wait_for([&] { return ::access(begun.c_str(), F_OK) == 0; }));
        cancel = true;
    });
    // Without the flag the command would come to an end, and there would be no error.
    const auto run = session.exec("touch " + shell_word(begun) + "; sleep 120", {}, std::chrono::hours(1));
    later.join();
    REQUIRE(!run.has_value());
    CHECK(run.error().kind == ErrorKind::cancelled);
}

TEST_CASE("an idle session is kept alive")
{
    SshSession session = connected(shell_server().endpoint());
    CHECK(session.keep_alive());
    CHECK(session.exec("true")->status == 0);
}

TEST_CASE("a file is replaced as a whole, with its mode, and read back")
{
    const Folder folder;
    SshSession session = connected(shell_server().endpoint());
    const std::string path = folder.path("it's a config.json");
    std::string content(3 << 20, 'x');
    content += '\0';
    content += "end";
    for (const std::string& text : {std::string("old"), content, std::string()}) {
        const auto written = session.upload(path, text, 0640);
        REQUIRE_MESSAGE(written.has_value(), testing::reason(written));
        CHECK(file_text(path) == text);
        struct stat status { };
        REQUIRE(::stat(path.c_str(), &status) == 0);
        CHECK((status.st_mode & 07777) == 0640);
        const auto read = session.download(path);
        REQUIRE_MESSAGE(read.has_value(), testing::reason(read));
        CHECK(*read == text);
    }
    const auto files = std::filesystem::directory_iterator(folder.path());
    CHECK(std::distance(begin(files), end(files)) == 1);
}

TEST_CASE("a file that cannot be written or read gives one sentence, and nothing is left next to it")
{
    const Folder folder;
    SshSession session = connected(shell_server().endpoint());
    const auto nowhere = session.upload(folder.path("no/such/folder"), "text");
    REQUIRE(!nowhere.has_value());
    CHECK(nowhere.error().kind == ErrorKind::refused);
    CHECK(nowhere.error().message.find("no such file or folder") != std::string::npos);
    folder.write("folder/inner", "x");
    // mv would move it into the folder, which was not requested.
    const auto onto_folder = session.upload(folder.path("folder"), "text");
    CHECK(!onto_folder.has_value());
    const auto entries = std::filesystem::recursive_directory_iterator(folder.path());
    CHECK(std::distance(begin(entries), end(entries)) == 2);
    const auto absent = session.download(folder.path("absent"));
    REQUIRE(!absent.has_value());
    CHECK(absent.error().kind == ErrorKind::refused);
    folder.write("large", std::string(2000, 'x'));
    CHECK(!session.download(folder.path("large"), 1999).has_value());
    CHECK(session.download(folder.path("large"), 2000)->size() == 2000);
}

TEST_CASE("a word of a shell stays one word")
{
    SshSession session = connected(shell_server().endpoint());
    const std::string word = "a 'b' \"c\" $HOME `id` \\ \n!*";
    const auto run = session.exec("printf %s " + shell_word(word));
    REQUIRE(run.has_value());
    CHECK(run->out == word);
}

TEST_CASE("twenty devices are reached at a time, and no descriptor is left open")
{
    const auto descriptors = [] {
        const auto list = std::filesystem::directory_iterator("/proc/self/fd");
        return std::distance(begin(list), end(list));
    };
    const Endpoint endpoint = shell_server().endpoint();
    const auto before = descriptors();
    std::atomic<int> in{0};
    {
        std::vector<std::thread> threads;
        threads.reserve(20);
        for (int number = 0; number < 20; ++number) {
            threads.emplace_back([&, number] {
                auto session = SshSession::connect(endpoint);
                const auto run
                    = session ? session->exec("echo " + std::to_string(number)) : Result<Execution>();
                if (run && run->out == std::to_string(number) + '\n')
                    ++in;
            });
        }
        for (std::thread& thread : threads)
            thread.join();
    }
    CHECK(in == 20);
    CHECK(descriptors() == before);
}

}
}

// SPDX-License-Identifier: Apache-2.0
#include "push/journal/journal.h"
#include "tests/cli/rocelint_run.h"
#include "tests/support/reason.h"

#include <doctest/doctest.h>

#include <csignal>
#include <sys/resource.h>
#include <thread>

namespace rocelint::push {
namespace {

const JournalHead head{
    "/p/plan.json.journal.plan.json", "0123abcd", "inventory.yaml", false, "", "/p/plan.json", 300};

Entry entry(std::string device, std::uint32_t step, Event event, std::string note = {})
{
    return {{}, std::move(device), step, event, "before-hash", "after-hash", std::move(note)};
}

std::unique_ptr<Journal> made(const std::string& path)
{
    auto journal = Journal::create(path, head);
    REQUIRE_MESSAGE(journal.has_value(), testing::reason(journal));
    return *std::move(journal);
}

template <class T>
Error error_of(const Result<T>& result)
{
    REQUIRE(!result.has_value());
    CHECK(result.error().message.find('\n') == std::string::npos);
    return result.error();
}

// While this exists, no file of this process may exceed `bytes`: to a writer that looks like a full disk.
class FullDisk {
public:
    explicit FullDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN))
    {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit now{bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &now);
    }
    ~FullDisk()
    {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

private:
    rlimit before_{};
    void (*handler_)(int);
};

TEST_CASE("ages are given in hours, even for times that a nanosecond clock cannot hold")
{
    const double now = *hours_since(utc_now());
    CHECK(now >= 0);
    CHECK(now < 0.1);
    CHECK(*hours_since("2026-01-02T00:00:00.000Z") - *hours_since("2026-01-02T05:00:00.000Z")
        == doctest::Approx(5));
    CHECK(*hours_since("4051-01-02T00:00:00.000Z") < -2024.0 * 365 * 24);
    CHECK(*hours_since("0001-01-02T00:00:00.000Z") > 2024.0 * 365 * 24);
    CHECK_FALSE(hours_since("2026-01-02").has_value());
    CHECK_FALSE(hours_since("").has_value());
}

TEST_CASE("what is written to a journal is read back, in order")
{
    const TemporaryFolder folder;
    const std::string path = folder.path("journal");
    {
        const auto journal = made(path);
        for (unsigned event = 0; event <= static_cast<unsigned>(Event::found_bad); ++event)
            REQUIRE(journal->append(
                entry("leaf1", event, static_cast<Event>(event), "a \"note\"\nof two lines")));
    }
    const auto read = read_journal(path);
    REQUIRE_MESSAGE(read.has_value(), testing::reason(read));
    CHECK(read->head.plan == head.plan);
    CHECK(read->head.plan_hash == head.plan_hash);
    CHECK(read->head.inventory == head.inventory);
    CHECK(read->head.files == head.files);
    CHECK(read->head.window == 300);
    CHECK(!read->head.rollback);
    REQUIRE(read->entries.size() == 13);
    for (unsigned event = 0; event < read->entries.size(); ++event) {
        CHECK(read->entries[event].event == static_cast<Event>(event));
        CHECK(read->entries[event].step == event);
        CHECK(read->entries[event].before == "before-hash");
        CHECK(read->entries[event].after == "after-hash");
        CHECK(read->entries[event].note == "a \"note\"\nof two lines");
        CHECK(read->entries[event].time.size() == std::string("2026-11-21T23:12:56.123Z").size());
    }
}

TEST_CASE("the last entry of a step is the one that counts")
{
    const TemporaryFolder folder;
    const auto journal = made(folder.path("journal"));
    REQUIRE(journal->append(entry("leaf1", 0, Event::committing)));
    REQUIRE(journal->append(entry("leaf2", 0, Event::refused)));
    REQUIRE(journal->append(entry("leaf1", 0, Event::done)));
    REQUIRE(journal->append(entry("leaf1", 1, Event::committing)));
    const auto read = read_journal(folder.path("journal"));
    REQUIRE(read.has_value());
    CHECK(read->last("leaf1", 0)->event == Event::done);
    CHECK(read->last("leaf1", 1)->event == Event::committing);
    CHECK(read->last("leaf2", 0)->event == Event::refused);
    CHECK(!read->last("leaf2", 1));
    CHECK(!read->last("leaf", 0));
}

TEST_CASE("a last line truncated by a crash is dropped, wherever it was cut, and the journal continues")
{
    const TemporaryFolder folder;
    {
        const auto journal = made(folder.path("whole"));
        REQUIRE(journal->append(entry("leaf1", 0, Event::committing)));
        REQUIRE(journal->append(entry("leaf1", 0, Event::committed)));
    }
    const std::string whole = folder.read("whole");
    const std::size_t second = whole.find('\n', whole.find('\n') + 1) + 1;
    for (std::size_t length = second; length < whole.size(); ++length) {
        const std::string path = folder.write("cut", whole.substr(0, length));
        const auto cut = read_journal(path);
        REQUIRE(cut.has_value());
        CHECK(cut->entries.size() == 1);
    }
    {
        const auto journal = Journal::open(folder.path("cut"));
        REQUIRE(journal.has_value());
        REQUIRE((*journal)->append(entry("leaf1", 0, Event::taken_back)));
    }
    const auto read = read_journal(folder.path("cut"));
    REQUIRE(read.has_value());
    REQUIRE(read->entries.size() == 2);
    CHECK(read->entries[1].event == Event::taken_back);
}

TEST_CASE("an existing journal is never overwritten")
{
    const TemporaryFolder folder;
    const std::string path = folder.write("journal", "something dear\n");
    const Error error = error_of(Journal::create(path, head));
    CHECK(error.kind == ErrorKind::usage);
    CHECK(error.message.find("already exists") != std::string::npos);
    CHECK(folder.read("journal") == "something dear\n");
}

TEST_CASE("the message about an existing journal of a rollback does not suggest another rollback")
{
    const TemporaryFolder folder;
    JournalHead back = head;
    back.rollback = true;
    const std::string path = folder.path("journal.rollback");
    REQUIRE(Journal::create(path, back).has_value());
    const Error error = error_of(Journal::create(path, back));
    CHECK(error.message.find("`push --resume " + path + "`") != std::string::npos);
    CHECK(error.message.find("rollback `") == std::string::npos);
    CHECK(error.message.find("`rollback ") == std::string::npos);
}

TEST_CASE("a journal that one process has open is closed to another")
{
    const TemporaryFolder folder;
    const std::string path = folder.path("journal");
    {
        const auto journal = made(path);
        const Error error = error_of(Journal::open(path));
        CHECK(error.kind == ErrorKind::refused);
        CHECK(error.message.find("another rocelint is writing this journal") != std::string::npos);
        // Reading it does no harm.
        CHECK(read_journal(path).has_value());
    }
    CHECK(Journal::open(path).has_value());
}

TEST_CASE("a full disk leaves whole lines only, and every later append fails too")
{
    const TemporaryFolder folder;
    const std::string path = folder.path("journal");
    const auto journal = made(path);
    REQUIRE(journal->append(entry("leaf1", 0, Event::committing)));
    const std::string before = folder.read("journal");
    {
        const FullDisk full(before.size() + 20);
        const Error error = error_of(journal->append(entry("leaf1", 0, Event::committed)));
        CHECK(error.kind == ErrorKind::unreadable);
        CHECK(error.message.starts_with(path + ": the journal cannot be written: "));
    }
    CHECK(folder.read("journal") == before);
    // There is room again, but an entry is missing, so the push must not continue as if it were there.
    CHECK(error_of(journal->append(entry("leaf1", 0, Event::confirming)))
              .message.find("an earlier write to the journal failed")
        != std::string::npos);
    CHECK(folder.read("journal") == before);
    const auto read = read_journal(path);
    REQUIRE(read.has_value());
    CHECK(read->entries.size() == 1);
}

TEST_CASE("a journal without room for its first line is not left behind")
{
    const TemporaryFolder folder;
    {
        const FullDisk full(10);
        CHECK(error_of(Journal::create(folder.path("journal"), head)).kind == ErrorKind::unreadable);
    }
    CHECK(!folder.has("journal"));
}

TEST_CASE("entries of several threads are whole lines")
{
    const TemporaryFolder folder;
    const std::string path = folder.path("journal");
    {
        const auto journal = made(path);
        std::vector<std::jthread> threads;
        for (unsigned thread = 0; thread < 4; ++thread)
            threads.emplace_back([&journal, thread] {
                for (std::uint32_t step = 0; step < 25; ++step)
                    (void)journal->append(entry("leaf" + std::to_string(thread), step, Event::done));
            });
    }
    const auto read = read_journal(path);
    REQUIRE_MESSAGE(read.has_value(), testing::reason(read));
    CHECK(read->entries.size() == 100);
    for (std::uint32_t step = 0; step < 25; ++step)
        CHECK(read->last("leaf3", step).has_value());
}

TEST_CASE("a file that is not a journal is refused with file and line, and not touched")
{
    const TemporaryFolder folder;
    {
        made(folder.path("good"));
    }
    const std::string first = folder.read("good");
    struct Row {
        std::string text;
        std::string message;
    };
    const Row rows[] = {
        {"", ": not a rocelint journal"},
        {"{", ": not a rocelint journal"},
        {"{}\n", ":1: not a line of a rocelint journal"},
        {"hostname leaf1\n!\n", ":1: not a line of a rocelint journal"},
        {"{\"journal\": 1}\n", ": not a rocelint journal"},
        {first + first, ":2: not a line of a rocelint journal"},
        {first + "{\"device\": \"a\", \"event\": \"dnoe\"}\n", ":2: not a line"},
        {first + "{\"event\": \"done\"}\n", ":2: not a line"},
        {first + "[1]\n", ":2: not a line"},
        {first + "\n", ":2: not a line"},
        {first + std::string(100'000, '[') + "\n", ":2: not a line"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.text.substr(0, 100));
        const std::string path = folder.write("it", row.text);
        const Error error = error_of(read_journal(path));
        CHECK(error.kind == ErrorKind::invalid);
        CHECK(error.message.find(row.message) != std::string::npos);
        CHECK(folder.read("it") == row.text);
    }
    CHECK(error_of(read_journal(folder.path("missing"))).kind == ErrorKind::unreadable);
    CHECK(error_of(Journal::open(folder.path("missing"))).kind == ErrorKind::unreadable);
    CHECK(error_of(Journal::create(folder.path("no/folder"), head)).kind == ErrorKind::unreadable);
    CHECK(error_of(read_journal(folder.path())).kind == ErrorKind::unreadable);
}

TEST_CASE("a file that is not a journal is not shortened by opening it as one")
{
    const TemporaryFolder folder;
    const std::string path = folder.write("notes.txt", "line one\nthe last line has no end");
    CHECK(
        error_of(Journal::open(path)).message.find("not a line of a rocelint journal") != std::string::npos);
    CHECK(folder.read("notes.txt") == "line one\nthe last line has no end");
}

}
}

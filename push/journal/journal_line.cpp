// SPDX-License-Identifier: Apache-2.0
// Writes and reads the lines of a journal. A file that ends in half a line is the result of a crash and is
// accepted; any other damage is refused.
#include "push/journal/journal_line.h"

#include "models/syntax/document_reader.h"
#include "models/syntax/json/json_tree.h"
#include "models/syntax/json/json_writer.h"
#include "push/plan/json_members.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <time.h>

namespace rocelint::push {
namespace {

constexpr std::array<const char*, 13> event_names{"preparing",
    "committing",
    "committed",
    "confirming",
    "confirmed",
    "persisting",
    "done",
    "taking_back",
    "taken_back",
    "refused",
    "not_saved",
    "unknown",
    "found_bad"};

// Such a line has no device and no step, because it concerns all of them.
constexpr std::string_view undoing_key = "undoing";

// Checked because it becomes part of names in scripts.
bool is_run(std::string_view run)
{
    return run.empty()
        || (run.size() == 4 && run.find_first_not_of("0123456789abcdef") == std::string_view::npos);
}

}

const char* name_of(Event event) { return event_names[static_cast<std::size_t>(event)]; }

std::optional<double> hours_since(const std::string& moment)
{
    std::tm parts{};
    const char* rest = ::strptime(moment.c_str(), "%Y-%m-%dT%H:%M:%S", &parts);
    if (rest == nullptr || *rest != '.')
        return std::nullopt;
    constexpr double seconds_in_hour = 3600;
    // In floating-point seconds: nanoseconds, as the system clock counts, could overflow for a distant year.
    const std::chrono::duration<double> now = std::chrono::system_clock::now().time_since_epoch();
    return (now.count() - static_cast<double>(::timegm(&parts))) / seconds_in_hour;
}

std::string utc_now()
{
    using namespace std::chrono;
    const auto now = system_clock::now();
    const std::time_t seconds_now = system_clock::to_time_t(now);
    std::tm parts{};
    ::gmtime_r(&seconds_now, &parts);
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z",
        parts.tm_year + 1900,
        parts.tm_mon + 1,
        parts.tm_mday,
        parts.tm_hour,
        parts.tm_min,
        parts.tm_sec,
        duration_cast<milliseconds>(now.time_since_epoch()).count() % 1000);
}

std::string head_line(const JournalHead& head)
{
    JsonWriter out;
    out.begin_object();
    out.count("journal", 1);
    out.text("plan", head.plan);
    out.text("plan_sha256", head.plan_hash);
    out.text("inventory", head.inventory);
    out.key("rollback").boolean(head.rollback);
    if (!head.undone.empty())
        out.text("undoes", head.undone);
    out.text("pushed", head.files);
    out.count("window_seconds", head.window);
    if (!head.run.empty())
        out.text("run", head.run);
    if (!head.author.empty())
        out.text("author", head.author);
    if (!head.comment.empty())
        out.text("comment", head.comment);
    out.text("time", utc_now());
    out.end();
    return out.take();
}

std::string entry_line(const Entry& entry)
{
    JsonWriter out;
    out.begin_object();
    out.text("time", entry.time);
    out.text("device", entry.device);
    out.count("step", entry.step);
    out.text("event", name_of(entry.event));
    if (!entry.before.empty())
        out.text("before", entry.before);
    if (!entry.after.empty())
        out.text("after", entry.after);
    if (!entry.note.empty())
        out.text("note", entry.note);
    out.end();
    return out.take();
}

std::string undoing_line(const std::string& rollback_journal)
{
    JsonWriter out;
    out.begin_object();
    out.text("time", utc_now());
    out.text(undoing_key, rollback_journal);
    out.end();
    return out.take();
}

std::string_view whole_lines(std::string_view text)
{
    const std::size_t end = text.rfind('\n');
    return text.substr(0, end == std::string_view::npos ? 0 : end + 1);
}

std::optional<Entry> JournalText::last(std::string_view device, std::uint32_t step) const
{
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
        if (entry->device == device && entry->step == step)
            return *entry;
    }
    return std::nullopt;
}

std::string JournalText::found_bad(std::string_view device, std::uint32_t step) const
{
    for (const Entry& entry : entries) {
        if (entry.event == Event::found_bad && entry.device == device && entry.step == step)
            return entry.note;
    }
    return {};
}

bool JournalText::may_be_kept(std::string_view device, std::uint32_t step) const
{
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
        if (entry->device != device || entry->step != step)
            continue;
        if (entry->event == Event::confirming)
            return true;
        if (entry->event == Event::committing)
            return false;
    }
    return false;
}

Result<JournalText> read_journal(const std::string& path)
{
    auto whole = Source::read(0, path);
    if (!whole)
        return tl::unexpected(whole.error());
    return read_journal(**whole);
}

Result<JournalText> read_journal(const Source& whole)
{
    const std::string_view path = whole.path();
    JournalText journal;
    std::string_view rest = whole_lines(whole.text());
    for (std::size_t number = 1; !rest.empty(); ++number) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(line.size() + 1);
        const Source source(0, std::string(path), line);
        const Tree tree = parse_json(source);
        const Node* root = tree.root;
        bool good = root != nullptr && tree.complete() && root->kind == Node::Kind::object
            && (number == 1) == (root->child("journal") != nullptr);
        if (good && number == 1) {
            journal.head = {text_of(*root, "plan"),
                text_of(*root, "plan_sha256"),
                text_of(*root, "inventory"),
                text_of(*root, "rollback") == "true",
                text_of(*root, "undoes"),
                text_of(*root, "pushed"),
                number_of(*root, "window_seconds"),
                text_of(*root, "run"),
                text_of(*root, "author"),
                text_of(*root, "comment")};
            good = is_run(journal.head.run);
        } else if (good && root->child(undoing_key) != nullptr) {
            journal.undoing = text_of(*root, undoing_key);
        } else if (good) {
            Entry entry{text_of(*root, "time"),
                text_of(*root, "device"),
                number_of(*root, "step"),
                Event::unknown,
                text_of(*root, "before"),
                text_of(*root, "after"),
                text_of(*root, "note")};
            const auto name = std::ranges::find(event_names, text_of(*root, "event"));
            good = name != event_names.end() && !entry.device.empty();
            entry.event = static_cast<Event>(name - event_names.begin());
            journal.entries.push_back(std::move(entry));
        }
        if (!good)
            return fail(
                ErrorKind::invalid, fmt::format("{}:{}: not a line of a rocelint journal", path, number));
    }
    if (journal.head.plan.empty())
        return fail(ErrorKind::invalid, fmt::format("{}: not a rocelint journal", path));
    return journal;
}

}

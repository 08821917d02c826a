// SPDX-License-Identifier: Apache-2.0
// A switch over SSH. Onyx has neither a commit nor a commit timer: lines take effect as they are typed. What takes them back
// is a scheduled job that types their undo, enabled before the first of them and deleted by the confirmation (NVIDIA Onyx
// User Manual v3.10.3004, Scheduled Jobs: commands are given as in `config` mode; a job's state is lost on reboot, which
// brings the saved configuration back, and that is the old one). A switch that does not run a job in a rehearsal is refused.
#include "drivers/onyx/live.h"

#include "drivers/line_cli/stored_text.h"
#include "drivers/line_cli/terminal.h"
#include "models/fabric/priority.h"
#include "models/text/digest.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <thread>

namespace rocelint::onyx {
namespace {

using std::chrono::seconds;

// The job that takes a change back, the one of the rehearsal, and what the rehearsal deletes.
constexpr std::string_view way_back = "job 4791";
constexpr std::string_view rehearsal = "job 4792";
constexpr std::string_view rehearsed = "job 4793";
constexpr std::string_view generated = "## Generated at";
constexpr std::string_view no_pager[]{"no cli session paging enable"};
constexpr line_cli::TerminalStyle style{.privilege_hint = "give the login the capability admin",
    .no_pager = no_pager,
    .as_json = " | json-print"};

std::string_view value_after(std::string_view text, std::string_view beginning)
{
    const std::size_t at = text.find(beginning);
    if (at == std::string_view::npos)
        return {};
    text.remove_prefix(at + beginning.size());
    text = text.substr(0, text.find_first_of("\r\n"));
    return text.substr(std::min(text.find_first_not_of(' '), text.size()));
}

// "2026/01/31" and "23:59:58", which a switch tells and takes in its own time zone.
std::optional<seconds> parse_time(std::string_view date, std::string_view time)
{
    if (date.size() < 10 || time.size() < 8)
        return std::nullopt;
    const auto year = parse_number(date.substr(0, 4));
    const auto month = parse_number(date.substr(5, 2));
    const auto day = parse_number(date.substr(8, 2));
    const auto hour = parse_number(time.substr(0, 2));
    const auto minute = parse_number(time.substr(3, 2));
    const auto second = parse_number(time.substr(6, 2));
    if (!year || !month || !day || !hour || !minute || !second)
        return std::nullopt;
    const std::chrono::year_month_day whole{std::chrono::year(static_cast<int>(*year)),
        std::chrono::month(static_cast<unsigned>(*month)),
        std::chrono::day(static_cast<unsigned>(*day))};
    return std::chrono::sys_days(whole).time_since_epoch() + seconds(*hour * 3600 + *minute * 60 + *second);
}

std::string schedule_text(seconds at)
{
    const std::chrono::sys_days days(std::chrono::duration_cast<std::chrono::days>(at));
    const std::chrono::year_month_day date(days);
    const auto of_day = (at - days.time_since_epoch()).count();
    return fmt::format("schedule once time {:02}:{:02}:{:02} date {:04}/{:02}/{:02}",
        of_day / 3600,
        of_day / 60 % 60,
        of_day % 60,
        static_cast<int>(date.year()),
        static_cast<unsigned>(date.month()),
        static_cast<unsigned>(date.day()));
}

// What the configuration tells of the job that would take a change back.
struct WayBack {
    std::string id; ///< of its transaction; empty: there is no such job
    bool enabled = false;
    std::size_t commands = 0;
    seconds left{0}; ///< until it strikes; negative once it has
    [[nodiscard]] bool waits() const { return enabled && left > seconds(0); }
};

class OnyxDevice final : public LiveDevice {
public:
    OnyxDevice(LiveTarget target, line_cli::Terminal terminal)
        : target_(std::move(target)), name_(target_.endpoint.name), terminal_(std::move(terminal))
    {
    }

    Result<Snapshot> read() override
    {
        auto text = terminal_.run("show running-config");
        if (!text)
            return tl::unexpected(text.error());
        const std::string stable
            = line_cli::without_lines(*text, std::array{generated, way_back, rehearsal, rehearsed});
        return Snapshot{{{target_.device + ".cfg", line_cli::redact_lines(stable)}}, sha256(stable)};
    }

    Result<Health> health(const std::vector<std::string>& ports) override
    {
        auto json = terminal_.run_json("show interfaces ethernet");
        Health health;
        health.unknown.emplace_back("pause frames: not counted on Onyx");
        if (!json && json.error().kind != ErrorKind::refused)
            return tl::unexpected(json.error());
        if (!json)
            health.unknown.push_back("links: " + json.error().message);
        for (const Node& port : json ? *json->tree.root : Node{}) {
            const Node* name = port.child("header");
            const Node* state = port.child("Operational state");
            if (name == nullptr || state == nullptr
                || (!ports.empty() && std::ranges::count(ports, name->value) == 0))
                continue;
            health.links.push_back({std::string(name->value), state->value == "Up", true});
            for (const std::string_view way : {"Rx", "Tx"}) {
                const Node* counters = port.child(way);
                const Node* drops = counters == nullptr ? nullptr : counters->child("discard packets");
                if (const auto number = parse_number(drops == nullptr ? std::string_view{} : drops->value))
                    health.counters.push_back({std::string(name->value),
                        fmt::format("{} discard packets", way),
                        PortCounter::Kind::drop,
                        *number});
            }
        }
        for (const std::string& port : ports) {
            if (std::ranges::find(health.links, port, &PortLink::port) == health.links.end())
                health.unknown.push_back(
                    fmt::format("the link of {}: the switch does not list this port", port));
        }
        return health;
    }

    Result<void> check_ready(const Transaction& transaction) override
    {
        auto job = read_way_back();
        if (!job)
            return tl::unexpected(job.error());
        if (job->waits() && job->id != transaction.id)
            return refuse(fmt::format(
                "`{}` is to take back what {} changed. Confirm or delete it first", way_back, job->id));
        if (transaction.undo.find('"') != std::string::npos || transaction.undo.empty())
            return refuse("there is no way back that a scheduled job could type");
        auto same = is_saved();
        if (!same)
            return tl::unexpected(same.error());
        if (!*same)
            return refuse("running and saved configuration differ: saving our change would save that too. "
                          "`configuration write`, or undo it, first");
        return {};
    }

    Result<std::string> stage(const Transaction& transaction) override
    {
        auto staged = rehearse();
        if (staged)
            staged = write_way_back(transaction);
        if (!staged && staged.error().kind == ErrorKind::refused)
            static_cast<void>(run(fmt::format("no {}", way_back)));
        if (!staged)
            return tl::unexpected(staged.error());
        return std::string{};
    }

    // Lines are typed one by one, which takes seconds on a switch of 64 ports.
    seconds least_window(const Transaction&) override { return seconds(60); }

    Result<void> commit(const Transaction& transaction, seconds window) override
    {
        if (auto enabled = schedule(way_back, window); !enabled)
            return enabled;
        auto waiting = pending(transaction);
        if (!waiting)
            return tl::unexpected(waiting.error());
        if (*waiting != Pending::ours)
            return refuse("the job was accepted, but it is not shown as enabled and ahead");
        auto typed = terminal_.type(transaction.commands, {});
        if (typed || typed.error().kind != ErrorKind::refused)
            return typed;
        // What was typed before the refused line is in force.
        if (auto back = abandon(transaction); !back)
            return tl::unexpected(back.error());
        return typed;
    }

    Result<Pending> pending(const Transaction& transaction) override
    {
        auto job = read_way_back();
        if (!job)
            return tl::unexpected(job.error());
        return !job->waits() ? Pending::none : job->id == transaction.id ? Pending::ours : Pending::foreign;
    }

    Result<void> confirm(const Transaction& transaction) override
    {
        constexpr seconds time_to_delete(3);
        auto job = read_way_back();
        if (!job)
            return tl::unexpected(job.error());
        if (job->id != transaction.id || !job->enabled || job->left < time_to_delete)
            return refuse(
                "no job of ours waits any more: the switch has taken the change back, or is about to");
        return delete_way_back("the confirmation was accepted, but the job is still there");
    }

    Result<void> persist(const Transaction&) override
    {
        if (auto written = run("configuration write"); !written)
            return written;
        auto same = is_saved();
        if (!same)
            return tl::unexpected(same.error());
        return *same
            ? Result<void>{}
            : refuse("`configuration write` was accepted, but the saved configuration still differs");
    }

    Result<seconds> abandon(const Transaction& transaction) override
    {
        auto job = read_way_back();
        if (!job)
            return tl::unexpected(job.error());
        if (job->id != transaction.id)
            return seconds(0);
        for (std::string_view rest = transaction.undo; job->waits() && !rest.empty();) {
            const std::string_view line = rest.substr(0, rest.find('\n'));
            rest.remove_prefix(std::min(rest.size(), line.size() + 1));
            // What was never typed need not be there to be taken away.
            if (auto undone = run(line); !undone && undone.error().kind != ErrorKind::refused)
                return tl::unexpected(undone.error());
        }
        if (auto deleted = delete_way_back("the change was taken back, but its job could not be deleted");
            !deleted)
            return tl::unexpected(deleted.error());
        return seconds(0);
    }

private:
    [[nodiscard]] tl::unexpected<Error> refuse(std::string_view reason) const
    {
        return fail(ErrorKind::refused, fmt::format("{}: {}", name_, reason));
    }

    Result<void> run(std::string_view line)
    {
        auto done = terminal_.run(line);
        return done ? Result<void>{} : tl::unexpected(done.error());
    }

    Result<void> run_all(const std::vector<std::string>& lines)
    {
        for (const std::string& line : lines) {
            if (auto done = run(line); !done)
                return done;
        }
        return {};
    }

    Result<seconds> read_clock()
    {
        auto text = terminal_.run("show clock");
        if (!text)
            return tl::unexpected(text.error());
        const auto now = parse_time(value_after(*text, "Date:"), value_after(*text, "Time:"));
        return now ? Result<seconds>(*now) : refuse("`show clock` tells no time");
    }

    Result<WayBack> read_way_back()
    {
        auto text = terminal_.run("show running-config");
        auto now = read_clock();
        if (!text || !now)
            return tl::unexpected(text ? now.error() : text.error());
        WayBack job;
        const auto line = [&](std::string_view words) { return fmt::format("{} {}", way_back, words); };
        job.id = value_after(*text, line("comment "));
        job.enabled = text->find(line("enable")) != std::string::npos;
        const std::string command = line("command ");
        for (std::size_t at = text->find(command); at != std::string::npos; at = text->find(command, at + 1))
            ++job.commands;
        Words at(value_after(*text, line("schedule once time ")));
        const std::string_view time = at.next();
        at.take("date");
        if (const auto when = parse_time(at.next(), time))
            job.left = *when - *now;
        return job;
    }

    Result<bool> is_saved()
    {
        auto running = terminal_.run("show running-config");
        auto saved = terminal_.run("show configuration");
        if (!running || !saved)
            return tl::unexpected(running ? saved.error() : running.error());
        constexpr std::array<std::string_view, 4> volatile_lines{"#", way_back, rehearsal, rehearsed};
        return line_cli::without_lines(*running, volatile_lines)
            == line_cli::without_lines(*saved, volatile_lines);
    }

    Result<void> schedule(std::string_view job, seconds ahead)
    {
        auto now = read_clock();
        if (!now)
            return tl::unexpected(now.error());
        return run_all({fmt::format("{} schedule type once", job),
            fmt::format("{} {}", job, schedule_text(*now + ahead)),
            fmt::format("{} enable", job)});
    }

    // The commands as the undo's lines, and read back that all of them are there.
    Result<void> write_way_back(const Transaction& transaction)
    {
        std::vector<std::string> lines{fmt::format("no {}", way_back)};
        for (std::string_view rest = transaction.undo; !rest.empty();) {
            const std::string_view line = rest.substr(0, rest.find('\n'));
            rest.remove_prefix(std::min(rest.size(), line.size() + 1));
            lines.push_back(fmt::format("{} command {} \"{}\"", way_back, lines.size(), line));
        }
        const std::size_t commands = lines.size() - 1;
        lines.push_back(fmt::format("{} comment {}", way_back, transaction.id));
        lines.push_back(fmt::format("{} fail-continue", way_back));
        if (auto written = run_all(lines); !written)
            return written;
        auto job = read_way_back();
        if (!job)
            return tl::unexpected(job.error());
        return job->commands == commands && job->id == transaction.id
            ? Result<void>{}
            : refuse("the job was accepted, but not all of it is there");
    }

    Result<void> delete_way_back(std::string_view otherwise)
    {
        if (auto deleted = run(fmt::format("no {}", way_back)); !deleted)
            return deleted;
        auto job = read_way_back();
        if (!job)
            return tl::unexpected(job.error());
        return job->id.empty() && !job->enabled ? Result<void>{} : refuse(otherwise);
    }

    // A job that deletes another one, soon.
    Result<void> rehearse()
    {
        auto begun = run_all({fmt::format("{} comment rehearsal", rehearsed),
            fmt::format("{} command 1 \"no {}\"", rehearsal, rehearsed)});
        if (begun)
            begun = schedule(rehearsal, seconds(3));
        bool ran = false;
        for (int tries = 0; begun && !ran && tries < 20; ++tries) {
            std::this_thread::sleep_for(std::chrono::milliseconds(500));
            auto text = terminal_.run("show running-config");
            if (!text)
                return tl::unexpected(text.error());
            ran = text->find(fmt::format("{} comment", rehearsed)) == std::string::npos;
        }
        auto cleaned = run_all({fmt::format("no {}", rehearsal), fmt::format("no {}", rehearsed)});
        if (!begun || !cleaned)
            return begun ? cleaned : begun;
        return ran ? Result<void>{}
                   : refuse("a scheduled job did not run: nothing would take the change back");
    }

    LiveTarget target_;
    std::string name_;
    line_cli::Terminal terminal_;
};

}

Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target)
{
    auto session = SshSession::connect(target.endpoint, target.cancel);
    if (!session)
        return tl::unexpected(session.error());
    auto terminal = line_cli::Terminal::open(*session, style);
    if (!terminal)
        return tl::unexpected(terminal.error());
    if (auto entered = terminal->run("configure terminal"); !entered)
        return tl::unexpected(entered.error());
    return std::unique_ptr<LiveDevice>(std::make_unique<OnyxDevice>(target, *std::move(terminal)));
}

}

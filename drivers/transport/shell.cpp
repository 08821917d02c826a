// SPDX-License-Identifier: Apache-2.0
// Only the prompt marks the end of a command's output. The shell learns it by pressing Enter, and accepts it
// only if it comes back the same; a session that lost track is never used again.
#include "drivers/transport/shell.h"

#include "drivers/transport/channel.h"
#include "drivers/transport/terminal_text.h"

#include <fmt/format.h>

#include <libssh/libssh.h>

namespace rocelint {
namespace {

// How long a device must be quiet before a last line counts as complete: longer until the prompt is known.
constexpr int settle_unknown_ms = 150;
constexpr int settle_known_ms = 10;
// How long prompts may be missing that were asked for.
constexpr std::chrono::seconds longest_owed{3};

std::size_t occurrences(std::string_view text, std::string_view word)
{
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string_view::npos; at += word.size())
        ++count;
    return count;
}

}

struct Shell::State {
    explicit State(Channel opened) : channel(std::move(opened)) { }

    Channel channel;
    ShellStyle style;
    /// Common beginning of the prompts of all modes: "leaf1".
    std::string stem;
    std::string prompt;
    bool broken = false;

    [[nodiscard]] bool is_prompt(std::string_view line) const
    {
        return looks_like_prompt(style, line) && (stem.empty() ? line == prompt : line.starts_with(stem));
    }

    [[nodiscard]] Result<void> type(std::string_view text, const Limit& limit)
    {
        return channel.write(text, limit, "typing");
    }

    // Reads until `done(last line)` holds and the device is quiet for `settle_ms`. Answers pagers meanwhile.
    template <class Done>
    Result<std::string> read_until(Done done, int settle_ms, const Limit& limit, std::string_view doing)
    {
        std::string raw;
        // Where the last line begins. Only new bytes are searched, since a line may never end.
        std::size_t line = 0;
        std::size_t looked_at = 0;
        while (true) {
            if (const std::size_t newline = std::string_view(raw).substr(looked_at).rfind('\n');
                newline != std::string_view::npos)
                line = looked_at + newline + 1;
            looked_at = raw.size();
            const std::string shown = shown_last_line(std::string_view(raw).substr(line));
            const ShellStyle::Reply* reply = nullptr;
            for (const ShellStyle::Reply& one : style.replies) {
                if (!shown.empty() && shown.find(one.when) != std::string::npos)
                    reply = &one;
            }
            const bool ready = reply || done(shown);
            const int wait = limit.left(ready ? (reply ? settle_known_ms : settle_ms) : 50);
            const int count = channel.read(raw, false, wait);
            // Read what else is available before checking the line again.
            while (count > 0 && raw.size() <= style.most_bytes && !limit.reached()
                && channel.read(raw, false, 0) > 0) { }
            if (raw.size() > style.most_bytes)
                return broke(fail(ErrorKind::refused,
                    fmt::format(
                        "{}: {}: it printed more than {} MiB", name(), doing, style.most_bytes >> 20)));
            if (count < 0)
                return broke(lost(doing));
            if (count == 0 && reply) {
                raw.resize(line);
                looked_at = line;
                if (auto typed = type(reply->type, limit); !typed)
                    return broke(tl::unexpected(typed.error()));
                continue;
            }
            if (count == 0 && ready)
                return raw;
            if (limit.reached())
                return broke(silent(limit, doing, shown));
        }
    }

    [[nodiscard]] const std::string& name() const { return channel.connection().name; }

    [[nodiscard]] tl::unexpected<Error> lost(std::string_view doing) const
    {
        return fail(ErrorKind::unreachable, fmt::format("{}: {}: the connection was lost", name(), doing));
    }

    [[nodiscard]] tl::unexpected<Error> silent(
        const Limit& limit, std::string_view doing, std::string_view shown) const
    {
        auto error = channel.connection().gave_up(limit, doing);
        if (!limit.cancelled())
            error.value().message = shown.empty()
                ? fmt::format("{}: {}: no prompt came in time", name(), doing)
                : fmt::format("{}: {}: no prompt came in time; the last line is '{}'",
                    name(),
                    doing,
                    shown.substr(0, 80));
        return error;
    }

    tl::unexpected<Error> broke(tl::unexpected<Error> error)
    {
        broken = true;
        return error;
    }

    // A line is the prompt if pressing Enter brings it back.
    Result<void> learn_prompt(const Limit& limit)
    {
        const auto any = [&](std::string_view line) { return looks_like_prompt(style, line); };
        auto greeting = read_until(any, settle_unknown_ms, limit, "waiting for a prompt");
        std::string all;
        for (std::size_t round = 0; round < 5; ++round) {
            if (!greeting)
                return tl::unexpected(greeting.error());
            all += *greeting;
            const std::string seen = shown_last_line(*greeting);
            if (round > 0 && seen == prompt) {
                stem = prompt_stem(prompt);
                return read_owed(std::move(all), round + 1, limit);
            }
            prompt = seen;
            if (auto typed = type("\n", limit); !typed)
                return typed;
            greeting = read_until(any, settle_unknown_ms, limit, "waiting for a prompt");
        }
        return fail(ErrorKind::refused,
            fmt::format("{}: waiting for a prompt: the last line changes each time", name()));
    }

    // A banner that pauses behind a line of `#` has looked like a prompt, and Enter was pressed once too often:
    // its answer is still to come, and would be taken for that of the first command. Reads until there are as
    // many prompts as were asked for. An Enter may also have been lost.
    Result<void> read_owed(std::string all, std::size_t asked_for, const Limit& limit)
    {
        const auto until = std::chrono::steady_clock::now() + longest_owed;
        while (occurrences(as_shown(all), prompt) < asked_for && !limit.reached()
            && std::chrono::steady_clock::now() < until) {
            if (channel.read(all, false, limit.left(50)) < 0)
                return broke(lost("waiting for a prompt"));
        }
        return {};
    }
};

Shell::Shell(std::unique_ptr<State> state) : state_(std::move(state)) { }
Shell::Shell(Shell&&) noexcept = default;
Shell& Shell::operator=(Shell&&) noexcept = default;
Shell::~Shell() = default;

const std::string& Shell::prompt() const { return state_->prompt; }

Result<Shell> Shell::open(const SshSession& session, ShellStyle style, std::chrono::milliseconds timeout)
{
    const std::shared_ptr<Connection> connection = session.connection();
    const Limit limit = connection->limit(timeout);
    auto channel = Channel::open(connection, limit);
    if (!channel)
        return tl::unexpected(channel.error());
    {
        const SocketWatch::Guard guard(connection->socket.get(), limit);
        // Wide, so that no line is wrapped or scrolled sideways; dumb, so that nothing is colored.
        if (ssh_channel_request_pty_size(channel->get(), "dumb", 1000, 1000) != SSH_OK
            || ssh_channel_request_shell(channel->get()) != SSH_OK)
            return connection->failure(guard, "opening a terminal");
    }
    auto state = std::make_unique<State>(*std::move(channel));
    state->style = std::move(style);
    if (auto learnt = state->learn_prompt(limit); !learnt)
        return tl::unexpected(learnt.error());
    return Shell(std::move(state));
}

Result<std::string> Shell::run(std::string_view line, std::chrono::milliseconds timeout)
{
    State& state = *state_;
    const std::string doing
        = fmt::format("typing '{}'", line.substr(0, std::min<std::size_t>(line.find(' '), 40)));
    if (state.broken)
        return fail(ErrorKind::unreachable,
            fmt::format("{}: {}: this terminal failed before, open another", state.name(), doing));
    if (line.find_first_of("\r\n") != std::string_view::npos)
        return fail(ErrorKind::refused, fmt::format("{}: {}: it is more than one line", state.name(), doing));
    const Limit limit = state.channel.connection().limit(timeout);
    // Unrequested text (log messages) is not this command's output.
    std::string unasked;
    while (state.channel.read(unasked, false, 0) > 0)
        unasked.clear();
    if (auto typed = state.type(fmt::format("{}\n", line), limit); !typed)
        return state.broke(tl::unexpected(typed.error()));
    auto raw = state.read_until(
        [&](std::string_view shown) { return state.is_prompt(shown); }, settle_known_ms, limit, doing);
    if (!raw)
        return raw;
    CommandText text = take_apart(*raw, line);
    state.prompt = std::move(text.prompt);
    return std::move(text.output);
}

Result<void> Shell::enter(std::string_view line, std::chrono::milliseconds timeout)
{
    State& state = *state_;
    const Limit limit = state.channel.connection().limit(timeout);
    auto typed = state.type(fmt::format("{}\n", line), limit);
    if (typed)
        typed = state.learn_prompt(limit);
    state.broken = state.broken || !typed;
    return typed;
}

}

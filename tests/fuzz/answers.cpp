// SPDX-License-Identifier: Apache-2.0
// Readers of devices' answers, and the code that redacts answers before they are stored.
#include "drivers/junos/live/live_text.h"
#include "drivers/line_cli/live/terminal.h"
#include "drivers/linux_host/live/live_text.h"
#include "drivers/transport/netconf/netconf_answer.h"
#include "drivers/transport/netconf/netconf_framing.h"
#include "drivers/transport/netconf/netconf_hello.h"
#include "drivers/transport/terminal_text.h"
#include "models/text/redact.h"
#include "models/text/source.h"
#include "tests/fuzz/target.h"

#include <algorithm>
#include <array>

namespace rocelint::fuzz {
namespace {

void read_reply(const std::string& reply)
{
    static const YangContext context(YangContext::Holds::nothing);
    static_cast<void>(is_well_formed(context, reply));
    static_cast<void>(reply_number(reply));
    static_cast<void>(read_answer(context, reply));
}

// The first byte sets the size of the pieces in which the rest arrives: splitting a stream must not change its messages.
std::vector<std::string> messages_of(std::string_view stream, bool chunked, std::size_t piece, bool& good)
{
    NetconfDeframer deframer(chunked);
    std::vector<std::string> messages;
    good = true;
    while (good && !stream.empty()) {
        good = deframer.feed(stream.substr(0, piece), messages);
        stream.remove_prefix(std::min(piece, stream.size()));
    }
    return messages;
}

}

void read_netconf_stream(std::string_view bytes)
{
    if (bytes.empty())
        return;
    const std::size_t piece = static_cast<unsigned char>(bytes.front()) % 64 + 1;
    bytes.remove_prefix(1);
    NetconfHello hello;
    if (read_hello(bytes, hello))
        must(hello.rest.size() < bytes.size(), "a hello is not empty");
    for (const bool chunked : {false, true}) {
        bool good = false;
        bool good_in_pieces = false;
        const auto whole = messages_of(bytes, chunked, std::max<std::size_t>(bytes.size(), 1), good);
        const auto pieces = messages_of(bytes, chunked, piece, good_in_pieces);
        must(good == good_in_pieces || !good, "what is framing in one piece is framing in many");
        if (good)
            must(whole == pieces, "messages do not depend on how they arrive");
        for (const std::string& message : whole)
            read_reply(message);
    }
}

void read_netconf_reply(std::string_view bytes) { read_reply(std::string(bytes)); }

void read_terminal(std::string_view bytes)
{
    const ShellStyle style;
    const std::string shown = shown_last_line(bytes);
    if (looks_like_prompt(style, shown))
        must(shown.starts_with(prompt_stem(shown)), "a prompt begins with its stem");
    const CommandText text = take_apart(bytes, "show version");
    must(text.output.size() + text.prompt.size() <= bytes.size(), "a terminal shows no more than was sent");
    must(text.output.empty() || text.output.ends_with('\n'), "output ends with a line");
    const std::array volatile_lines{std::string_view("! Command:"), std::string_view("##")};
    const std::string stable = line_cli::stable_lines(text.output, volatile_lines);
    must(line_cli::stable_lines(stable, volatile_lines) == stable, "what is stable stays so");
    std::string_view rest = text.output;
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        static_cast<void>(line_cli::is_prompt(line));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    }
}

void tidy_answers(std::string_view bytes)
{
    const std::string text(bytes);
    if (const auto tidied = junos::tidy(text)) {
        const auto again = junos::tidy(tidied->text);
        must(again.has_value() && again->text == tidied->text, "a tidy configuration is tidied into itself");
    }
    const std::string stored = linux_host::stored_text(bytes);
    must(linux_host::stored_text(stored) == stored, "what is stored of a host is stored as it is");
    static_cast<void>(linux_host::configured_text(bytes));
}

void redact_bytes(std::string_view bytes)
{
    const std::string text = redact_lines(bytes);
    must(std::ranges::count(text, '\n') == static_cast<std::ptrdiff_t>(count_lines(bytes)),
        "redaction takes no line away");
    static_cast<void>(redact(bytes, '\''));
}

}

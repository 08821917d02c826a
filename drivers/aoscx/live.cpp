// SPDX-License-Identifier: Apache-2.0
// What a switch shows, and how it saves (AOS-CX 10.15 Fundamentals Guide: show running-config, show interface, write memory).
#include "drivers/aoscx/live.h"

#include "drivers/aoscx/aoscx.h"
#include "drivers/aoscx/grammar.h"
#include "drivers/line_cli/live/health_reader.h"
#include "drivers/line_cli/live/stored_text.h"
#include "models/text/digest.h"

#include <fmt/format.h>

namespace rocelint::aoscx {
namespace {

constexpr std::string_view first[]{"no page"};
constexpr line_cli::TerminalStyle style{.privilege_hint = "give the login the role administrators",
    .first = first,
    .also_complaint = "Invalid input: "};
// Headings, and what the switch prints by itself while its timer runs.
constexpr std::string_view no_configuration[]{"Current configuration:",
    "Startup configuration:",
    "Checkpoint configuration:",
    "WARNING  Please \"checkpoint auto confirm\"",
    "WARNING Please \"checkpoint auto confirm\"",
    "WARNING: Restoring configuration.",
    "Restoration successful"};
constexpr std::string_view comments[]{"!"};
constexpr std::string_view save = "write memory";

}

Result<Snapshot> AoscxDevice::read()
{
    auto text = shown_configuration();
    if (!text)
        return tl::unexpected(text.error());
    const auto& form = line_cli::stored_form_of<driver>(grammar(), scope::top);
    return Snapshot{
        {{target_.device + ".cfg", line_cli::stored_text(form, *text, target_.state_key)}}, hash_of(*text)};
}

Result<Hardware> AoscxDevice::hardware()
{
    auto text = terminal_.run("show system");
    return text ? Result<Hardware>(hardware_in(*text)) : tl::unexpected(text.error());
}

Result<Health> AoscxDevice::health(const std::vector<std::string>& ports)
{
    line_cli::PortHealth reader(ports);
    reader.cannot_tell("pause frames: not read on AOS-CX");
    auto text = terminal_.run("show interface");
    if (!text && text.error().kind != ErrorKind::refused)
        return tl::unexpected(text.error());
    if (text) {
        read_interfaces(*text, reader);
        reader.end_links();
    } else
        reader.cannot_tell("links: " + text.error().message);
    return reader.take();
}

Result<void> AoscxDevice::check_ready(const Transaction& transaction)
{
    if (transaction.undo.empty())
        return refuse("nothing was given that would undo the change");
    auto same = is_saved();
    if (!same)
        return tl::unexpected(same.error());
    return *same
        ? Result<void>{}
        : refuse(fmt::format("running and startup configuration differ: saving our change would save "
                             "that too. `{}`, or undo it, first",
            save));
}

Result<void> AoscxDevice::save_again()
{
    if (auto same = is_saved(); !same || *same)
        return same ? Result<void>{} : tl::unexpected(same.error());
    if (auto written = run(save); !written)
        return written;
    auto same = is_saved();
    if (!same)
        return tl::unexpected(same.error());
    return *same
        ? Result<void>{}
        : refuse(fmt::format("`{}` was accepted, but the startup configuration still differs", save));
}

tl::unexpected<Error> AoscxDevice::refuse(std::string_view reason) const
{
    return fail(ErrorKind::refused, fmt::format("{}: {}", target_.endpoint.name, reason));
}

Result<void> AoscxDevice::run(std::string_view line)
{
    auto done = terminal_.run(line);
    return done ? Result<void>{} : tl::unexpected(done.error());
}

Result<std::string> AoscxDevice::shown(std::string_view command)
{
    auto text = terminal_.run(command);
    return text ? Result<std::string>(line_cli::stable_lines(*text, no_configuration)) : text;
}

Result<std::string> AoscxDevice::shown_configuration() { return shown("show running-config"); }

std::string AoscxDevice::hash_of(const std::string& configuration) const
{
    return state_hash(target_.state_key, configuration);
}

Result<bool> AoscxDevice::is_saved()
{
    auto now = shown_configuration();
    auto saved = shown("show startup-config");
    if (!now || !saved)
        return tl::unexpected(now ? saved.error() : now.error());
    return line_cli::stable_lines(*now, comments) == line_cli::stable_lines(*saved, comments);
}

Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target)
{
    return line_cli::open_device<AoscxDevice>(target, style);
}

}

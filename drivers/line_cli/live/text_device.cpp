// SPDX-License-Identifier: Apache-2.0
#include "drivers/line_cli/live/text_device.h"

#include "models/text/digest.h"

#include <fmt/format.h>

namespace rocelint::line_cli {

Result<Snapshot> TextDevice::read()
{
    auto text = running();
    if (!text)
        return tl::unexpected(text.error());
    return Snapshot{
        {{target_.device + ".cfg", stored_text(form_, *text, target_.state_key)}}, hash_of(*text)};
}

Result<Health> TextDevice::health(const std::vector<std::string>& ports)
{
    PortHealth reader(ports);
    reader.cannot_tell(std::string(style_.uncounted));
    auto text = terminal_.run(style_.interfaces);
    if (!text && text.error().kind != ErrorKind::refused)
        return tl::unexpected(text.error());
    if (text) {
        style_.read_interfaces(*text, reader);
        reader.end_links();
    } else
        reader.cannot_tell("links: " + text.error().message);
    return reader.take();
}

Result<void> TextDevice::save_again()
{
    if (auto same = is_saved(); !same || *same)
        return same ? Result<void>{} : tl::unexpected(same.error());
    if (auto written = save(); !written)
        return written;
    auto same = is_saved();
    if (!same)
        return tl::unexpected(same.error());
    return *same
        ? Result<void>{}
        : refuse(fmt::format("`{}` was accepted, but the saved configuration still differs", style_.save));
}

tl::unexpected<Error> TextDevice::refuse(std::string_view reason) const
{
    return fail(ErrorKind::refused, fmt::format("{}: {}", target_.endpoint.name, reason));
}

Result<void> TextDevice::run(std::string_view line)
{
    auto done = terminal_.run(line);
    return done ? Result<void>{} : tl::unexpected(done.error());
}

Result<std::string> TextDevice::shown(std::string_view command)
{
    auto text = terminal_.run(command);
    return text ? Result<std::string>(stable_lines(*text, style_.no_configuration)) : text;
}

std::string TextDevice::hash_of(const std::string& configuration) const
{
    return state_hash(target_.state_key, configuration);
}

Result<void> TextDevice::check_saved()
{
    auto same = is_saved();
    if (!same)
        return tl::unexpected(same.error());
    return *same
        ? Result<void>{}
        : refuse(fmt::format("running and saved configuration differ: saving our change would save that "
                             "too. `{}`, or undo it, first",
            style_.save));
}

Result<bool> TextDevice::is_saved()
{
    auto now = running();
    auto saved = shown(style_.saved);
    if (!now || !saved)
        return tl::unexpected(now ? saved.error() : now.error());
    return stable_lines(*now, style_.comments) == stable_lines(*saved, style_.comments);
}

}

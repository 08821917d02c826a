// SPDX-License-Identifier: Apache-2.0
// Makes a change survive a reboot: one script and one unit of ours for each host, which grow with each push.
#include "drivers/linux_host/live/live_boot.h"

#include "drivers/linux_host/edit/undo.h"
#include "drivers/linux_host/live/live_scripts.h"
#include "drivers/transport/script_answer.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace rocelint::linux_host {
namespace {

std::vector<std::string_view> lines_of(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        lines.push_back(ascii::take_until(text, '\n'));
    }
    return lines;
}

bool is_command(std::string_view line) { return !line.empty() && line.front() != '#' && line != "set -eu"; }

// The subject of one of our lines, without the value: lines with the same subject replace each other.
std::string_view subject(std::string_view line)
{
    if (line.starts_with("echo "))
        return line.substr(std::min(line.find(' ', 5), line.size()));
    if (line.starts_with("mlnx_qos ") && line.find("--dscp2prio set,") != std::string_view::npos)
        return line.substr(0, line.rfind(','));
    // Commands that set two things at once are replaced only by the same command.
    if (line.starts_with("mlnx_qos ") && line.find("--tcbw") == std::string_view::npos
        && line.find("--cable_len") == std::string_view::npos)
        return line.substr(0, line.rfind(' '));
    // Each DSCP has an entry of its own in lldpad's application table.
    if (line.starts_with("lldptool ") && line.find(" -V APP ") == std::string_view::npos)
        return line.substr(0, line.rfind('='));
    if (line.starts_with("nicctl update port "))
        return line.substr(0, line.find(" --pause-type"));
    if (line.starts_with("nicctl update ") || line.starts_with("ip link set ")
        || line.starts_with("cma_roce_"))
        return line.substr(0, line.rfind(' '));
    return line;
}

std::string merged_script(std::string_view old, std::string_view fresh)
{
    std::vector<std::string_view> added;
    for (const std::string_view line : lines_of(fresh)) {
        if (is_command(line))
            added.push_back(line);
    }
    std::string text;
    for (const std::string_view line : lines_of(old)) {
        const bool replaced = is_command(line) && std::ranges::any_of(added, [&](std::string_view each) {
            return subject(each) == subject(line);
        });
        if (!replaced)
            text += std::string(line) + '\n';
    }
    for (const std::string_view line : added)
        text += std::string(line) + '\n';
    return text;
}

// The new unit, which also waits for the interfaces of the old one.
std::string merged_unit(std::string_view old, std::string_view fresh)
{
    constexpr std::string_view device = "sys-subsystem-net-devices-";
    std::string more;
    for (const std::string_view line : lines_of(old)) {
        if (!line.starts_with("Wants="))
            continue;
        for (std::size_t at = line.find(device); at != std::string_view::npos;
             at = line.find(device, at + 1)) {
            const std::string_view word = line.substr(at, line.find(' ', at) - at);
            if (fresh.find(word) == std::string_view::npos)
                more += ' ' + std::string(word);
        }
    }
    std::string text;
    for (const std::string_view line : lines_of(fresh)) {
        text += line;
        if (line.starts_with("Wants=") || line.starts_with("After="))
            text += more;
        text += '\n';
    }
    return text;
}

// Extracts the text and the path of `cat > PATH <<'END'`.
bool take_document(std::string_view& rest, std::string& path, std::string& text)
{
    constexpr std::string_view begin = "cat > ";
    constexpr std::string_view mark = " <<'END'\n";
    const std::size_t at = rest.find(begin);
    const std::size_t end = at == std::string_view::npos ? at : rest.find(mark, at);
    const std::size_t close = end == std::string_view::npos ? end : rest.find("\nEND\n", end);
    if (close == std::string_view::npos)
        return false;
    path = rest.substr(at + begin.size(), end - at - begin.size());
    text = rest.substr(end + mark.size(), close + 1 - end - mark.size());
    rest.remove_prefix(close + 5);
    return path.find_first_of(" '\"$`;&|\\") == std::string::npos;
}

std::string_view file_name(std::string_view path) { return path.substr(path.find_last_of('/') + 1); }

std::string record_folder(const BootFiles& files) { return "/var/lib/rocelint/" + files.key; }

std::string written(std::string_view path, std::string_view text)
{
    return fmt::format("cat > {} {}", path, here_document(text, "|| refuse 'a file cannot be written'"));
}

std::string replace_file(std::string_view path, std::string_view text, std::string_view mode)
{
    const std::string beside = fmt::format("{}.rocelint-new", path);
    return written(beside, text)
        + fmt::format("chmod {} {} && sync {} && mv -f {} {} || stuck '{} cannot be written'\n",
            mode,
            beside,
            beside,
            beside,
            path,
            path);
}

}

std::optional<BootFiles> read_boot_files(std::string_view persistent)
{
    BootFiles files;
    std::string_view rest = persistent;
    files.key = boot_key(persistent);
    if (rest.starts_with(undo_mark)) {
        files.takes_back = true;
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        files.key = rest.substr(undo_mark.size(), end - undo_mark.size());
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    const bool complete = take_document(rest, files.script_path, files.script)
        && take_document(rest, files.unit_path, files.unit);
    const bool ours = files.script_path.starts_with("/usr/local/sbin/rocelint-")
        && files.unit_path.starts_with("/etc/systemd/system/rocelint-")
        && files.key.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (!complete || !ours)
        return std::nullopt;
    return files;
}

// \001 begins a part, followed by the part's name and a line feed.
std::string boot_state_script(const BootFiles& files)
{
    return fmt::format(R"sh(echo @data
part() {{ [ ! -f "$2" ] || {{ printf '\001%s\n' "$1"; cat "$2"; }}; }}
r={}
part script {}
part unit {}
[ "$(systemctl is-enabled {} 2> /dev/null)" != enabled ] || printf '\001enabled\n'
[ ! -d $r ] || printf '\001record\n'
part old_script $r/old.sh
part old_unit $r/old.service
part was_enabled $r/enabled
part our_script $r/our.sh
part our_unit $r/our.service
)sh",
        record_folder(files),
        files.script_path,
        files.unit_path,
        file_name(files.unit_path));
}

BootState read_boot_state(std::string_view printed)
{
    BootState state;
    while (!printed.empty()) {
        const std::size_t next = std::min(printed.find('\001', 1), printed.size());
        const std::string_view part = printed.substr(1, next - 1);
        printed.remove_prefix(next);
        const std::size_t end = std::min(part.find('\n'), part.size());
        const std::string_view name = part.substr(0, end);
        const std::string text(part.substr(std::min(end + 1, part.size())));
        if (name == "script") {
            state.has_script = true;
            state.script = text;
        } else if (name == "unit") {
            state.has_unit = true;
            state.unit = text;
        } else if (name == "enabled") {
            state.enabled = true;
        } else if (name == "record") {
            state.has_record = true;
        } else if (name == "old_script") {
            state.had_script = true;
            state.old_script = text;
        } else if (name == "old_unit") {
            state.had_unit = true;
            state.old_unit = text;
        } else if (name == "was_enabled") {
            state.was_enabled = true;
        } else if (name == "our_script") {
            state.our_script = text;
        } else if (name == "our_unit") {
            state.our_unit = text;
        }
    }
    return state;
}

BootWish wanted_boot(const BootFiles& files, const BootState& now)
{
    BootWish wish;
    if (files.takes_back && !now.has_record)
        return wish; // this change was never made persistent
    wish.changes = true;
    const bool untouched = now.script == now.our_script && now.unit == now.our_unit;
    if (files.takes_back && untouched) {
        wish.keep_files = now.had_script && now.had_unit;
        wish.enable = wish.keep_files && now.was_enabled;
        wish.script = now.old_script;
        wish.unit = now.old_unit;
        wish.forget_record = true;
        return wish;
    }
    wish.forget_record = files.takes_back;
    wish.script = now.has_script ? merged_script(now.script, files.script) : files.script;
    wish.unit = now.has_unit ? merged_unit(now.unit, files.unit) : files.unit;
    return wish;
}

std::string boot_script_text(
    const Transaction& transaction, const BootFiles& files, const BootState& now, const BootWish& wish)
{
    const std::string record = record_folder(files);
    const std::string_view unit = file_name(files.unit_path);
    std::string text = "[ -e \"$D/confirmed\" ] || refuse 'it is not confirmed'\numask 022\n";
    if (!files.takes_back && !now.has_record) {
        text += fmt::format("mkdir -p {0} || stuck '{0} cannot be made'\n", record);
        if (now.has_script)
            text += written(record + "/old.sh", now.script);
        if (now.has_unit)
            text += written(record + "/old.service", now.unit);
        if (now.enabled)
            text += fmt::format(": > {}/enabled\n", record);
    }
    if (!files.takes_back)
        text += written(record + "/our.sh", wish.script) + written(record + "/our.service", wish.unit);
    if (wish.keep_files) {
        text += "mkdir -p /usr/local/sbin\n" + replace_file(files.script_path, wish.script, "755")
            + replace_file(files.unit_path, wish.unit, "644");
    }
    if (!wish.enable)
        text += fmt::format("systemctl disable {} > /dev/null 2>&1\n", unit);
    if (!wish.keep_files)
        text += fmt::format(
            "rm -f {0} {1} || stuck '{1} cannot be removed'\n", files.unit_path, files.script_path);
    text += "systemctl daemon-reload\n";
    if (wish.enable)
        text += fmt::format("said=$(systemctl enable {} 2>&1) || stuck \"$said\"\n", unit);
    if (wish.forget_record)
        text += fmt::format("rm -rf {}\n", record);
    return timed_host::host_script(transaction.id, host_steps(), text + boot_state_script(files));
}

bool is_as_wished(const BootState& now, const BootWish& wish)
{
    if (!wish.keep_files)
        return !now.has_script && !now.has_unit && !now.enabled;
    return now.script == wish.script && now.unit == wish.unit && now.enabled == wish.enable;
}

}

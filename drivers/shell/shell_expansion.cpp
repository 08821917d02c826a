// SPDX-License-Identifier: Apache-2.0
// Words that stand for several, and parts of the values of variables: POSIX.1-2017, Shell Command Language, 2.6.2
// Parameter Expansion, 2.6.5 Field Splitting, 2.6.6 Pathname Expansion.
#include "drivers/shell/shell_words.h"
#include "models/text/ascii.h"
#include "models/text/nearest.h"

#include <algorithm>

namespace rocelint {
namespace {

constexpr std::string_view glob_characters = "*?[";

bool is_glob(std::string_view text) { return text.find_first_of(glob_characters) != std::string_view::npos; }

std::string path_of(const std::vector<std::string_view>& parts)
{
    std::string path;
    for (const std::string_view part : parts)
        path.append("/").append(part);
    return path;
}

// The path of one device that the pattern matches: empty if it matches none of its paths, and nothing if that is not
// known.
std::optional<std::string> path_of_device(std::vector<std::string_view> parts, const ShellRdmaDevice& device)
{
    constexpr std::size_t name_at = 3; // /sys/class/infiniband/NAME
    constexpr std::size_t other_at = 6; // …/NAME/device/net/OTHER
    const bool by_rdma = parts[2] == "infiniband";
    const bool links = parts.size() > name_at + 2 && parts[name_at + 1] == "device"
        && parts[name_at + 2] == (by_rdma ? "net" : "infiniband");
    // Only these interfaces are known, not all of the host.
    if (!by_rdma && (!links || device.interface.empty()))
        return std::nullopt;
    const std::string_view name = by_rdma ? device.name : device.interface;
    if (!glob_match(parts[name_at], name))
        return std::string();
    parts[name_at] = name;
    if (links && parts.size() > other_at && is_glob(parts[other_at])) {
        const std::string_view other = by_rdma ? device.interface : device.name;
        if (other.empty())
            return std::nullopt;
        if (!glob_match(parts[other_at], other))
            return std::string();
        parts[other_at] = other;
    }
    std::string path = path_of(parts);
    return is_glob(path) ? std::nullopt : std::optional(std::move(path));
}

}

std::vector<std::string_view> shell_path_parts(std::string_view path)
{
    std::vector<std::string_view> parts;
    while (!path.empty()) {
        const std::string_view part = path.substr(0, path.find('/'));
        if (!part.empty())
            parts.push_back(part);
        path.remove_prefix(std::min(part.size() + 1, path.size()));
    }
    return parts;
}

// Appends the words of a list with blanks.
void ShellWords::push_words(
    std::string_view written, std::string_view list, bool assumed, std::vector<ShellWord>& out) const
{
    const std::size_t first = out.size();
    for (;;) {
        const std::size_t from = list.find_first_not_of(" \t\r\n");
        if (from == std::string_view::npos)
            break;
        list.remove_prefix(from);
        const std::string_view word = list.substr(0, list.find_first_of(" \t\r\n"));
        if (!expand_devices(written, word, out))
            out.push_back({written, word, true, true, {}, assumed});
        list.remove_prefix(word.size());
    }
    for (std::size_t index = first; out.size() - first > 1 && index < out.size(); ++index)
        out[index].whole = false;
}

// "$@": all arguments of a function, each a word.
bool ShellWords::expand_arguments(std::string_view written, std::vector<ShellWord>& out) const
{
    const std::string_view text = shell_unquoted(written);
    if (!arguments_.known || (text != "$@" && text != "${@}" && text != "$*"))
        return false;
    for (ShellWord word : arguments_.words) {
        word.written = written;
        word.whole = arguments_.words.size() == 1;
        out.push_back(word);
    }
    return true;
}

void ShellWords::expand(std::string_view written, std::vector<ShellWord>& out) const
{
    if (expand_arguments(written, out))
        return;
    ShellValue list;
    if (!is_list(written, list)) {
        const ShellValue value = value_of(written);
        const bool substitutes = written.starts_with("$(") || written.starts_with('`');
        if (value.known && substitutes)
            push_words(written, value.text, value.assumed, out);
        else if (!value.known || !expand_devices(written, value.text, out))
            out.push_back({written, value.text, value.known, true, value.rdma_of, value.assumed});
        return;
    }
    if (!list.known || !list.rdma_of.empty())
        out.push_back({written, list.text, list.known, true, list.rdma_of, list.assumed});
    else
        push_words(written, list.text, list.assumed, out);
}

bool ShellWords::expand_devices(
    std::string_view written, std::string_view path, std::vector<ShellWord>& out) const
{
    constexpr std::size_t least_parts = 4;
    const bool is_quoted = written.starts_with('"') || written.starts_with('\'');
    if (dialect_.rdma_devices.empty() || is_quoted || !is_glob(path) || !path.starts_with("/sys/class/"))
        return false;
    const std::vector<std::string_view> parts = shell_path_parts(path);
    if (parts.size() < least_parts || (parts[2] != "infiniband" && (parts[2] != "net" || !is_glob(parts[3]))))
        return false;
    const std::size_t first = out.size();
    for (const ShellRdmaDevice& device : dialect_.rdma_devices) {
        const std::optional<std::string> path_of_it = path_of_device(parts, device);
        if (!path_of_it) {
            out.resize(first);
            return false;
        }
        if (!path_of_it->empty())
            out.push_back({written, arena_.keep(*path_of_it), true, true});
    }
    for (std::size_t index = first; out.size() - first > 1 && index < out.size(); ++index)
        out[index].whole = false;
    return out.size() > first;
}

// Takes `${NAME##*/}` and the like, which remove what a pattern matches from the beginning or the end.
bool ShellWords::take_trimmed(std::string_view text, std::size_t& at, std::string& out, bool& assumed) const
{
    std::string_view rest = text.substr(at);
    const std::size_t close = rest.find('}');
    if (!rest.starts_with("${") || close == std::string_view::npos)
        return false;
    rest = rest.substr(2, close - 2);
    const std::size_t sign_at = rest.find_first_of("#%");
    if (sign_at == 0 || sign_at == std::string_view::npos)
        return false;
    const char sign = rest[sign_at];
    const std::string_view name = rest.substr(0, sign_at);
    std::string_view pattern = rest.substr(sign_at + 1);
    const bool longest = pattern.starts_with(sign);
    pattern.remove_prefix(longest ? 1 : 0);
    if (!std::ranges::all_of(name, [](char c) { return ascii::is_letter_or_digit(c) || c == '_'; })
        || pattern.find_first_of("$`'\"\\") != std::string_view::npos)
        return false;
    const ShellValue value = look_up(name);
    constexpr std::size_t most = 1024;
    if (!value.known || value.text.size() > most)
        return false;
    std::string_view kept = value.text;
    for (std::size_t index = 0; index <= value.text.size(); ++index) {
        const std::size_t removed = longest ? value.text.size() - index : index;
        const std::string_view part
            = sign == '#' ? value.text.substr(0, removed) : value.text.substr(value.text.size() - removed);
        if (!glob_match(pattern, part))
            continue;
        kept = sign == '#' ? value.text.substr(removed) : value.text.substr(0, value.text.size() - removed);
        break;
    }
    assumed = assumed || value.assumed;
    out += kept;
    at += close + 1;
    return true;
}

}

// SPDX-License-Identifier: Apache-2.0
// The names of these files differ from site to site, so their lines decide: a heuristic for each kind, over
// the beginning of the file.
#include "drivers/opensm/read/file_kind.h"

#include "models/catalog/opensm_options.h"
#include "models/text/ascii.h"

#include <algorithm>
#include <array>

namespace rocelint::opensm {
namespace {

constexpr std::array<std::string_view, 5> policy_sections{
    "qos-ulps", "qos-levels", "port-groups", "qos-setup", "qos-match-rules"};

// Sections that UFM's gv.cfg has and other files of its format do not.
constexpr std::array<std::string_view, 7> ufm_sections{"[UFMAgent]",
    "[FabricAnalysis]",
    "[UnhealthyPorts]",
    "[SrvMgmt]",
    "[SubnetManager]",
    "[Sharp]",
    "[DashboardView]"};

// NVIDIA SHARP Documentation v3.7.0, sharp_am configuration parameters; the levels are options of sharp_am's
// option_manager.h.
constexpr std::array<std::string_view, 12> sharp_keys{"ib_port_guid",
    "ib_qpc_sl",
    "ib_sat_qpc_sl",
    "smx_enabled_protocols",
    "smx_protocol",
    "smx_sock_interface",
    "allow_remote_sm",
    "fabric_load_file",
    "dynamic_tree_allocation",
    "pending_mode_timeout",
    "ib_mad_timeout",
    "topology_type"};

template <std::size_t Size>
bool holds(const std::array<std::string_view, Size>& words, std::string_view word)
{
    return std::ranges::find(words, word) != words.end();
}

bool is_hexadecimal(std::string_view text, std::size_t least, std::size_t most)
{
    if (!text.starts_with("0x") && !text.starts_with("0X"))
        return false;
    text.remove_prefix(2);
    return text.size() >= least && text.size() <= most
        && text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

constexpr std::size_t guid_digits = 16;

struct Counts {
    std::size_t lines = 0;
    std::size_t options = 0; ///< lines that begin with an option's name
    std::size_t telling = 0; ///< those of them whose name no other program uses
    std::size_t sections = 0;
    std::size_t port_groups = 0;
    std::size_t algorithms = 0; ///< lines that begin or end the algorithms of a congestion control policy
    std::size_t ufm = 0;
    std::size_t sharp = 0;
    std::size_t partitions = 0;
    std::size_t guids = 0;
    std::size_t lids = 0;
    std::size_t keys = 0;
    std::size_t names = 0;
};

// A short name is also a command of switches ("qos trust dscp"), so its value must be one that opensm allows.
bool is_telling(std::string_view name, std::string_view value)
{
    if (name.find('_') != std::string_view::npos)
        return true;
    const bool is_value = value == "TRUE" || value == "FALSE" || ascii::is_number(value);
    return is_value && (name == "lmc" || name == "qos" || name == "fdr10");
}

// "Default=0x7fff, ipoib: ALL=full;", or one line of several.
bool looks_like_partition(std::string_view line)
{
    if (line.find(':') == std::string_view::npos && !line.ends_with(';') && !line.ends_with(','))
        return false;
    for (const std::string_view sign :
        {"ALL", "SELF", "=full", "=limited", "=both", "ipoib", "defmember", "=0x7fff", "=0x7FFF", "=Full"}) {
        if (line.find(sign) != std::string_view::npos)
            return true;
    }
    return false;
}

void count(Counts& counts, std::string_view line)
{
    ++counts.lines;
    const std::string_view word = first_word(line);
    const std::string_view name = word.substr(0, word.find('='));
    const std::string_view rest = trimmed(line.substr(word.size()));
    if (catalog::find_opensm_option(name) != nullptr) {
        ++counts.options;
        counts.telling += is_telling(name, rest) ? 1 : 0;
    }
    counts.sections += holds(policy_sections, line) ? 1 : 0;
    counts.port_groups += line == "port-group" || line == "end-port-group" ? 1 : 0;
    counts.algorithms += line == "ca_algo_import_start" || line == "ca_algo_import_end" ? 1 : 0;
    counts.ufm += holds(ufm_sections, line) ? 1 : 0;
    counts.sharp += holds(sharp_keys, name) ? 1 : 0;
    counts.partitions += looks_like_partition(line) ? 1 : 0;
    constexpr std::size_t least_digits = 10; // a shorter number is the ID of a vendor, not of a node
    if (!is_hexadecimal(word, least_digits, guid_digits))
        return;
    const std::string_view second = first_word(rest);
    const std::string_view third = first_word(trimmed(rest.substr(second.size())));
    counts.guids += rest.empty() ? 1 : 0;
    counts.lids += is_hexadecimal(second, 1, 4) && is_hexadecimal(third, 1, 4) ? 1 : 0;
    counts.keys += third.empty() && is_hexadecimal(second, 1, guid_digits) && second.size() > 6 ? 1 : 0;
    counts.names += rest.starts_with('"') && rest.size() > 1 && rest.ends_with('"') ? 1 : 0;
}

KindGuess decide(const Counts& counts)
{
    constexpr int sure = 100;
    constexpr int likely = 80;
    constexpr int fair = 60;
    const auto most = [&counts](std::size_t some) { return some * 2 > counts.lines; };
    if (counts.sections > 0)
        return {FileKind::policy, sure, "sections of a qos-policy"};
    if (counts.port_groups > 1)
        return {FileKind::port_groups, likely, "port-groups as NVIDIA's subnet manager has them"};
    if (counts.algorithms > 0)
        return {FileKind::congestion, sure, "the algorithms of NVIDIA's congestion_control_policy_file"};
    if (counts.ufm > 1)
        return {FileKind::ufm, sure, "sections of UFM's gv.cfg"};
    if (counts.telling > 0 && counts.options * 2 >= counts.lines)
        return {FileKind::options, counts.telling > 1 ? sure : likely, "options of opensm"};
    if (counts.sharp > 0 && most(counts.sharp))
        return {FileKind::sharp, likely, "options of SHARP's aggregation manager"};
    if (counts.lids > 0 && counts.lids == counts.lines)
        return {FileKind::guid2lid, likely, "rows of a GUID and its LIDs"};
    if (counts.names > 0 && counts.names == counts.lines)
        return {FileKind::node_names, likely, "rows of a GUID and a name"};
    if (counts.keys > 0 && counts.keys == counts.lines)
        return {FileKind::guid2mkey, likely, "rows of a GUID and its M_Key"};
    if (counts.guids > 0 && counts.guids == counts.lines)
        return {FileKind::guids, fair, "a list of GUIDs"};
    if (counts.partitions > 0 && most(counts.partitions))
        return {FileKind::partitions, likely, "definitions of InfiniBand partitions"};
    return {};
}

// Guesses from the file's name if the content says little.
KindGuess by_name(std::string_view name, const Counts& counts)
{
    constexpr int told = 40;
    const auto named = [name](std::string_view part) { return name.find(part) != std::string_view::npos; };
    if (counts.lines == 0)
        return {};
    if (named("root_guid") || named("root-guid"))
        return {FileKind::guids, told, "its name is that of a list of root switches"};
    if (name == "partitions.conf" && counts.partitions > 0)
        return {FileKind::partitions, told, "it is called partitions.conf"};
    if (name == "opensm.conf" && counts.options > 0)
        return {FileKind::options, told, "it is called opensm.conf"};
    return {};
}

}

std::string_view without_comment(std::string_view line) { return trimmed(line.substr(0, line.find('#'))); }

KindGuess kind_of(const Source& source)
{
    if (source.path().ends_with("sysconfig/opensm"))
        return {FileKind::service, 80, "what the service of opensm gives it"};
    constexpr std::size_t looked_at = 65536;
    std::string_view text = source.text().substr(0, looked_at);
    if (source.size() > looked_at)
        text = text.substr(0, text.rfind('\n'));
    Counts counts;
    while (!text.empty()) {
        const std::string_view line = without_comment(ascii::take_until(text, '\n'));
        if (!line.empty())
            count(counts, line);
    }
    const KindGuess guess = decide(counts);
    return guess.kind == FileKind::none ? by_name(source.file_name(), counts) : guess;
}

}

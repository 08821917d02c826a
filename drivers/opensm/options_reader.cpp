// SPDX-License-Identifier: Apache-2.0
// opensm.conf line by line: what each option runs with, from the table of options, and from that the manager's settings.
#include "drivers/opensm/option_lines.h"
#include "drivers/opensm/option_value.h"
#include "drivers/opensm/reader.h"
#include "models/text/digest.h"
#include "models/text/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <type_traits>
#include <unordered_map>

namespace rocelint::opensm {
namespace {

using catalog::OpensmOption;
using State = CoverageState;

constexpr std::array<std::pair<std::string_view, RoutingEngine>, 22> engine_names{{
    {"minhop", RoutingEngine::minhop},
    {"updn", RoutingEngine::updn},
    {"dnup", RoutingEngine::dnup},
    {"file", RoutingEngine::file},
    {"ftree", RoutingEngine::ftree},
    {"lash", RoutingEngine::lash},
    {"dor", RoutingEngine::dor},
    {"torus-2QoS", RoutingEngine::torus_2qos},
    {"nue", RoutingEngine::nue},
    {"dfsssp", RoutingEngine::dfsssp},
    {"sssp", RoutingEngine::sssp},
    {"none", RoutingEngine::none},
    {"ar_updn", RoutingEngine::ar_updn},
    {"ar_ftree", RoutingEngine::ar_ftree},
    {"ar_torus", RoutingEngine::ar_torus},
    {"ar_dor", RoutingEngine::ar_dor},
    {"pqft", RoutingEngine::pqft},
    {"dfp", RoutingEngine::dfp},
    {"dfp2", RoutingEngine::dfp2},
    {"kdor-hc", RoutingEngine::kdor_hc},
    {"chain", RoutingEngine::chain},
    {"auto", RoutingEngine::auto_},
}};

// How a file of either flavour says which one reads it, where its keys do not tell.
constexpr std::string_view stated_flavour = "# opensm-flavour:";

// What stands in the place of a key in a file that was stored without its secrets, and what is then known of the key.
constexpr std::string_view redacted = "<redacted";
constexpr std::string_view unknown_key = "?";

// The options that name files, and what a list of GUIDs is for.
constexpr std::array<std::string_view, 16> file_options{"partition_config_file",
    "qos_policy_file",
    "root_guid_file",
    "cn_guid_file",
    "io_guid_file",
    "pgrp_policy_file",
    "guid_routing_order_file",
    "ids_guid_file",
    "node_name_map_name",
    "torus_config",
    "lfts_file",
    "prefix_routes_file",
    "hop_weights_file",
    "port_prof_ignore_file",
    "topo_policy_file",
    "rch_policy_file"};

class OptionsReader {
public:
    OptionsReader(ManagerReader& reader, const Tree* tree) : reader_(reader), tree_(tree) { }

    void read()
    {
        if (tree_ != nullptr) {
            lines_ = option_lines(*tree_);
            manager().conf = tree_->source->whole();
            manager().conf.length = 0;
        }
        find_flavour();
        qos_ = is_qos_on();
        for (const OptionLine& line : lines_)
            read_line(line);
        restrain();
        read_settings();
        read_engines();
        read_files();
    }

private:
    struct Running {
        std::string_view value;
        std::uint32_t option = Port::no_index; ///< index of the line that set it
    };

    SubnetManager& manager() { return reader_.manager(); }
    [[nodiscard]] Span span_of(std::string_view text) const { return tree_->source->span_of(text); }

    void find_flavour()
    {
        SubnetManager& made = manager();
        made.flavour_why = "no line is of NVIDIA's subnet manager";
        for (const OptionLine& line : lines_) {
            const OpensmOption* option = catalog::find_opensm_option(line.name);
            if (option != nullptr && option->nvidia_only)
                set_nvidia("it states options that only NVIDIA's subnet manager has");
            else if (line.name == "routing_engine" && has_engine_of_nvidia(line.value))
                set_nvidia("it names a routing engine that only NVIDIA's subnet manager has");
            else if (line.value.starts_with("/opt/ufm/"))
                set_nvidia("it names files of UFM");
        }
        if (tree_ == nullptr)
            return;
        const std::string_view text = tree_->source->text();
        const std::size_t at = text.find(stated_flavour);
        if (at == std::string_view::npos || (at != 0 && text[at - 1] != '\n'))
            return;
        const std::string_view word
            = trimmed(text.substr(at, text.find('\n', at) - at)).substr(stated_flavour.size());
        if (trimmed(word) == "nvidia" || trimmed(word) == "upstream") {
            made.flavour = trimmed(word) == "nvidia" ? SmFlavour::nvidia : SmFlavour::upstream;
            made.flavour_why = "a comment states it";
        }
    }

    void set_nvidia(std::string_view why)
    {
        manager().flavour = SmFlavour::nvidia;
        manager().flavour_why = why;
    }

    static bool has_engine_of_nvidia(std::string_view list)
    {
        bool found = false;
        for_each_engine(
            list, [&found](std::string_view name) { found = found || is_engine_of_nvidia(engine_of(name)); });
        return found;
    }

    template <class Visit>
    static void for_each_engine(std::string_view list, Visit&& visit)
    {
        while (!list.empty()) {
            const std::size_t begin = list.find_first_not_of(", \t");
            if (begin == std::string_view::npos)
                return;
            list.remove_prefix(begin);
            const std::string_view name = list.substr(0, list.find_first_of(", \t"));
            visit(name);
            list.remove_prefix(name.size());
        }
    }

    [[nodiscard]] bool is_qos_on() const
    {
        bool on = false;
        for (const OptionLine& line : lines_)
            on = line.name == "qos" ? line.value == "TRUE" : on;
        return on;
    }

    void read_line(const OptionLine& line)
    {
        if (line.continues)
            reader_.fault(SmFault::Kind::long_line,
                span_of(line.whole),
                line.whole,
                fmt::format(
                    "stands behind the first {} characters of its line, and is read as a line of its own",
                    longest_line));
        if (line.quote_is_cut)
            reader_.fault(SmFault::Kind::quoted_comment,
                span_of(line.whole),
                line.whole,
                "is cut at the comment sign inside its quotes");
        SmOption& made = manager().options.emplace_back();
        made.at = span_of(line.whole);
        made.value_at = line.value.empty() ? made.at : span_of(line.value);
        made.name = line.name;
        made.given = line.value;
        const OpensmOption* option = catalog::find_opensm_option(line.name);
        const bool of_other
            = option != nullptr && option->nvidia_only && manager().flavour == SmFlavour::upstream;
        if (option == nullptr || of_other) {
            read_unknown(line, made, of_other);
            return;
        }
        made.known = true;
        made.secret = option->secret;
        const std::string_view name = option->same_as.empty() ? option->name : option->same_as;
        const Running before = running_of(name);
        const Evaluated found = option->secret && line.value.starts_with(redacted)
            ? Evaluated{hidden_key(line.value), SmMisread::none}
            : evaluate(*option, line.value, before.value, qos_);
        made.misread = found.misread;
        made.runs = found.runs == line.value ? line.value : reader_.keep(found.runs);
        made.why = option->words.empty() ? catalog::takes_of(option->type) : words_text(*option);
        if (option->low && option->high && found.misread == SmMisread::out_of_range)
            made.why = reader_.keep(fmt::format("a number from {} to {}", *option->low, *option->high));
        const auto index = static_cast<std::uint32_t>(manager().options.size() - 1);
        const bool keeps_before
            = found.misread != SmMisread::none && option->wrong == "before" && made.runs == before.value;
        if (!keeps_before) {
            if (before.option != Port::no_index)
                manager().options[before.option].overridden = true;
            running_[name] = {made.runs, index};
        } else {
            made.overridden = true;
        }
        if (option->secret)
            keep_secret(name, index);
        line.node->mark(found.misread == SmMisread::none ? state_of(*option) : State::unrecognised);
    }

    // A key that was hidden when the file was collected: equal ones have equal digits, of which none is the key's own.
    static std::string hidden_key(std::string_view value)
    {
        const std::string_view digits = value.substr(std::min(redacted.size() + 1, value.size()));
        return digits.ends_with('>') ? "0x1" + std::string(digits.substr(0, digits.size() - 1))
                                     : std::string(unknown_key);
    }

    void read_unknown(const OptionLine& line, SmOption& made, bool of_other)
    {
        const std::string_view name = line.name.substr(0, line.name.find('='));
        const OpensmOption* meant = catalog::find_opensm_option(name);
        made.misread = line.name.size() != name.size() && meant != nullptr ? SmMisread::equals_sign
                                                                           : SmMisread::unknown;
        made.why = of_other ? "only NVIDIA's subnet manager has it" : std::string_view{};
        if (meant != nullptr && !of_other) {
            made.meant = meant->name;
            made.secret = meant->secret;
        } else if (!of_other) {
            made.meant = nearest(name, names());
        }
        // What stands behind a name that nobody knows may be anything, a key as well.
        made.given = made.secret ? std::string_view{} : line.value;
    }

    // The names that an option of this flavour can have.
    const std::vector<std::string_view>& names()
    {
        if (names_.empty()) {
            for (const OpensmOption& option : catalog::opensm_options()) {
                if (!option.nvidia_only || manager().flavour == SmFlavour::nvidia)
                    names_.push_back(option.name);
            }
        }
        return names_;
    }

    std::string_view words_text(const OpensmOption& option)
    {
        std::string text = "one of";
        for (const std::string_view word : option.words)
            text += fmt::format("{} {}", &word == &option.words.front() ? "" : ",", word);
        return reader_.keep(text);
    }

    // No key stays in the model: of those that are compared a digest does.
    void keep_secret(std::string_view name, std::uint32_t index)
    {
        SmOption& made = manager().options[index];
        secrets_[name] = std::string(made.runs);
        made.given = {};
        made.runs = {};
        running_[name].value = {};
    }

    [[nodiscard]] Running running_of(std::string_view name) const
    {
        if (const auto found = secrets_.find(name); found != secrets_.end())
            return {found->second, running_.at(name).option};
        if (const auto found = running_.find(name); found != running_.end())
            return found->second;
        return {fallback_of(name), Port::no_index};
    }

    [[nodiscard]] std::string_view fallback_of(std::string_view name) const
    {
        const OpensmOption* option = catalog::find_opensm_option(name);
        if (option == nullptr)
            return {};
        return reader_.manager().flavour == SmFlavour::nvidia ? option->nvidia_fallback : option->fallback;
    }

    static State state_of(const OpensmOption& option)
    {
        static constexpr std::array<std::string_view, 3> of_lists{"_sl2vl", "_vlarb_high", "_vlarb_low"};
        for (const std::string_view end : of_lists) {
            if (option.name.ends_with(end))
                return State::read;
        }
        return is_setting(option.name) || std::ranges::find(file_options, option.name) != file_options.end()
            ? State::read
            : State::irrelevant;
    }

    static bool is_setting(std::string_view name);

    // What opensm sets to fit something else once all lines are read (osm_subn_verify_config).
    void restrain()
    {
        restrain_transaction();
        restrain_lease();
        if (running_of("no_partition_enforcement").value == "TRUE"
            && running_of("part_enforce").value != "off")
            set_running("part_enforce", "off", "no_partition_enforcement TRUE goes before it");
    }

    void restrain_transaction()
    {
        const auto usual = base_zero_number(running_of("transaction_timeout").value);
        const auto longer = base_zero_number(running_of("long_transaction_timeout").value);
        if (usual && longer && *longer < *usual)
            set_running("long_transaction_timeout",
                fmt::format("{}", *usual),
                "it is never shorter than transaction_timeout");
    }

    void restrain_lease()
    {
        const auto level = base_zero_number(running_of("m_key_protection_level").value);
        const auto lease = base_zero_number(running_of("m_key_lease_period").value);
        const auto sweep = base_zero_number(running_of("sweep_interval").value);
        if (!level || !lease || !sweep || *level == 0 || *lease == 0)
            return;
        const std::uint64_t sweeps = *sweep == 0 ? *lease - 1 : *sweep;
        if (*sweep == 0)
            set_running(
                "sweep_interval", fmt::format("{}", sweeps), "leases of protected M_Keys need sweeps");
        if (sweeps >= *lease)
            set_running("m_key_lease_period",
                fmt::format("{}", (sweeps + 1) & 0xffff),
                "a lease is longer than the interval of sweeps");
    }

    void set_running(std::string_view name, const std::string& value, std::string_view why)
    {
        Running& now = running_[name];
        now.value = reader_.keep(value);
        if (now.option == Port::no_index)
            return;
        SmOption& option = manager().options[now.option];
        option.runs = now.value;
        if (option.misread == SmMisread::none) {
            option.misread = SmMisread::restrained;
            option.why = why;
        }
    }

    OriginId origin_of(std::string_view name)
    {
        const auto found = running_.find(name);
        if (found != running_.end() && found->second.option != Port::no_index)
            return reader_.origins().explicit_at(manager().options[found->second.option].at);
        if (tree_ == nullptr)
            return reader_.origins().unread("no opensm.conf was read");
        const OpensmOption* option = catalog::find_opensm_option(name);
        if (fallback_of(name).empty())
            return reader_.origins().unread(
                "what NVIDIA's subnet manager starts with is not known, and no line states it");
        return reader_.origins().default_of(
            manager().flavour == SmFlavour::nvidia ? option->nvidia_source : option->source);
    }

    template <class T>
    void set(Setting<T>& setting, std::string_view name)
    {
        const OriginId origin = origin_of(name);
        const std::string_view text = running_of(name).value;
        if (origin.kind() == OriginKind::unread) {
            setting = Setting<T>::unread(origin);
        } else if constexpr (std::is_same_v<T, bool>) {
            setting = {text == "TRUE", origin};
        } else if constexpr (std::is_same_v<T, std::string_view>) {
            setting = {text, origin};
        } else {
            const std::uint64_t value = base_zero_number(text).value_or(0);
            if constexpr (std::is_integral_v<T>)
                setting = {static_cast<T>(value), origin};
            else
                setting = {T{static_cast<std::int64_t>(value)}, origin};
        }
    }

    void read_settings();
    void read_keys();
    void read_engines();
    void read_files();
    void read_adaptive_routing();

    ManagerReader& reader_;
    const Tree* tree_;
    std::vector<OptionLine> lines_;
    bool qos_ = false;
    std::unordered_map<std::string_view, Running> running_;
    std::unordered_map<std::string_view, std::string> secrets_;
    std::vector<std::string_view> names_;
};

// Calls `visit(name, member)` for each option that is one setting.
template <class Visit>
void for_each_setting(Visit&& visit)
{
    using M = SubnetManager;
    visit("guid", &M::guid);
    visit("subnet_prefix", &M::subnet_prefix);
    visit("lmc", &M::lmc);
    visit("max_op_vls", &M::max_op_vls);
    visit("qos", &M::qos);
    visit("sm_priority", &M::sm_priority);
    visit("m_key_per_port", &M::m_key_per_port);
    visit("m_key_protection_level", &M::m_key_protection_level);
    visit("m_key_lease_period", &M::m_key_lease_period);
    visit("sweep_interval", &M::sweep_interval);
    visit("reassign_lids", &M::reassign_lids);
    visit("honor_guid2lid_file", &M::honor_guid2lid_file);
    visit("sm_inactive", &M::sm_inactive);
    visit("ignore_other_sm", &M::ignore_other_sm);
    visit("disable_multicast", &M::disable_multicast);
    visit("connect_roots", &M::connect_roots);
    visit("max_reverse_hops", &M::max_reverse_hops);
    visit("packet_life_time", &M::packet_life_time);
    visit("head_of_queue_lifetime", &M::head_of_queue_lifetime);
    visit("leaf_head_of_queue_lifetime", &M::leaf_head_of_queue_lifetime);
    visit("subnet_timeout", &M::subnet_timeout);
    visit("transaction_timeout", &M::transaction_timeout);
    visit("long_transaction_timeout", &M::long_transaction_timeout);
    visit("max_wire_smps", &M::max_wire_smps);
    visit("console", &M::console);
    visit("part_enforce", &M::part_enforce);
    visit("ar_sl_mask", &M::ar_sl_mask);
    visit("sharp_enabled", &M::sharp_enabled);
}

bool OptionsReader::is_setting(std::string_view name)
{
    static constexpr std::array<std::string_view, 7> others{"m_key",
        "sm_key",
        "sa_key",
        "routing_engine",
        "no_partition_enforcement",
        "ar_mode",
        "adv_routing_engine_name"};
    bool found = std::ranges::find(others, name) != others.end() || name.ends_with("_max_vls")
        || name.ends_with("_high_limit");
    for_each_setting([&](std::string_view known, auto) { found = found || known == name; });
    return found;
}

void OptionsReader::read_settings()
{
    for_each_setting([this](std::string_view name, auto member) {
        const OpensmOption* option = catalog::find_opensm_option(name);
        // What upstream's does not have is none of its settings.
        if (!option->nvidia_only || running_.contains(name))
            set(manager().*member, name);
    });
    read_keys();
    read_adaptive_routing();
}

// Only whether a key is the well-known one, and what two managers are compared by.
void OptionsReader::read_keys()
{
    const auto value_of
        = [this](std::string_view name) { return base_zero_number(running_of(name).value).value_or(0); };
    const auto digest_of = [](std::uint64_t key) {
        const Digest digest = [key] {
            Sha256 hash;
            hash.add_text("rocelint key of a subnet manager");
            hash.add_number(key);
            return hash.finish();
        }();
        // Short enough that a key cannot be told by trying: many have each digest.
        constexpr std::size_t bytes = 3;
        std::uint64_t out = 0;
        for (std::size_t at = 0; at < bytes; ++at)
            out = out << 8 | digest[at];
        return out;
    };
    const OriginId sm = origin_of("sm_key");
    const OriginId sa = origin_of("sa_key");
    const OriginId m = origin_of("m_key");
    if (sm.kind() != OriginKind::unread && running_of("sm_key").value != unknown_key) {
        manager().sm_key_changed = {value_of("sm_key") != 1, sm};
        manager().sm_key_digest = {digest_of(value_of("sm_key")), sm};
    }
    if (sa.kind() != OriginKind::unread && running_of("sa_key").value != unknown_key)
        manager().sa_key_changed = {value_of("sa_key") != 1, sa};
    if (m.kind() != OriginKind::unread && running_of("m_key").value != unknown_key) {
        manager().m_key_set = {value_of("m_key") != 0, m};
        manager().m_key_digest = {digest_of(value_of("m_key")), m};
    }
}

void OptionsReader::read_adaptive_routing()
{
    for (const std::string_view name : {"ar_mode", "routing_engine", "adv_routing_engine_name"}) {
        const auto found = running_.find(name);
        if (found == running_.end())
            continue;
        const std::string_view value = found->second.value;
        const bool on = name == "ar_mode" ? base_zero_number(value).value_or(0) != 0
                                          : value.find("ar_") != std::string_view::npos;
        if (on && !manager().adaptive_routing.known_by_the_way())
            manager().adaptive_routing = {true, origin_of(name)};
    }
}

void OptionsReader::read_engines()
{
    const auto found = running_.find("routing_engine");
    manager().no_fallback = {false, origin_of("routing_engine")};
    if (found == running_.end()) {
        if (manager().no_fallback.origin.kind() == OriginKind::unread)
            manager().no_fallback = {};
        return;
    }
    const SmOption& option = manager().options[found->second.option];
    manager().engines_at = option.at;
    if (option.given == "(null)")
        return;
    for_each_engine(option.given, [this](std::string_view name) {
        if (name == "no_fallback")
            manager().no_fallback.value = true;
        else
            manager().engines.push_back({engine_of(name), name, span_of(name)});
    });
}

void OptionsReader::read_files()
{
    for (const SmOption& option : manager().options) {
        if (option.overridden || std::ranges::find(file_options, option.name) == file_options.end()
            || option.given.empty() || option.given == "(null)")
            continue;
        manager().files.push_back({option.name, option.given, no_source, option.at});
    }
}

}

RoutingEngine engine_of(std::string_view name)
{
    const auto* const found
        = std::ranges::find(engine_names, name, &std::pair<std::string_view, RoutingEngine>::first);
    return found == engine_names.end() ? RoutingEngine::unknown : found->second;
}

bool is_engine_of_nvidia(RoutingEngine engine)
{
    return engine >= RoutingEngine::ar_updn && engine < RoutingEngine::unknown;
}

void read_options(ManagerReader& reader, const Tree* tree)
{
    OptionsReader(reader, tree).read();
    if (tree != nullptr)
        read_qos_lists(reader, *tree->source);
}

}

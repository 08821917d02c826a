// SPDX-License-Identifier: Apache-2.0
// Makes the settings of a subnet manager from the values with which its options run.
#include "drivers/opensm/read/option_value.h"
#include "drivers/opensm/read/routing_engines.h"
#include "drivers/opensm/read/running_options.h"
#include "models/catalog/opensm_options.h"
#include "models/text/digest.h"
#include "models/text/nearest.h"

#include <algorithm>
#include <array>
#include <type_traits>

namespace rocelint::opensm {
namespace {

using catalog::OpensmOption;

// The options that name files, and the purpose of each list of GUIDs.
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

// Options that settings depend on, besides those of for_each_setting.
constexpr std::array<std::string_view, 7> other_settings{"m_key",
    "sm_key",
    "sa_key",
    "routing_engine",
    "no_partition_enforcement",
    "ar_mode",
    "adv_routing_engine_name"};

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

class SettingsReader {
public:
    explicit SettingsReader(RunningOptions& running) : running_(running) { }

    void read();

private:
    SubnetManager& manager() { return running_.reader().manager(); }

    template <class T>
    void set(Setting<T>& setting, std::string_view name)
    {
        const OriginId origin = running_.origin_of(name);
        const std::string_view text = running_.of(name).value;
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

    std::string_view meant_engine(std::string_view name)
    {
        const std::vector<std::string_view> names = engine_names(manager().flavour);
        return std::ranges::find(names, name) != names.end() ? std::string_view{} : nearest(name, names);
    }

    void read_keys();
    void read_engines();
    void read_files();
    void read_adaptive_routing();

    RunningOptions& running_;
};

void SettingsReader::read()
{
    for_each_setting([this](std::string_view name, auto member) {
        const OpensmOption* option = catalog::find_opensm_option(name);
        // An option that upstream's opensm does not have is not one of its settings.
        if (!option->nvidia_only || running_.stated(name) != nullptr)
            set(manager().*member, name);
    });
    read_keys();
    read_adaptive_routing();
    read_engines();
    read_files();
}

// Keeps only whether a key is the well-known one, and a digest to compare two managers.
void SettingsReader::read_keys()
{
    const auto value_of
        = [this](std::string_view name) { return base_zero_number(running_.of(name).value).value_or(0); };
    const auto digest_of = [](std::uint64_t key) {
        const Digest digest = [key] {
            Sha256 hash;
            hash.add_text("rocelint key of a subnet manager");
            hash.add_number(key);
            return hash.finish();
        }();
        // So short that many keys share each digest, and a key cannot be found by trial.
        constexpr std::size_t bytes = 3;
        std::uint64_t out = 0;
        for (std::size_t at = 0; at < bytes; ++at)
            out = out << 8 | digest[at];
        return out;
    };
    const auto is_known = [this](std::string_view key) { return running_.of(key).value != unknown_key; };
    const OriginId sm = running_.origin_of("sm_key");
    const OriginId sa = running_.origin_of("sa_key");
    const OriginId m = running_.origin_of("m_key");
    if (sm.kind() != OriginKind::unread && is_known("sm_key")) {
        manager().sm_key_changed = {value_of("sm_key") != 1, sm};
        manager().sm_key_digest = {digest_of(value_of("sm_key")), sm};
    }
    if (sa.kind() != OriginKind::unread && is_known("sa_key"))
        manager().sa_key_changed = {value_of("sa_key") != 1, sa};
    if (m.kind() != OriginKind::unread && is_known("m_key")) {
        manager().m_key_set = {value_of("m_key") != 0, m};
        manager().m_key_digest = {digest_of(value_of("m_key")), m};
    }
}

void SettingsReader::read_adaptive_routing()
{
    for (const std::string_view name : {"ar_mode", "routing_engine", "adv_routing_engine_name"}) {
        const RunningOptions::Running* found = running_.stated(name);
        if (found == nullptr)
            continue;
        const std::string_view value = found->value;
        const bool on = name == "ar_mode" ? base_zero_number(value).value_or(0) != 0
                                          : value.find("ar_") != std::string_view::npos;
        if (on && !manager().adaptive_routing.peek_known())
            manager().adaptive_routing = {true, running_.origin_of(name)};
    }
}

void SettingsReader::read_engines()
{
    const RunningOptions::Running* found = running_.stated("routing_engine");
    manager().no_fallback = {false, running_.origin_of("routing_engine")};
    if (found == nullptr) {
        if (manager().no_fallback.origin.kind() == OriginKind::unread)
            manager().no_fallback = {};
        return;
    }
    const SmOption& option = manager().options[found->option];
    manager().engines_at = option.at;
    if (option.given == "(null)")
        return;
    for_each_engine(option.given, [&](std::string_view name) {
        if (name == no_fallback)
            manager().no_fallback.value = true;
        else
            manager().engines.push_back({engine_of(name),
                name,
                {option.value_at.source,
                    option.value_at.offset + static_cast<std::uint32_t>(name.data() - option.given.data()),
                    static_cast<std::uint32_t>(name.size())},
                meant_engine(name)});
    });
}

void SettingsReader::read_files()
{
    for (const SmOption& option : manager().options) {
        if (option.overridden || std::ranges::find(file_options, option.name) == file_options.end()
            || option.given.empty() || option.given == "(null)")
            continue;
        manager().files.push_back({option.name, option.given, no_source, option.at});
    }
}

}

void read_settings(RunningOptions& running) { SettingsReader(running).read(); }

bool is_setting(std::string_view name)
{
    bool found = std::ranges::find(other_settings, name) != other_settings.end()
        || std::ranges::find(file_options, name) != file_options.end() || name.ends_with("_max_vls")
        || name.ends_with("_high_limit");
    for_each_setting([&](std::string_view known, auto) { found = found || known == name; });
    return found;
}

}

// SPDX-License-Identifier: Apache-2.0
// A patch that the switch refuses is worse than none, and one that it makes by taking ports down is no hitless one. What its
// updater does is data (sonic_updater.yaml); here it is asked about the rows of a patch.
#include "models/catalog/updater.h"

#include "drivers/sonic/json_patch.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace rocelint::sonic {
namespace {

using catalog::UpdaterAnswer;
using catalog::UpdaterOperation;
using catalog::UpdaterVerdict;

// Whether CONFIG_DB would hold what it holds already.
bool changes_nothing(const WantedRow& row)
{
    return !row.removed && row.existing != nullptr && std::ranges::all_of(row.set, [&](const auto& cell) {
        const Node* known = row.existing->fields->child(cell.first);
        return known != nullptr && !known->is_container() && known->value == cell.second;
    });
}

std::string sentence(const UpdaterAnswer& answer, const UpdaterOperation& operation, const Device& device)
{
    const std::string until = answer.since.empty() ? std::string() : fmt::format(" before {}", answer.since);
    std::string what;
    switch (answer.verdict) {
    case UpdaterVerdict::takes:
        return {};
    case UpdaterVerdict::unknown_sku:
        what = fmt::format("changes nothing in {} on {}, a SKU whose chip it does not know{}",
            operation.table,
            device.model,
            until);
        break;
    case UpdaterVerdict::chip:
        what = fmt::format("does not change {} in {} on this chip", operation.field, operation.table);
        break;
    case UpdaterVerdict::whole_table:
        what = fmt::format("adds no row to {} while the table is empty{}", operation.table, until);
        break;
    case UpdaterVerdict::row:
        what = fmt::format("{} no row {} {}{}",
            operation.operation == "add" ? "adds" : "removes",
            operation.operation == "add" ? "to" : "of",
            operation.table,
            until);
        break;
    case UpdaterVerdict::field:
        what = fmt::format(
            "does not change {} in {} {}{}", operation.field, operation.table, operation.key, until);
        break;
    }
    const std::string instead = operation.table == name_of(Table::pfc_wd)
        ? "use the commands pfcwd start and pfcwd interval, or load the corrected file with config reload"
        : "load the corrected file with config reload";
    return fmt::format("config apply-patch {} ({}): {}", what, answer.source, instead);
}

// WRED_PROFILE has a set of fields for each colour.
bool is_spelt(const NumberField& field, std::string_view key)
{
    if (field.table != Table::wred_profile)
        return field.name() == key;
    return std::ranges::any_of(colour_words,
        [&](std::string_view colour) { return key == fmt::format("{}_{}", colour, field.name()); });
}

// A number outside the range of its leaf, or nothing.
std::string out_of_range(const Row& row, std::string_view table, const Node& field)
{
    for (const NumberField* known : number_fields) {
        if (name_of(known->table) != table || !is_spelt(*known, field.key))
            continue;
        const std::optional<std::int64_t> number = parse_signed(field.value);
        if (!number || !known->limit.takes(*number))
            return fmt::format(
                "{}|{} has {} {} ({})", table, row.key, field.key, field.value, known->limit.source);
    }
    return {};
}

// The YANG models' own conditions on the watchdog's times (sonic-pfcwd.yang).
std::string too_fast(const Config& config, const Row& row)
{
    const auto number = [](const Row& of, const NumberField& field) -> std::optional<std::uint64_t> {
        const Node* found = of.fields->child(field.name());
        return found == nullptr ? std::nullopt : parse_number(found->value);
    };
    const auto global = std::ranges::find(config.of(Table::pfc_wd), std::string_view("GLOBAL"), &Row::key);
    if (global == config.of(Table::pfc_wd).end())
        return {};
    const auto poll = number(*global, poll_interval);
    for (const NumberField* time : {&detection_time, &restoration_time}) {
        const auto found = number(row, *time);
        if (poll && found && *found < *poll)
            return fmt::format("PFC_WD|{} has {} {}, less than POLL_INTERVAL {} ({})",
                row.key,
                time->name(),
                *found,
                *poll,
                watchdog_yang);
    }
    return {};
}

// The model of WRED_PROFILE lets no curve end before it begins, nor without a beginning (sonic-wred-profile.yang).
std::string ends_before_it_begins(const Row& row)
{
    for (const std::string_view colour : colour_words) {
        const std::string ends = fmt::format("{}_{}", colour, wred_max.name());
        const std::string begins = fmt::format("{}_{}", colour, wred_min.name());
        const Node* most = row.fields->child(ends);
        const Node* least = row.fields->child(begins);
        if (most == nullptr)
            continue;
        if (least == nullptr)
            return fmt::format("WRED_PROFILE|{} has {} and no {} ({})", row.key, ends, begins, wred_yang);
        const auto upper = parse_number(most->value);
        const auto lower = parse_number(least->value);
        if (upper && lower && *upper < *lower)
            return fmt::format("WRED_PROFILE|{} has {} {}, less than {} {} ({})",
                row.key,
                ends,
                *upper,
                begins,
                *lower,
                wred_yang);
    }
    return {};
}

bool has_profile(const Config& config, std::string_view name)
{
    const auto& profiles = config.of(Table::buffer_profile);
    return name == "NULL" || std::ranges::find(profiles, name, &Row::key) != profiles.end();
}

// What the models of the updater's own check find wrong in the configuration as it is; empty where nothing is known to be.
std::string invalid_by_model(const Config& config)
{
    for (const Table table : {Table::port,
             Table::scheduler,
             Table::wred_profile,
             Table::buffer_pool,
             Table::buffer_profile,
             Table::buffer_pg,
             Table::buffer_queue,
             Table::queue,
             Table::port_qos_map,
             Table::pfc_wd}) {
        for (const Row& row : config.of(table)) {
            for (const Node& field : *row.fields) {
                if (std::string wrong = out_of_range(row, name_of(table), field); !wrong.empty())
                    return wrong;
            }
            if (table == Table::pfc_wd) {
                if (std::string wrong = too_fast(config, row); !wrong.empty())
                    return wrong;
            }
            if (table == Table::wred_profile) {
                if (std::string wrong = ends_before_it_begins(row); !wrong.empty())
                    return wrong;
            }
            const Node* profile = table == Table::buffer_pg || table == Table::buffer_queue
                ? row.fields->child("profile")
                : nullptr;
            if (profile != nullptr && !has_profile(config, strip_reference(profile->value)))
                return fmt::format("{}|{} names {}, which BUFFER_PROFILE does not have",
                    name_of(table),
                    row.key,
                    profile->value);
            if (table == Table::buffer_pg || table == Table::buffer_queue || table == Table::queue
                || table == Table::port_qos_map) {
                if (row.key.substr(0, row.key.find('|')).find(',') != std::string_view::npos)
                    return fmt::format(
                        "the key {}|{} names several ports (sonic-buildimage 086b03bd, sonic-yang-models: each row has one)",
                        name_of(table),
                        row.key);
            }
        }
    }
    return {};
}

class Asker {
public:
    Asker(const Config& config, const Device& device, Commands& commands)
        : config_(config)
        , device_(device)
        , commands_(commands)
        , target_{device.model, device.release, device.asic}
    {
    }

    void ask(const WantedRow& row, bool table_vanishes)
    {
        if (changes_nothing(row))
            return;
        const std::string_view table = name_of(row.table);
        if (row.removed) {
            put(row, {"remove", table, table_vanishes ? std::string_view{} : row.key, {}, {}});
        } else if (row.existing == nullptr) {
            std::vector<std::string_view> fields;
            for (const auto& [field, wanted] : row.set)
                fields.push_back(field);
            const bool there = !config_.of(row.table).empty() || !made_.insert(row.table).second;
            put(row, {"add", table, there ? std::string_view(row.key) : std::string_view{}, {}, fields});
        } else {
            for (const auto& [field, wanted] : row.set) {
                const Node* known = row.existing->fields->child(field);
                if (known == nullptr || known->is_container() || known->value != wanted)
                    put(row, {known == nullptr ? "add" : "replace", table, row.key, field, {}});
            }
        }
        interrupt(row);
    }

private:
    void put(const WantedRow& row, const UpdaterOperation& operation)
    {
        const UpdaterAnswer answer = catalog::ask_updater(target_, operation);
        if (answer.verdict != UpdaterVerdict::takes) {
            for (const std::uint32_t change : row.changes) {
                if (refused_.insert(change).second)
                    commands_.refused.push_back({change, sentence(answer, operation, device_)});
            }
        } else if (answer.depends_on_sku && commands_.doubt.empty()) {
            commands_.doubt = fmt::format(
                "config apply-patch changes {} only on SKUs that it knows, and the files do not tell "
                "this one ({}): say it with --sku",
                operation.table,
                answer.source);
        }
    }

    // The port is the key up to its bar; one without admin_status is down to the updater.
    void interrupt(const WantedRow& row)
    {
        const std::string_view source = catalog::takes_port_down(name_of(row.table));
        if (source.empty())
            return;
        const std::uint32_t port = device_.find_port(row.key.substr(0, row.key.find('|')));
        if (port == Port::no_index || !device_.ports[port].admin_up.is(true))
            return;
        for (const std::uint32_t change : row.changes)
            commands_.interruptions.push_back({change,
                fmt::format("the switch's updater takes {} down and up again to change its row in {} ({})",
                    device_.ports[port].name,
                    name_of(row.table),
                    source)});
    }

    const Config& config_;
    const Device& device_;
    Commands& commands_;
    catalog::UpdaterDevice target_;
    std::set<Table> made_;
    std::set<std::uint32_t> refused_; ///< changes; of each the first reason counts
};

}

void ask_updater(
    const Config& config, const Device& device, const std::vector<WantedRow>& rows, Commands& commands)
{
    std::map<Table, std::size_t> left;
    for (const WantedRow& row : rows) {
        std::size_t& count = left.try_emplace(row.table, config.of(row.table).size()).first->second;
        if (row.removed)
            --count;
        else if (row.existing == nullptr)
            ++count;
    }
    // The updater validates the whole configuration first, the cure included: gu_common.py, validate_config_db_config.
    if (const std::string wrong = invalid_by_model(config); !wrong.empty()) {
        std::set<std::uint32_t> changes;
        for (const WantedRow& row : rows)
            changes.insert(row.changes.begin(), row.changes.end());
        for (const std::uint32_t change : changes)
            commands.refused.push_back({change,
                fmt::format(
                    "config apply-patch refuses every patch while the configuration in force is not valid by the switch's own models: {}. Load the corrected file with config reload, which interrupts all traffic of the switch",
                    wrong)});
        return;
    }
    Asker asker(config, device, commands);
    for (const WantedRow& row : rows)
        asker.ask(row, left[row.table] == 0);
}

}

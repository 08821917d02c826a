// SPDX-License-Identifier: Apache-2.0
// A patch that the switch refuses is worse than none, and a patch that it makes by taking ports down is not
// hitless. The updater's behavior is data (sonic_updater.yaml); this file applies it to the rows of a patch.
#include "models/catalog/updater.h"

#include "drivers/sonic/edit/json_patch.h"
#include "drivers/sonic/model/model_conditions.h"
#include "models/fabric/value/port_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace rocelint::sonic {
namespace {

using catalog::UpdaterAnswer;
using catalog::UpdaterOperation;
using catalog::UpdaterVerdict;

// Whether CONFIG_DB already has the wanted values.
bool changes_nothing(const WantedRow& row)
{
    return !row.removed && row.existing != nullptr && std::ranges::all_of(row.set, [&](const auto& cell) {
        const Node* known = row.existing->fields->child(cell.first);
        return known != nullptr && !known->is_container() && known->value == cell.second;
    });
}

// The future value of a field: the wanted one, else the current one; empty if there is none.
std::string_view cell_of(const WantedRow& row, std::string_view name)
{
    const auto wanted
        = std::ranges::find(row.set, name, [](const auto& cell) -> std::string_view { return cell.first; });
    if (wanted != row.set.end())
        return wanted->second;
    const Node* known = row.existing == nullptr ? nullptr : row.existing->fields->child(name);
    return known == nullptr ? std::string_view{} : known->value;
}

// The command that makes the row's change without a patch
// (sonic-utilities pfcwd/main.py, branches 202205 to 202511).
std::string watchdog_command(const WantedRow& row)
{
    const std::string_view poll = cell_of(row, poll_interval.name());
    const std::string_view detection = cell_of(row, detection_time.name());
    const std::string_view restoration = cell_of(row, restoration_time.name());
    const std::string_view action = cell_of(row, watchdog_action.name);
    const auto is_word = [](std::string_view text) { return text.empty() || is_typable(text); };
    if (!is_typable(row.key)
        || !std::ranges::all_of(std::array{poll, detection, restoration, action}, is_word))
        return "the commands pfcwd start and pfcwd interval";
    if (row.removed)
        return fmt::format("`pfcwd stop {}`", row.key);
    if (!poll.empty())
        return fmt::format("`pfcwd interval {}`", poll);
    if (detection.empty())
        return "the commands pfcwd start and pfcwd interval";
    return fmt::format("`pfcwd start{}{} {} {}`",
        action.empty() ? std::string() : fmt::format(" --action {}", action),
        restoration.empty() ? std::string() : fmt::format(" --restoration-time {}", restoration),
        row.key,
        detection);
}

std::string sentence(const UpdaterAnswer& answer,
    const UpdaterOperation& operation,
    const Device& device,
    const WantedRow& row)
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
    const std::string instead = row.table == Table::pfc_wd
        ? fmt::format("use {}, or load the corrected file with config reload", watchdog_command(row))
        : "load the corrected file with config reload";
    return fmt::format("config apply-patch {} ({}): {}", what, answer.source, instead);
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
                    commands_.refused.push_back({change, sentence(answer, operation, device_, row)});
            }
        } else if (answer.depends_on_sku && commands_.doubt.empty()) {
            commands_.doubt = fmt::format(
                "config apply-patch changes {} only on SKUs that it knows, and the files do not state "
                "this one ({}): give it with --sku",
                operation.table,
                answer.source);
        }
    }

    // The port is the key up to the bar; the updater treats a port without admin_status as down.
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
    std::set<std::uint32_t> refused_; ///< each change gets only its first reason
};

// Refuses every change, with a message that the switch refuses every patch.
void refuse_all(const std::vector<WantedRow>& rows, const std::vector<ModelFault>& faults, Commands& commands)
{
    std::set<std::uint32_t> changes;
    for (const WantedRow& row : rows)
        changes.insert(row.changes.begin(), row.changes.end());
    const std::string more
        = faults.size() == 1 ? std::string() : fmt::format(", and {} more", faults.size() - 1);
    for (const std::uint32_t change : changes)
        commands.refused.push_back({change,
            fmt::format(
                "config apply-patch refuses every patch while the configuration in force is not valid by the switch's own models: {}{}. Load the corrected file with config reload, which interrupts all traffic of the switch",
                faults.front().sentence(),
                more)});
}

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
    // The updater validates the whole configuration first, even if the
    // patch would fix it: gu_common.py, validate_config_db_config.
    if (const auto faults = model_faults(ModelRows(config, {})); !faults.empty()) {
        refuse_all(rows, faults, commands);
        return;
    }
    refuse_by_model(config, rows, commands.refused);
    Asker asker(config, device, commands);
    for (const WantedRow& row : rows)
        asker.ask(row, left[row.table] == 0);
}

}

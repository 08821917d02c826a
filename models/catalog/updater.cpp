// SPDX-License-Identifier: Apache-2.0
// Which changes the updater refuses, and which take a port down, depends on release, chip and table, so it is
// data: sonic_updater.yaml.
#include "models/catalog/updater.h"

#include "models/catalog/catalog_tables.h"
#include "models/catalog/entries.h"
#include "models/text/ascii.h"
#include "models/text/nearest.h"

#include <algorithm>
#include <string>
#include <vector>

namespace rocelint::catalog {
namespace {

using Names = std::vector<std::string_view>;

// A branch later than all others: master, and anything newer than the catalog knows.
constexpr std::string_view newest = "999999";

struct Permission {
    std::string_view key;
    Names fields; ///< the only fields that an added row may have; empty: any
    Names operations; ///< on one field
    Names rows; ///< operations on the row as a whole
    Names refused_chips;
};

struct Guard {
    std::string_view table;
    std::string_view from;
    std::string_view until;
    std::string_view source;
    std::vector<Permission> permissions;
};

struct Chip {
    std::string_view name;
    bool whole = false;
    std::string_view from;
    Names skus;
};

Names names_of(const Node* list)
{
    Names names;
    for (const Node* item = list == nullptr ? nullptr : list->first; item != nullptr; item = item->next)
        names.push_back(item->value);
    return names;
}

std::string_view text_of(const Node& node, std::string_view name)
{
    const Node* found = node.child(name);
    return found == nullptr ? std::string_view{} : found->value;
}

bool has(const Names& names, std::string_view wanted)
{
    return std::ranges::find(names, wanted) != names.end();
}

// sonic_updater.yaml, read on first use.
struct UpdaterFile {
    CatalogFile file{"sonic_updater.yaml", table::sonic_updater};
    Names port_tables;
    std::string_view port_source;
    std::vector<Guard> guards;
    std::vector<Chip> chips;
    Names platforms; ///< prefixes of platforms that need no SKU
    std::string_view chip_source;

    UpdaterFile()
    {
        const Node& down = file.section("port_down");
        port_tables = names_of(CatalogFile::member(down, "tables"));
        port_source = file.source(CatalogFile::member(down, "source")->value);
        for (const Node& node : file.section("guards")) {
            Guard& guard = guards.emplace_back();
            guard.table = CatalogFile::member(node, "table")->value;
            guard.from = CatalogFile::member(node, "from")->value;
            guard.until = text_of(node, "until");
            guard.source = file.source(CatalogFile::member(node, "source")->value);
            for (const Node& entry : *CatalogFile::member(node, "fields"))
                guard.permissions.push_back({CatalogFile::member(entry, "key")->value,
                    names_of(CatalogFile::member(entry, "names")),
                    names_of(CatalogFile::member(entry, "operations")),
                    names_of(entry.child("rows")),
                    names_of(entry.child("not"))});
        }
        const Node& known = file.section("chips");
        chip_source = file.source(CatalogFile::member(known, "source")->value);
        platforms = names_of(CatalogFile::member(known, "platforms"));
        for (const Node& node : *CatalogFile::member(known, "list"))
            chips.push_back({CatalogFile::member(node, "chip")->value,
                CatalogFile::member(node, "match")->value == "whole",
                text_of(node, "from"),
                names_of(CatalogFile::member(node, "skus"))});
    }
};

const UpdaterFile& updater()
{
    static const UpdaterFile read;
    return read;
}

bool holds_letters(std::string_view text, std::string_view part)
{
    return !std::ranges::search(text, part, {}, ascii::lower, ascii::lower).empty();
}

// The branch: the first run of six digits ("202405", "SONiC.20240531.1").
std::string_view branch_of(std::string_view release)
{
    if (release == "master")
        return newest;
    constexpr std::size_t digits = 6;
    for (std::size_t at = 0; at + digits <= release.size(); ++at) {
        const std::string_view here = release.substr(at, digits);
        if (std::ranges::all_of(here, ascii::is_digit))
            return here;
    }
    return {};
}

const Chip* chip_of(std::string_view sku)
{
    for (const Chip& chip : updater().chips) {
        const bool found = std::ranges::any_of(chip.skus, [&](std::string_view known) {
            return chip.whole ? equal_ignoring_case(known, sku) : holds_letters(sku, known);
        });
        if (found)
            return &chip;
    }
    return nullptr;
}

bool is_told_by_image(std::string_view platform)
{
    return std::ranges::any_of(
        updater().platforms, [&](std::string_view begin) { return platform.starts_with(begin); });
}

bool matches(const Permission& permission, std::string_view key)
{
    if (permission.key == "any")
        return true;
    if (permission.key == "port")
        return key != "GLOBAL";
    if (permission.key == "with-digit")
        return std::ranges::any_of(key, ascii::is_digit);
    return equal_ignoring_case(permission.key, key);
}

// The verdict of one guard's lists on an operation.
UpdaterVerdict judge(const Guard& guard, const UpdaterOperation& operation, std::string_view chip)
{
    if (operation.key.empty())
        return operation.operation == "remove" ? UpdaterVerdict::takes : UpdaterVerdict::whole_table;
    UpdaterVerdict verdict = operation.field.empty() ? UpdaterVerdict::row : UpdaterVerdict::field;
    for (const Permission& permission : guard.permissions) {
        if (!matches(permission, operation.key))
            continue;
        const bool listed = operation.field.empty()
            ? has(permission.rows, operation.operation)
                && (permission.fields.empty()
                    || std::ranges::all_of(
                        operation.row, [&](std::string_view field) { return has(permission.fields, field); }))
            : has(permission.fields, operation.field) && has(permission.operations, operation.operation);
        if (!listed)
            continue;
        if (!has(permission.refused_chips, chip))
            return UpdaterVerdict::takes;
        verdict = UpdaterVerdict::chip;
    }
    return verdict;
}

bool holds_in(const Guard& guard, std::string_view branch)
{
    return branch.empty() || (branch >= guard.from && (guard.until.empty() || branch < guard.until));
}

}

UpdaterAnswer ask_updater(const UpdaterDevice& device, const UpdaterOperation& operation)
{
    const std::string_view branch = branch_of(device.release);
    const Chip* chip = chip_of(device.sku);
    const std::string_view chip_name = chip == nullptr ? std::string_view{} : chip->name;
    UpdaterAnswer answer;
    for (const Guard& guard : updater().guards) {
        if (guard.table != operation.table)
            continue;
        const UpdaterVerdict verdict = judge(guard, operation, chip_name);
        if (!holds_in(guard, branch)) {
            // A later branch may also refuse what an earlier one refuses; the guards of a table are in order.
            if (answer.verdict != UpdaterVerdict::takes && verdict != UpdaterVerdict::takes
                && answer.since == guard.from)
                answer.since = guard.until;
            continue;
        }
        if (verdict != UpdaterVerdict::takes && answer.verdict == UpdaterVerdict::takes)
            answer = {verdict, guard.until, guard.source};
        else if (verdict != UpdaterVerdict::takes)
            answer.since = guard.until;
        else if (answer.source.empty())
            answer.source = guard.source;
        if (answer.verdict != UpdaterVerdict::takes || is_told_by_image(device.platform))
            continue;
        if (device.sku.empty()) {
            answer.depends_on_sku = true;
        } else if (chip == nullptr || (!branch.empty() && branch < chip->from)) {
            answer = {UpdaterVerdict::unknown_sku,
                chip == nullptr ? std::string_view{} : chip->from,
                updater().chip_source};
        }
    }
    return answer;
}

std::string_view takes_port_down(std::string_view table)
{
    return has(updater().port_tables, table) ? updater().port_source : std::string_view{};
}

}

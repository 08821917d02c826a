// SPDX-License-Identifier: Apache-2.0
#include "drivers/amend/amend_refused.h"

#include "drivers/amend/deviation.h"
#include "models/change/change_document.h"
#include "models/text/compose_edits.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace rocelint {
namespace {

// The refused changes, with their ports in the amended device, and the index of each in the caller's list.
struct Refused {
    std::vector<Change> changes;
    std::vector<std::uint32_t> numbers;
};

Refused refused_of(const DeviceFiles& before, std::span<const Change> changes, const Amended& result)
{
    Refused refused;
    for (const Refusal& refusal : result.refused) {
        const Change& change = changes[refusal.change];
        const auto amended = on_device(named(before.device, change), result.after.device, change.port.device);
        if (!amended)
            continue;
        refused.changes.push_back(*amended);
        refused.numbers.push_back(refusal.change);
    }
    return refused;
}

// Whether the files hold all of the changes and nothing else.
bool holds(const DeviceFiles& before,
    std::span<const Change> changes,
    const std::vector<std::uint32_t>& numbers,
    const Device& after)
{
    std::vector<Change> wanted;
    for (const std::uint32_t number : numbers)
        wanted.push_back(changes[number]);
    const Deviation found = deviation(before.device, after, wanted);
    return found.not_made.empty() && std::ranges::all_of(found.more, [&](const Difference& more) {
        return is_side_effect(more, before.device);
    });
}

const Source* source_of(const ReadDevice& device, SourceId id)
{
    const auto found = std::ranges::find(device.sources, id, [](const auto& source) { return source->id(); });
    return found == device.sources.end() ? nullptr : found->get();
}

// Adds a file that was amended a second time to the files amended before.
void combine(
    std::vector<AmendedFile>& files, const ReadDevice& between, const std::string& folder, AmendedFile again)
{
    const Source* read = source_of(between, again.source);
    const auto is_same = [&](const AmendedFile& file) {
        return again.source != no_source
            && (file.source == again.source
                || (file.source == no_source && read != nullptr && read->path() == folder + file.name));
    };
    const auto known = std::ranges::find_if(files, is_same);
    if (known == files.end()) {
        files.push_back(std::move(again));
        return;
    }
    if (known->source != no_source)
        known->edits = compose_edits(std::move(known->edits), read->text(), std::move(again.edits));
    known->text = std::move(again.text);
}

}

bool make_refused(
    const DeviceFiles& before, std::span<const Change> changes, AmendOnce amend_once, Amended& result)
{
    if (result.made.empty() || result.refused.empty())
        return false;
    const Refused refused = refused_of(before, changes, result);
    if (refused.changes.empty())
        return false;
    const DeviceFiles amended{before.driver, result.after.trees, result.after.device, before.folder};
    Amended more = amend_once(amended, refused.changes);
    if (more.made.empty())
        return false;
    std::vector<std::uint32_t> made = result.made;
    for (const std::uint32_t index : more.made)
        made.push_back(refused.numbers[index]);
    std::ranges::sort(made);
    if (!holds(before, changes, made, more.after.device))
        return false;
    for (AmendedFile& file : more.files)
        combine(result.files, result.after, before.folder, std::move(file));
    // Changed files in the order of the trees, then new ones.
    std::ranges::stable_sort(result.files, {}, [](const AmendedFile& file) {
        return file.source == no_source ? std::pair(true, SourceId{}) : std::pair(false, file.source);
    });
    std::erase_if(result.refused,
        [&](const Refusal& refusal) { return std::ranges::binary_search(made, refusal.change); });
    result.made = std::move(made);
    std::ranges::move(more.side_effects, std::back_inserter(result.side_effects));
    result.after = std::move(more.after);
    return true;
}

}

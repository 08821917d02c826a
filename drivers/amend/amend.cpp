// SPDX-License-Identifier: Apache-2.0
// The single loop that edits a device's files and verifies the result; fix and
// plan both use it. It refuses what a driver refuses, edits that do not produce
// the intended meaning, and edits that would change more than intended.
#include "drivers/amend/amend.h"

#include "drivers/amend/amend_refused.h"
#include "drivers/amend/deviation.h"
#include "models/fabric/value/port_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>

namespace rocelint {
namespace {

// Changes of which some can be removed, with the indices that the caller uses for them.
class Wanted {
public:
    explicit Wanted(std::span<const Change> changes)
        : changes_(changes.begin(), changes.end()), numbers_(changes.size())
    {
        std::iota(numbers_.begin(), numbers_.end(), 0U);
    }
    // Only the changes with these indices.
    Wanted(std::span<const Change> changes, std::vector<std::uint32_t> numbers) : numbers_(std::move(numbers))
    {
        changes_.reserve(numbers_.size());
        for (const std::uint32_t number : numbers_)
            changes_.push_back(changes[number]);
    }

    [[nodiscard]] bool empty() const { return changes_.empty(); }
    [[nodiscard]] const std::vector<Change>& changes() const { return changes_; }
    [[nodiscard]] const std::vector<std::uint32_t>& numbers() const { return numbers_; }

    // Removes the refused changes, with the first reason for each. Returns whether there were any.
    bool take_out(std::vector<Refusal>& from, std::vector<Refusal>& refused)
    {
        std::vector<bool> gone(changes_.size(), false);
        for (Refusal& refusal : from) {
            if (!gone[refusal.change])
                refused.push_back({numbers_[refusal.change], std::move(refusal.reason)});
            gone[refusal.change] = true;
        }
        std::size_t index = 0;
        std::erase_if(changes_, [&](const Change&) { return gone[index++]; });
        index = 0;
        std::erase_if(numbers_, [&](std::uint32_t) { return gone[index++]; });
        return !from.empty();
    }

private:
    std::vector<Change> changes_;
    std::vector<std::uint32_t> numbers_;
};

// Every edit contains the name of the port and, where the port has one, of the RDMA device.
std::vector<Refusal> untypable(const DeviceFiles& before, std::span<const Change> changes)
{
    const Device& device = before.device;
    std::vector<Refusal> refused;
    for (std::uint32_t index = 0; index < changes.size(); ++index) {
        const std::uint32_t port = changes[index].port.port;
        if (port >= device.ports.size())
            continue;
        const std::string_view name = device.ports[port].name;
        const std::uint32_t nic = device.ports[port].nic;
        const std::string_view rdma
            = nic < device.nics.size() ? device.nics[nic].rdma_device : std::string_view{};
        if (!is_typable(name, before.driver.name_separator) || (!rdma.empty() && !is_typable(rdma)))
            refused.push_back({index,
                "the name of the port or of its RDMA device holds characters that a shell or a switch would take "
                "for more than a name"});
    }
    return refused;
}

struct Applied {
    std::vector<AmendedFile> files;
    ReadDevice after;
};

Result<Applied> apply(const DeviceFiles& before, Editing editing)
{
    std::map<SourceId, std::vector<Edit>> by_file;
    for (Edit& edit : editing.edits)
        by_file[edit.at.source].push_back(std::move(edit));
    Applied applied;
    ReadDevice& after = applied.after;
    SourceId last = 0;
    for (const Tree& tree : before.trees) {
        const Source& old = *tree.source;
        last = std::max(last, old.id());
        std::vector<Edit>& edits = by_file[old.id()];
        auto text = apply_edits(old, edits);
        if (!text)
            return tl::unexpected(text.error());
        after.sources.push_back(std::make_unique<Source>(old.id(), old.path(), *text));
        if (*text != old.text())
            applied.files.push_back({old.id(), old.path(), std::move(*text), std::move(edits)});
    }
    for (RenderedFile& created : editing.created) {
        after.sources.push_back(std::make_unique<Source>(++last, before.folder + created.name, created.text));
        applied.files.push_back(
            {no_source, std::move(created.name), std::move(created.text), {}, created.executable});
    }
    for (const std::unique_ptr<Source>& source : after.sources)
        after.trees.push_back(before.driver.parse(*source));
    after.device = before.driver.read(after.trees, before.device.name).device;
    return applied;
}

// Makes as many changes as possible: where an edit would do more than intended, tries each half of the
// changes, then halves of these, until the change at fault is alone.
class Amender {
public:
    Amender(const DeviceFiles& before, std::span<const Change> changes) : before_(before), changes_(changes)
    {
    }

    Amended run()
    {
        std::vector<std::uint32_t> all(changes_.size());
        std::iota(all.begin(), all.end(), 0U);
        Wanted wanted(changes_, all);
        std::vector<Refusal> hostile = untypable(before_, changes_);
        wanted.take_out(hostile, result_.refused);
        admit(wanted.numbers());
        return std::move(result_);
    }

private:
    // The result of trying some of the changes: which of them the driver refuses or do not take effect,
    // and why the others cannot be made together, if they cannot.
    struct Attempt {
        Wanted wanted;
        std::vector<Refusal> refused;
        std::optional<Applied> applied;
        std::vector<std::string> side_effects;
        std::string fault;
    };

    [[nodiscard]] Attempt attempt(const std::vector<std::uint32_t>& numbers) const
    {
        Attempt tried{.wanted = Wanted(changes_, numbers)};
        while (!tried.wanted.empty()) {
            Editing editing = before_.driver.edit(before_.trees, before_.device, tried.wanted.changes());
            if (tried.wanted.take_out(editing.refused, tried.refused))
                continue;
            auto applied = apply(before_, std::move(editing));
            if (!applied) {
                tried.fault = applied.error().message;
                return tried;
            }
            const Deviation found = deviation(before_.device, applied->after.device, tried.wanted.changes());
            std::vector<Refusal> failed;
            for (const std::uint32_t index : found.not_made)
                failed.push_back({index, "the edited file would not have the intended meaning"});
            if (tried.wanted.take_out(failed, tried.refused))
                continue;
            for (const Difference& more : found.more) {
                if (is_side_effect(more, before_.device))
                    tried.side_effects.push_back(describe(more, before_.device));
                else if (tried.fault.empty())
                    tried.fault = fmt::format(
                        "the edit would change more than intended: {}", describe(more, before_.device));
            }
            if (tried.fault.empty())
                tried.applied = *std::move(applied);
            return tried;
        }
        return tried;
    }

    // Tries the candidates together with the changes accepted so far.
    void admit(const std::vector<std::uint32_t>& candidates)
    {
        if (candidates.empty())
            return;
        std::vector<std::uint32_t> numbers = result_.made;
        numbers.insert(numbers.end(), candidates.begin(), candidates.end());
        std::ranges::sort(numbers);
        Attempt tried = attempt(numbers);
        if (tried.fault.empty()) {
            accept(std::move(tried));
        } else if (candidates.size() == 1) {
            result_.refused.push_back({candidates.front(), std::move(tried.fault)});
        } else {
            const auto middle = candidates.begin() + static_cast<std::ptrdiff_t>(candidates.size() / 2);
            admit({candidates.begin(), middle});
            admit({middle, candidates.end()});
        }
    }

    void accept(Attempt tried)
    {
        std::ranges::move(tried.refused, std::back_inserter(result_.refused));
        result_.made = tried.wanted.numbers();
        result_.side_effects = std::move(tried.side_effects);
        result_.files.clear();
        result_.after = {};
        if (!tried.applied)
            return;
        result_.files = std::move(tried.applied->files);
        result_.after = std::move(tried.applied->after);
    }

    const DeviceFiles& before_;
    std::span<const Change> changes_;
    Amended result_;
};

}

namespace {

Amended amend_once(const DeviceFiles& before, std::span<const Change> changes)
{
    return Amender(before, changes).run();
}

}

Amended amend(const DeviceFiles& before, std::span<const Change> changes)
{
    Amended result = amend_once(before, changes);
    while (make_refused(before, changes, amend_once, result)) { }
    return result;
}

Commands without_control_characters(Commands made, std::size_t changes)
{
    const auto is_control = [](char c) {
        return (static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t') || c == '\x7f';
    };
    if (std::ranges::none_of(made.text, is_control) && std::ranges::none_of(made.netconf, is_control)
        && std::ranges::none_of(made.persistent, is_control))
        return made;
    Commands none;
    for (std::uint32_t index = 0; index < changes; ++index)
        none.refused.push_back({index,
            "a name that stands in the commands holds a control character, which a device would take for more than a "
            "name"});
    return none;
}

Commands commands_for(const DeviceFiles& before, std::span<const Change> changes)
{
    std::vector<Refusal> refused;
    Commands made;
    for (Wanted wanted(changes); !wanted.empty();) {
        made = without_control_characters(
            before.driver.commands(before.trees, before.device, wanted.changes()), wanted.changes().size());
        if (!wanted.take_out(made.refused, refused)) {
            for (Interruption& one : made.interruptions)
                one.change = wanted.numbers()[one.change];
            break;
        }
        made = {};
    }
    made.refused = std::move(refused);
    return made;
}

}

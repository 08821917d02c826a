// SPDX-License-Identifier: Apache-2.0
#include "workspace/corrections.h"

#include "drivers/driver.h"
#include "models/change/difference.h"
#include "models/parallel/parallel.h"
#include "workspace/group_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace rocelint::workspace {
namespace {

std::string sibling(std::string_view path, std::string_view name)
{
    const std::string folder = device_folder(path);
    return folder == "." && !path.starts_with("./") ? std::string(name) : fmt::format("{}/{}", folder, name);
}

std::string new_file_diff(const std::string& path, std::string_view text)
{
    std::string diff
        = fmt::format("--- /dev/null\n+++ {}\n@@ -0,0 +1,{} @@\n", path, std::ranges::count(text, '\n'));
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        diff += '+';
        diff += text.substr(0, end);
        text.remove_prefix(end);
    }
    return diff;
}

class DeviceCorrector {
public:
    DeviceCorrector(const Outcome& outcome, const DeviceFixes& fixes, const CorrectionWish& wish)
        : outcome_(outcome), fixes_(fixes), wish_(wish), device_(outcome.fabric.devices[fixes.device])
    {
    }

    Correction run()
    {
        result_.device = fixes_.device;
        driver_ = find_driver(device_.platform);
        if (driver_ == nullptr || driver_->edit == nullptr) {
            refuse_all(fmt::format("this version cannot edit files of the platform {}", device_.platform));
            return std::move(result_);
        }
        for (const SourceId id : device_.files) {
            const Source* source = outcome_.fabric.sources.find(id);
            if (source != nullptr && !source->conversion().empty() && !has_byte_order_mark(*source)) {
                refuse_all(
                    fmt::format("{} would have to be written as UTF-8: convert it first", source->path()));
                return std::move(result_);
            }
            if (source != nullptr)
                trees_.push_back(driver_->parse(*source));
        }
        before_ = driver_->read(trees_, device_.name).device;
        std::vector<PlannedChange> wanted = fixes_.changes;
        // What the driver refuses is taken out before the rest is tried again, since edits belong together.
        while (!wanted.empty() && !attempt(wanted)) { }
        return std::move(result_);
    }

private:
    void refuse_all(const std::string& reason)
    {
        for (const PlannedChange& planned : fixes_.changes)
            result_.not_made.push_back({planned.change, planned.findings, reason});
    }

    // True when done; false when `wanted` got shorter and is to be tried again.
    bool attempt(std::vector<PlannedChange>& wanted)
    {
        std::vector<Change> changes;
        changes.reserve(wanted.size());
        for (const PlannedChange& planned : wanted)
            changes.push_back(planned.change);
        Editing editing = driver_->edit(trees_, before_, changes);
        if (!editing.refused.empty()) {
            take_out(wanted, editing.refused);
            return false;
        }
        return finish(wanted, changes, std::move(editing));
    }

    void take_out(std::vector<PlannedChange>& wanted, const std::vector<Refusal>& refused)
    {
        std::vector<bool> gone(wanted.size(), false);
        for (const Refusal& refusal : refused) {
            if (gone[refusal.change])
                continue;
            gone[refusal.change] = true;
            result_.not_made.push_back(
                {wanted[refusal.change].change, wanted[refusal.change].findings, refusal.reason});
        }
        std::size_t index = 0;
        std::erase_if(wanted, [&](const PlannedChange&) { return gone[index++]; });
    }

    bool finish(std::vector<PlannedChange>& wanted, const std::vector<Change>& changes, Editing editing)
    {
        std::map<SourceId, std::vector<Edit>> by_file;
        for (Edit& edit : editing.edits)
            by_file[edit.at.source].push_back(std::move(edit));
        std::vector<std::unique_ptr<Source>> sources;
        std::vector<Tree> trees;
        std::vector<CorrectedFile> files;
        for (const Tree& tree : trees_) {
            const Source& old = *tree.source;
            auto text = apply_edits(old, by_file[old.id()]);
            if (!text)
                return refuse_rest(wanted, text.error().message);
            sources.push_back(std::make_unique<Source>(old.id(), old.path(), *text));
            trees.push_back(driver_->parse(*sources.back()));
            if (*text != old.text())
                files.push_back({old.id(),
                    old.path(),
                    *text,
                    unified_diff(old.path(), old.text(), *text, by_file[old.id()])});
        }
        if (!editing.created.empty() && trees_.front().source->path() == "-")
            return refuse_rest(wanted, "standard input has no folder in which a new file could be made");
        for (const RenderedFile& created : editing.created) {
            const std::string path = sibling(trees_.front().source->path(), created.name);
            sources.push_back(std::make_unique<Source>(next_id(), path, created.text));
            trees.push_back(driver_->parse(*sources.back()));
            files.push_back(
                {no_source, path, created.text, new_file_diff(path, created.text), created.executable});
        }
        const Device after = driver_->read(trees, device_.name).device;
        std::vector<Refusal> failed;
        for (std::uint32_t index = 0; index < changes.size(); ++index) {
            if (!is_made(after, changes[index]))
                failed.push_back({index, "the edited file would not have the intended meaning"});
        }
        if (!failed.empty()) {
            take_out(wanted, failed);
            return false;
        }
        if (!unexplained(differences(before_, after), before_, changes).empty())
            return refuse_rest(wanted, "the edit would change more than intended");
        if (wish_.files)
            result_.files = std::move(files);
        add_commands(wanted, changes);
        result_.made = std::move(wanted);
        return true;
    }

    // Outside the sources of the run, which other threads read.
    [[nodiscard]] SourceId next_id()
    {
        for (const Tree& tree : trees_)
            last_id_ = std::max(last_id_, tree.source->id());
        return ++last_id_;
    }

    bool refuse_rest(std::vector<PlannedChange>& wanted, const std::string& reason)
    {
        for (const PlannedChange& planned : wanted)
            result_.not_made.push_back({planned.change, planned.findings, reason});
        wanted.clear();
        return true;
    }

    void add_commands(const std::vector<PlannedChange>& wanted, const std::vector<Change>& changes)
    {
        if (!wish_.commands || driver_->commands == nullptr)
            return;
        Commands commands = driver_->commands(trees_, before_, changes);
        result_.commands = std::move(commands.text);
        result_.persistent = std::move(commands.persistent);
        for (Refusal& refusal : commands.refused)
            result_.not_in_commands.push_back(
                {changes[refusal.change], wanted[refusal.change].findings, std::move(refusal.reason)});
        result_.netconf = std::move(commands.netconf);
    }

    const Outcome& outcome_;
    const DeviceFixes& fixes_;
    const CorrectionWish& wish_;
    const Device& device_;
    const Driver* driver_ = nullptr;
    std::vector<Tree> trees_;
    Device before_;
    Correction result_;
    SourceId last_id_ = 0;
};

}

bool has_byte_order_mark(const Source& source)
{
    return source.conversion().starts_with("UTF-8 byte order mark");
}

std::vector<Correction> correct(const Outcome& outcome, const FixPlan& plan, const CorrectionWish& wish)
{
    std::vector<Correction> corrections(plan.devices.size());
    run_parallel(plan.devices.size(), [&](std::size_t index) {
        corrections[index] = DeviceCorrector(outcome, plan.devices[index], wish).run();
    });
    return corrections;
}

}

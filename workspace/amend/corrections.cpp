// SPDX-License-Identifier: Apache-2.0
// Turns a fix plan into corrected files, which drivers/amend verifies before any diff is shown.
#include "workspace/amend/corrections.h"

#include "drivers/amend/amend.h"
#include "models/parallel/parallel.h"
#include "models/text/edit.h"
#include "workspace/find/group_files.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::workspace {
namespace {

// The prefix for the names of the device's new files. `path` is the device's first file.
std::string folder_prefix(std::string_view path)
{
    const std::string folder = device_folder(path);
    return folder == "." && !path.starts_with("./") ? std::string() : folder + '/';
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
            if (source != nullptr)
                trees_.push_back(driver_->parse(*source));
        }
        before_ = driver_->read(trees_, device_.name).device;
        if (!wish_.sku.empty())
            before_.model = wish_.sku;
        before_.release = wish_.release;
        correct();
        return std::move(result_);
    }

private:
    void refuse_all(const std::string& reason)
    {
        for (const PlannedChange& planned : fixes_.changes)
            result_.not_made.push_back({planned.change, planned.findings, reason});
    }

    void correct()
    {
        const std::string first = trees_.empty() ? std::string() : trees_.front().source->path();
        const DeviceFiles files{*driver_, trees_, before_, folder_prefix(first)};
        std::vector<PlannedChange> planned = fixes_.changes;
        if (wish_.hitless)
            keep_hitless(files, planned);
        Amended amended = amend(files, changes_of(planned));
        for (const AmendedFile& file : amended.files) {
            const Source* source
                = file.source == no_source ? nullptr : outcome_.fabric.sources.find(file.source);
            if (source == nullptr || source->conversion().empty() || has_byte_order_mark(*source))
                continue;
            result_.not_made.clear();
            return refuse_all(
                fmt::format("{} would have to be written as UTF-8: convert it first", source->path()));
        }
        for (const Refusal& refusal : amended.refused)
            result_.not_made.push_back(not_made(planned[refusal.change], refusal.reason));
        const bool adds
            = std::ranges::find(amended.files, no_source, &AmendedFile::source) != amended.files.end();
        if (adds && first == "-") {
            for (const std::uint32_t index : amended.made)
                result_.not_made.push_back(not_made(
                    planned[index], "standard input has no folder in which a new file could be made"));
            return;
        }
        for (AmendedFile& file : amended.files) {
            if (wish_.files)
                result_.files.push_back(corrected(std::move(file), files.folder));
        }
        for (const std::uint32_t index : amended.made)
            result_.made.push_back(planned[index]);
        result_.side_effects = std::move(amended.side_effects);
        add_commands(files);
    }

    static NotMade not_made(const PlannedChange& planned, std::string reason)
    {
        return {planned.change, planned.findings, std::move(reason)};
    }

    static std::vector<Change> changes_of(const std::vector<PlannedChange>& planned)
    {
        std::vector<Change> changes;
        changes.reserve(planned.size());
        for (const PlannedChange& one : planned)
            changes.push_back(one.change);
        return changes;
    }

    // The remaining changes may be made in other places and interrupt other links, so the loop generates the
    // commands again.
    void keep_hitless(const DeviceFiles& files, std::vector<PlannedChange>& planned)
    {
        while (driver_->commands != nullptr && !planned.empty()) {
            const Commands commands = commands_for(files, changes_of(planned));
            std::vector<bool> gone(planned.size(), false);
            const auto leave_out = [&](std::uint32_t change, const std::string& reason) {
                if (!gone[change])
                    result_.not_made.push_back(
                        not_made(planned[change], fmt::format("--hitless leaves it out: {}", reason)));
                gone[change] = true;
            };
            for (const Interruption& one : commands.interruptions)
                leave_out(one.change, one.reason);
            for (const Refusal& refusal : commands.refused)
                leave_out(refusal.change, refusal.reason);
            if (std::ranges::find(gone, true) == gone.end())
                return;
            std::size_t index = 0;
            std::erase_if(planned, [&](const PlannedChange&) { return gone[index++]; });
        }
    }

    [[nodiscard]] CorrectedFile corrected(AmendedFile file, const std::string& folder) const
    {
        if (file.source == no_source) {
            const std::string path = folder + file.name;
            std::string diff = new_file_diff(path, file.text);
            return {no_source, path, std::move(file.text), std::move(diff), file.executable, {}};
        }
        const Source& old = *outcome_.fabric.sources.find(file.source);
        std::string diff = unified_diff(old.path(), old.text(), file.text, file.edits);
        return {file.source, old.path(), std::move(file.text), std::move(diff), false, std::move(file.edits)};
    }

    void add_commands(const DeviceFiles& files)
    {
        if (!wish_.commands || driver_->commands == nullptr || result_.made.empty())
            return;
        Commands commands = commands_for(files, changes_of(result_.made));
        result_.commands = std::move(commands.text);
        result_.persistent = std::move(commands.persistent);
        for (Refusal& refusal : commands.refused)
            result_.not_in_commands.push_back(
                not_made(result_.made[refusal.change], std::move(refusal.reason)));
        for (Interruption& one : commands.interruptions)
            result_.interruptions.push_back(not_made(result_.made[one.change], std::move(one.reason)));
        result_.doubt = std::move(commands.doubt);
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

// SPDX-License-Identifier: Apache-2.0
#include "workspace/corrections.h"

#include "drivers/amend/amend.h"
#include "models/parallel/parallel.h"
#include "workspace/group_files.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::workspace {
namespace {

// What stands before the name of a new file of the device, the first of whose files lies there.
std::string folder_prefix(std::string_view path)
{
    const std::string folder = device_folder(path);
    return folder == "." && !path.starts_with("./") ? std::string() : folder + '/';
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
        std::vector<Change> changes;
        changes.reserve(fixes_.changes.size());
        for (const PlannedChange& planned : fixes_.changes)
            changes.push_back(planned.change);
        const std::string first = trees_.empty() ? std::string() : trees_.front().source->path();
        const DeviceFiles files{*driver_, trees_, before_, folder_prefix(first)};
        Amended amended = amend(files, changes);
        for (Refusal& refusal : amended.refused)
            leave_out(refusal, result_.not_made);
        const bool adds
            = std::ranges::find(amended.files, no_source, &AmendedFile::source) != amended.files.end();
        if (adds && first == "-") {
            for (const std::uint32_t index : amended.made)
                leave_out({index, "standard input has no folder in which a new file could be made"},
                    result_.not_made);
            return;
        }
        for (AmendedFile& file : amended.files) {
            if (wish_.files)
                result_.files.push_back(corrected(std::move(file), files.folder));
        }
        for (const std::uint32_t index : amended.made)
            result_.made.push_back(fixes_.changes[index]);
        add_commands(files);
    }

    void leave_out(const Refusal& refusal, std::vector<NotMade>& into) const
    {
        const PlannedChange& planned = fixes_.changes[refusal.change];
        into.push_back({planned.change, planned.findings, refusal.reason});
    }

    [[nodiscard]] CorrectedFile corrected(AmendedFile file, const std::string& folder) const
    {
        if (file.source == no_source) {
            const std::string path = folder + file.name;
            std::string diff = new_file_diff(path, file.text);
            return {no_source, path, std::move(file.text), std::move(diff), file.executable};
        }
        const Source& old = *outcome_.fabric.sources.find(file.source);
        std::string diff = unified_diff(old.path(), old.text(), file.text, file.edits);
        return {file.source, old.path(), std::move(file.text), std::move(diff)};
    }

    void add_commands(const DeviceFiles& files)
    {
        if (!wish_.commands || driver_->commands == nullptr || result_.made.empty())
            return;
        std::vector<Change> changes;
        changes.reserve(result_.made.size());
        for (const PlannedChange& planned : result_.made)
            changes.push_back(planned.change);
        Commands commands = commands_for(files, changes);
        result_.commands = std::move(commands.text);
        result_.persistent = std::move(commands.persistent);
        for (Refusal& refusal : commands.refused)
            result_.not_in_commands.push_back(
                {changes[refusal.change], result_.made[refusal.change].findings, std::move(refusal.reason)});
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

// SPDX-License-Identifier: Apache-2.0
#include "workspace/input/read_group.h"

#include "drivers/in_force.h"
#include "drivers/table/text_kind.h"
#include "workspace/find/template_marks.h"
#include "workspace/input/known_devices.h"
#include "workspace/input/lost_names.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace rocelint::workspace {
namespace {

ReadGroup parse_group(const FileGroup& group, const std::vector<InputFile>& files)
{
    ReadGroup result;
    const Driver& driver = *files[group.files.front()].driver;
    std::vector<Tree> trees;
    trees.reserve(group.files.size());
    for (const std::size_t file : group.files)
        trees.push_back(driver.parse(*files[file].source));
    Reading reading = driver.read(trees, group.name);
    // Judge the running state; the state after the next boot is judged too (next_boot.h).
    if (std::ranges::any_of(reading.problems, &SyntaxProblem::outdated)) {
        if (auto now = device_in_force(driver, trees, group.name))
            reading.device = *std::move(now);
    }
    result.device = std::move(reading.device);
    Device& device = result.device;
    if (group.name_is_given) {
        if (device.name_is_configured && device.name != group.name)
            device.stated_name = std::move(device.name);
        device.name = group.name;
    }
    if (device.name.empty())
        device.name = group.name;
    device.files.clear();
    for (const std::size_t file : group.files)
        device.files.push_back(files[file].source->id());
    for (const std::size_t file : group.shared)
        device.shared_files.push_back(files[file].source->id());
    device.origins.shrink_to_fit();
    for (std::size_t index = 0; index < trees.size(); ++index) {
        const Tree& tree = trees[index];
        result.coverage.push_back(measure_coverage(tree));
        result.problems.insert(result.problems.end(), tree.problems.begin(), tree.problems.end());
        // Only the platform of a file says which of its lines are lost.
        if (files[group.files[index]].driver != &driver)
            continue;
        // On a switch, an unmodeled row already makes its settings unread. A script's unmodeled line leaves
        // no such trace, so it counts as lost.
        // Objects of a cluster that are not modelled do not set PFC or ECN.
        const bool of_host = device.kind == DeviceKind::host && !device.is_template;
        device.lines_lost += static_cast<std::uint32_t>(
            std::ranges::count_if(result.coverage.back().details, [of_host](const Coverage::Detail& line) {
                return (line.state == CoverageState::unrecognised
                           || (of_host && line.state == CoverageState::unsupported))
                    && is_about_rdma(line.text);
            }));
    }
    std::ranges::move(reading.problems, std::back_inserter(result.problems));
    find_lost_names(trees, result.problems);
    for (std::size_t index = 0; index < trees.size(); ++index) {
        const Tree& tree = trees[index];
        if (files[group.files[index]].driver != &driver)
            continue;
        std::ranges::move(tell_misspelt(tree, driver, result.problems), std::back_inserter(result.misspelt));
        if (const auto marks = find_template_marks(tree, driver))
            report_template(*tree.source, *marks, result.problems);
    }
    return result;
}

}

ReadGroup read_group(const FileGroup& group, const std::vector<InputFile>& files, KnownDevices* known)
{
    if (known == nullptr)
        return parse_group(group, files);
    if (const ReadGroup* before = known->find(group, files))
        return *before;
    ReadGroup result = parse_group(group, files);
    known->keep(group, files, result);
    return result;
}

}

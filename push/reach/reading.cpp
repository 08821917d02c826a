// SPDX-License-Identifier: Apache-2.0
// Collected files are read by the same driver and in the same way as in `check`, so that a plan and a check
// of one device cannot disagree.
#include "push/reach/reading.h"

namespace rocelint::push {

std::string collected_path(const Driver& driver, const std::string& device, const CollectedFile& file)
{
    return driver.folder_is_one_device ? device + '/' + file.name : file.name;
}

ReadDevice read_collected(
    const Driver& driver, const std::string& name, const std::vector<CollectedFile>& files)
{
    ReadDevice result;
    for (const CollectedFile& file : files) {
        auto source = std::make_unique<Source>(
            static_cast<SourceId>(result.sources.size()), collected_path(driver, name, file), file.text);
        if (detect(driver, *source).confidence == 0)
            continue;
        result.trees.push_back(driver.parse(*source));
        result.sources.push_back(std::move(source));
    }
    result.device = driver.read(result.trees, name).device;
    return result;
}

}

// SPDX-License-Identifier: Apache-2.0
// Renders an intent and reads the result with the drivers, so that both sides of a comparison were read in
// the same way.
#include "workspace/fleet/wanted_devices.h"

#include "design/design_fabric.h"
#include "drivers/driver.h"
#include "models/parallel/parallel.h"
#include "workspace/fleet/intent_policy.h"
#include "workspace/fleet/render_intent.h"
#include "workspace/input/subnet_keys.h"

namespace rocelint::workspace {

Result<std::vector<ReadDevice>> devices_of_intent(const std::string& path)
{
    auto source = Source::read(0, path);
    if (!source)
        return fail(ErrorKind::usage, source.error().message);
    auto intent = read_intent(**source);
    if (!intent)
        return tl::unexpected(intent.error());
    if (auto read = read_subnet_keys(*intent); !read)
        return tl::unexpected(read.error());
    auto policy = read_intent_policy(*intent);
    if (!policy)
        return tl::unexpected(policy.error());
    auto designs = design_fabric(*intent, policy->policy);
    if (!designs)
        return tl::unexpected(designs.error());
    const auto renderings = render_devices(*intent, *designs);
    if (!renderings)
        return tl::unexpected(renderings.error());
    std::vector<ReadDevice> devices(designs->size());
    run_parallel(designs->size(), [&](std::size_t index) {
        const DeviceDesign& design = (*designs)[index];
        std::vector<CollectedFile> files;
        for (const RenderedFile& file : (*renderings)[index].files)
            files.push_back({file.name, file.text});
        devices[index] = push::read_collected(*find_driver(design.platform), design.name, files);
    });
    return devices;
}

}

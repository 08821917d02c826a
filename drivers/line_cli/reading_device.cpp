// SPDX-License-Identifier: Apache-2.0
// A switch that is read. Nothing of it is ever put in force, so that nothing is pending and there is nothing to take back.
#include "drivers/line_cli/reading_device.h"

#include "models/text/digest.h"

#include <fmt/format.h>

namespace rocelint::line_cli {

Result<Snapshot> ReadingDevice::read()
{
    auto text = terminal_.run(style_.running);
    if (!text)
        return tl::unexpected(text.error());
    const std::string stable = stable_lines(*text, style_.changes_by_itself);
    return Snapshot{{{target_.device + ".cfg", stored_text(form_, stable, target_.state_key)}},
        state_hash(target_.state_key, stable)};
}

Result<Health> ReadingDevice::health(const std::vector<std::string>& /*ports*/)
{
    return Health{.links = {}, .counters = {}, .unknown = {std::string(style_.no_health)}};
}

Result<void> ReadingDevice::check_ready(const Transaction& /*transaction*/) { return refuse(); }
Result<std::string> ReadingDevice::stage(const Transaction& /*transaction*/) { return refuse(); }
std::chrono::seconds ReadingDevice::least_window(const Transaction& /*transaction*/)
{
    return std::chrono::seconds(0);
}
Result<void> ReadingDevice::commit(const Transaction& /*transaction*/, std::chrono::seconds /*window*/)
{
    return refuse();
}
Result<Pending> ReadingDevice::pending(const Transaction& /*transaction*/) { return Pending::none; }
Result<void> ReadingDevice::confirm(const Transaction& /*transaction*/) { return refuse(); }
Result<void> ReadingDevice::persist(const Transaction& /*transaction*/) { return refuse(); }
Result<std::chrono::seconds> ReadingDevice::abandon(const Transaction& /*transaction*/)
{
    return std::chrono::seconds(0);
}

tl::unexpected<Error> ReadingDevice::refuse() const
{
    return fail(ErrorKind::refused, fmt::format("{}: {}", target_.endpoint.name, style_.no_push));
}

}

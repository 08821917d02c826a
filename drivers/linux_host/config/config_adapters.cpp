// SPDX-License-Identifier: Apache-2.0
// niccli names an adapter by its number or PCI address; captures show which interface that is.
#include "drivers/linux_host/config/config_apply.h"
#include "drivers/linux_host/output/nic_tools.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace rocelint::linux_host {

void name_adapters(HostBuilder& host, std::span<ConfigFile> files)
{
    for (ConfigFile& file : files) {
        std::vector<std::string_view> reported;
        for (Setter& setter : file.setters) {
            if (!setter.by_adapter)
                continue;
            const std::uint32_t port = port_of_adapter_name(host, setter.subject);
            if (port != Port::no_index) {
                setter.subject = host.port_at(port).name;
                setter.by_adapter = false;
            } else if (std::ranges::find(reported, setter.subject) == reported.end()) {
                reported.push_back(setter.subject);
                std::string message = fmt::format(
                    "the interface of adapter {} of niccli is not known: capture niccli --list_devices",
                    setter.subject);
                if (is_for_several_hosts(file.kind))
                    host.warn_of_absent(setter.at, std::move(message));
                else
                    host.warn(setter.at, std::move(message));
            }
        }
        std::erase_if(file.setters, [](const Setter& setter) { return setter.by_adapter; });
    }
}

}

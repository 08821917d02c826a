// SPDX-License-Identifier: Apache-2.0
// The UUID of the board is that of SMBIOS (DMTF DSP0134, System Information): only root may read it, and some
// boards leave the factory with none or with all bits equal. The vendor assigns the GUID of an RDMA device,
// which is unique in the world (IEEE EUI-64; InfiniBand Architecture Specification volume 1, 4.1.1). Together
// they distinguish hosts where one of them alone does not. machine-id(5) is copied with an image and created
// again by diskless hosts, so it is the last resort.
#include "drivers/linux_host/live/live_hardware.h"

#include "models/text/ascii.h"

#include <algorithm>

namespace rocelint::linux_host {
namespace {

// Whether the digits are not all the same, so that the word identifies something.
bool tells(std::string_view word)
{
    char first = 0;
    for (const char c : word) {
        if (c == '-' || c == ':')
            continue;
        if (first != 0 && c != first)
            return true;
        first = c;
    }
    return false;
}

}

std::string hardware_script()
{
    return R"sh(tell() { { read -r word < "$2"; } 2> /dev/null && printf '%s %s\n' "$1" "$word"; }
tell uuid /sys/class/dmi/id/product_uuid
for guid in /sys/class/infiniband/*/node_guid; do
    tell guid "$guid"
done
tell machine /etc/machine-id
true
)sh";
}

Hardware read_hardware(std::string_view printed)
{
    std::string uuid;
    std::string guid;
    std::string machine;
    while (!printed.empty()) {
        const std::string_view line = ascii::take_until(printed, '\n');
        const std::size_t space = std::min(line.find(' '), line.size());
        const std::string word(line.substr(std::min(space + 1, line.size())));
        if (!tells(word))
            continue;
        if (line.starts_with("uuid "))
            uuid = word;
        else if (line.starts_with("guid ") && (guid.empty() || word < guid))
            guid = word;
        else if (line.starts_with("machine "))
            machine = word;
    }
    Hardware hardware;
    hardware.serial = uuid.empty() || guid.empty() ? uuid + guid : uuid + '/' + guid;
    if (hardware.serial.empty())
        hardware.serial = machine;
    return hardware;
}

}

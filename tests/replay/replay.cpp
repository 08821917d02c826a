// SPDX-License-Identifier: Apache-2.0
#include "tests/replay/replay.h"

namespace rocelint::replay {

std::optional<Replayed> apply(std::string_view platform, std::string_view config, std::string_view commands)
{
    if (platform == "sonic")
        return apply_sonic(config, commands);
    if (platform == "eos")
        return apply_eos(config, commands);
    if (platform == "junos")
        return apply_junos(config, commands);
    if (platform == "onyx")
        return apply_onyx(config, commands);
    if (platform == "nxos")
        return apply_nxos(config, commands);
    if (platform == "sonic-cli")
        return apply_sonic_cli(config, commands);
    if (platform == "nvue")
        return apply_nvue(config, commands);
    if (platform == "os10")
        return apply_os10(config, commands);
    if (platform == "vrp")
        return apply_vrp(config, commands);
    if (platform == "aoscx")
        return apply_aoscx(config, commands);
    if (platform == "iosxr")
        return apply_iosxr(config, commands);
    if (platform == "comware")
        return apply_comware(config, commands);
    if (platform == "srlinux")
        return apply_srlinux(config, commands);
    if (platform == "opensm")
        return apply_opensm(config, commands);
    if (platform == "sample-cli")
        return apply_sample_cli(config, commands);
    return std::nullopt;
}

std::vector<std::string> changed_stanzas(
    std::string_view platform, std::string_view before, std::string_view after)
{
    if (platform == "sonic")
        return changed_sonic_rows(before, after);
    if (platform == "eos")
        return changed_eos_stanzas(before, after);
    return {};
}

}

// SPDX-License-Identifier: Apache-2.0
// The only place that names all drivers.
#include "drivers/app_env/app_env.h"
#include "drivers/driver.h"
#include "drivers/eos/eos.h"
#include "drivers/junos/junos.h"
#include "drivers/linux_host/linux_host.h"
#include "drivers/onyx/onyx.h"
#include "drivers/sample_cli/sample_cli.h"
#include "drivers/sample_nos/sample_nos.h"
#include "drivers/sonic/sonic.h"
#include "drivers/table/signs.h"

#include <algorithm>
#include <array>

namespace rocelint {
namespace {

constexpr std::array<const Driver*, 8> drivers{&sonic::driver,
    &eos::driver,
    &junos::driver,
    &onyx::driver,
    &linux_host::driver,
    &app_env::driver,
    &sample_nos::driver,
    &sample_cli::driver};

bool looks_binary(std::string_view text)
{
    constexpr std::size_t looked_at = 4096;
    return text.substr(0, looked_at).find('\0') != std::string_view::npos;
}

}

std::span<const Driver* const> all_drivers() { return drivers; }

const Driver* find_driver(std::string_view name)
{
    for (const Driver* driver : drivers) {
        if (driver->name == name)
            return driver;
    }
    return nullptr;
}

const Driver* find_driver_of_ansible(std::string_view network_os)
{
    for (const Driver* driver : drivers) {
        if (std::ranges::find(driver->ansible_names, network_os) != driver->ansible_names.end())
            return driver;
    }
    return nullptr;
}

Recognition recognise(const Source& source)
{
    if (source.size() == 0)
        return {nullptr, "the file is empty"};
    if (looks_binary(source.text()))
        return {nullptr, "the file is binary"};
    static const SignIndex signs(drivers);
    Recognition best{nullptr, "no platform recognises the content"};
    int confidence = 0;
    for (const SignIndex::Answer& answer : signs.detect(source)) {
        if (answer.detection.confidence > confidence) {
            confidence = answer.detection.confidence;
            best = {answer.driver, answer.detection.reason};
        }
    }
    return best;
}

}

// SPDX-License-Identifier: Apache-2.0
#include "drivers/opensm/read/running_options.h"

#include "drivers/opensm/read/option_value.h"
#include "models/catalog/opensm_options.h"

#include <fmt/format.h>

namespace rocelint::opensm {
namespace {

using catalog::OpensmOption;

void restrain_transaction(RunningOptions& running)
{
    const auto usual = base_zero_number(running.of("transaction_timeout").value);
    const auto longer = base_zero_number(running.of("long_transaction_timeout").value);
    if (usual && longer && *longer < *usual)
        running.replace("long_transaction_timeout",
            fmt::format("{}", *usual),
            "it is never shorter than transaction_timeout");
}

void restrain_lease(RunningOptions& running)
{
    const auto level = base_zero_number(running.of("m_key_protection_level").value);
    const auto lease = base_zero_number(running.of("m_key_lease_period").value);
    const auto sweep = base_zero_number(running.of("sweep_interval").value);
    if (!level || !lease || !sweep || *level == 0 || *lease == 0)
        return;
    const std::uint64_t sweeps = *sweep == 0 ? *lease - 1 : *sweep;
    if (*sweep == 0)
        running.replace(
            "sweep_interval", fmt::format("{}", sweeps), "leases of protected M_Keys need sweeps");
    if (sweeps >= *lease)
        running.replace("m_key_lease_period",
            fmt::format("{}", (sweeps + 1) & 0xffff),
            "a lease is longer than the interval of sweeps");
}

}

RunningOptions::Running RunningOptions::of(std::string_view name) const
{
    if (const auto found = secrets_.find(name); found != secrets_.end())
        return {found->second, running_.at(name).option};
    if (const Running* found = stated(name))
        return *found;
    return {fallback_of(name), Port::no_index};
}

const RunningOptions::Running* RunningOptions::stated(std::string_view name) const
{
    const auto found = running_.find(name);
    return found == running_.end() ? nullptr : &found->second;
}

void RunningOptions::take(std::string_view name, std::string_view value, std::uint32_t option)
{
    running_[name] = {value, option};
}

void RunningOptions::keep_secret(std::string_view name, std::uint32_t option)
{
    SmOption& made = reader_.manager().options[option];
    secrets_[name] = std::string(made.runs);
    made.given = {};
    made.runs = {};
    running_[name].value = {};
}

void RunningOptions::replace(std::string_view name, const std::string& value, std::string_view why)
{
    Running& now = running_[name];
    now.value = reader_.keep(value);
    if (now.option == Port::no_index)
        return;
    SmOption& option = reader_.manager().options[now.option];
    option.runs = now.value;
    if (option.misread == SmMisread::none) {
        option.misread = SmMisread::restrained;
        option.why = why;
    }
}

std::string_view RunningOptions::fallback_of(std::string_view name) const
{
    const OpensmOption* option = catalog::find_opensm_option(name);
    if (option == nullptr)
        return {};
    return reader_.manager().flavour == SmFlavour::nvidia ? option->nvidia_fallback : option->fallback;
}

OriginId RunningOptions::origin_of(std::string_view name)
{
    const Running* found = stated(name);
    if (found != nullptr && found->option != Port::no_index)
        return reader_.origins().explicit_at(reader_.manager().options[found->option].at);
    if (!read_)
        return reader_.origins().unread("no opensm.conf was read");
    const OpensmOption* option = catalog::find_opensm_option(name);
    if (fallback_of(name).empty())
        return reader_.origins().unread(
            "what NVIDIA's subnet manager starts with is not known, and no line states it");
    return reader_.origins().default_of(
        reader_.manager().flavour == SmFlavour::nvidia ? option->nvidia_source : option->source);
}

void restrain(RunningOptions& running)
{
    restrain_transaction(running);
    restrain_lease(running);
    if (running.of("no_partition_enforcement").value == "TRUE" && running.of("part_enforce").value != "off")
        running.replace("part_enforce", "off", "no_partition_enforcement TRUE goes before it");
}

}

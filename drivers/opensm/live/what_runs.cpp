// SPDX-License-Identifier: Apache-2.0
#include "drivers/opensm/live/what_runs.h"

#include "drivers/opensm/read/option_value.h"
#include "models/catalog/opensm_options.h"

#include <fmt/format.h>

namespace rocelint::opensm {
namespace {

using catalog::OpensmOption;

// Compares numbers by value, in whatever base they are written.
bool same_value(const OpensmOption& option, std::string_view a, std::string_view b)
{
    if (a == b)
        return true;
    const auto one = base_zero_number(a);
    return catalog::largest_of(option.type) != 0 && one && one == base_zero_number(b);
}

template <class T>
bool same(const Setting<T>& a, const Setting<T>& b)
{
    return a.peek_known() == b.peek_known() && (!a.peek_known() || a.value == b.value);
}

bool same_key(const SubnetManager& a, const SubnetManager& b, std::string_view name)
{
    if (name == "sm_key")
        return same(a.sm_key_digest, b.sm_key_digest);
    if (name == "m_key")
        return same(a.m_key_digest, b.m_key_digest);
    return name != "sa_key" || same(a.sa_key_changed, b.sa_key_changed);
}

// The last line may be one that opensm rejects, so that the value before it runs.
const SmOption* last_line(const SubnetManager& manager, std::string_view name)
{
    const SmOption* found = nullptr;
    for (const SmOption& line : manager.options)
        found = line.name == name ? &line : found;
    return found;
}

}

std::string RunsOtherwise::sentence() const
{
    if (meant.empty())
        return fmt::format("{} is not the key that was meant", option);
    if (runs.empty())
        return fmt::format("opensm does not know {}", option);
    return fmt::format("{} runs with {} instead of {}", option, runs, meant);
}

std::vector<RunsOtherwise> runs_otherwise(const SubnetManager& meant, const SubnetManager& dumped)
{
    std::vector<RunsOtherwise> found;
    for (const OpensmOption& option : catalog::opensm_options()) {
        // opensm writes an alias of an option under the option's first name.
        if (option.nvidia_only || !option.same_as.empty())
            continue;
        const SmOption* wanted = last_line(meant, option.name);
        const SmOption* running = dumped.option(option.name);
        if (option.secret) {
            if (!same_key(meant, dumped, option.name))
                found.push_back({std::string(option.name), {}, {}});
            continue;
        }
        if (running == nullptr) {
            if (wanted != nullptr)
                found.push_back({std::string(option.name), std::string(wanted->given), {}});
            continue;
        }
        const std::string_view value = wanted == nullptr ? option.fallback : wanted->given;
        if (!same_value(option, value, running->given))
            found.push_back({std::string(option.name), std::string(value), std::string(running->given)});
    }
    // opensm ignored lines that are not options.
    for (const SmOption& line : meant.options) {
        if (!line.known)
            found.push_back({std::string(line.name),
                std::string(line.secret ? std::string_view("its value") : line.given),
                {}});
    }
    return found;
}

}

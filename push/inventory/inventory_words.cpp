// SPDX-License-Identifier: Apache-2.0
#include "push/inventory/inventory_words.h"

#include "drivers/driver.h"
#include "models/text/sentence.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

namespace rocelint::push {
namespace {

// Our keys, and Ansible's keys that we read, that have no similarly spelled variable of other origin.
constexpr std::array<std::string_view, 9> distinct_keys{"ansible_host",
    "ansible_port",
    "ansible_user",
    "ansible_password",
    "ansible_network_os",
    "ansible_ssh_private_key_file",
    "ansible_private_key_file",
    "transport",
    "maintenance"};

}

std::string reached_platforms()
{
    std::vector<std::string_view> names;
    for (const Driver* driver : all_drivers()) {
        if (driver->protocol != Protocol::none)
            names.push_back(driver->ansible_names.front());
    }
    return listed(names);
}

std::string_view named_variable(std::string_view text)
{
    const std::size_t lookup = text.find("lookup(");
    const std::size_t env = text.find("env", lookup == std::string_view::npos ? 0 : lookup);
    if (!text.starts_with("{{") || lookup == std::string_view::npos || env == std::string_view::npos)
        return {};
    const std::size_t comma = text.find(',', env);
    const std::size_t open = text.find_first_of("'\"", comma == std::string_view::npos ? text.size() : comma);
    if (open == std::string_view::npos)
        return {};
    const std::size_t close = text.find(text[open], open + 1);
    return close == std::string_view::npos ? std::string_view{} : text.substr(open + 1, close - open - 1);
}

std::string_view misspelt(std::string_view key)
{
    for (const std::string_view known : distinct_keys) {
        const auto [a, b] = std::ranges::mismatch(key, known);
        const std::size_t head = static_cast<std::size_t>(a - key.begin());
        std::string_view one = key.substr(head);
        std::string_view other = known.substr(head);
        while (!one.empty() && !other.empty() && one.back() == other.back()) {
            one.remove_suffix(1);
            other.remove_suffix(1);
        }
        if (one.size() <= 2 && other.size() <= 2)
            return known;
    }
    return {};
}

}

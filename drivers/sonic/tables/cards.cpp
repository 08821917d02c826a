// SPDX-License-Identifier: Apache-2.0
#include "drivers/sonic/tables/cards.h"

#include <algorithm>
#include <map>
#include <set>

namespace rocelint::sonic {
namespace {

std::string_view folder_of(const Tree& tree)
{
    const std::string_view path = tree.source->path();
    return path.substr(0, std::min(path.rfind('/'), path.size()));
}

}

std::vector<std::uint32_t> find_cards(const Config& config, std::span<const Tree> trees)
{
    std::vector<std::string_view> hosts(trees.size());
    std::set<std::string_view> chassis;
    for (const Row& row : config.of(Table::device_metadata)) {
        const Node* host = row.fields->child("hostname");
        if (row.key != "localhost" || host == nullptr || !host->is_scalar())
            continue;
        hosts[row.file] = host->value;
        const Node* type = row.fields->child("switch_type");
        if (type != nullptr && type->value == "voq")
            chassis.insert(host->value);
    }
    if (chassis.size() < 2)
        return {};
    const std::vector<std::string_view> stated = hosts;
    for (std::size_t file = 0; file < trees.size(); ++file) {
        for (std::size_t other = 0; stated[file].empty() && other < trees.size(); ++other) {
            if (!stated[other].empty() && folder_of(trees[other]) == folder_of(trees[file]))
                hosts[file] = stated[other];
        }
    }
    std::map<std::string_view, std::uint32_t> numbers;
    std::vector<std::uint32_t> cards;
    for (const std::string_view host : hosts)
        cards.push_back(numbers.try_emplace(host, static_cast<std::uint32_t>(numbers.size())).first->second);
    return cards;
}

}

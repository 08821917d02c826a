// SPDX-License-Identifier: Apache-2.0
// A switch has either tx-queue or uc-tx-queue, depending on its chip. It rejects the other word, and the
// lines below that are not in force.
#include "drivers/eos/config.h"
#include "drivers/eos/queues.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace rocelint::eos {
namespace {

// Returns the places whose lines apply to ports that pause.
std::set<std::uint32_t> places_in_force(const Config& config)
{
    std::set<std::uint32_t> places;
    for (std::size_t index = 0; index < config.ports.size(); ++index) {
        const Port& port = config.device.ports[index];
        if (port.kind != PortKind::physical || !port.pfc_tx.peek_known() || port.pfc_tx.value.empty())
            continue;
        places.insert(config.ports[index].place);
        if (const Profile* profile = profile_of(config, config.ports[index]))
            places.insert(profile->place);
    }
    return places;
}

}

void check_queue_words(Config& config)
{
    const std::set<std::uint32_t> places = places_in_force(config);
    std::array<std::vector<const Fact*>, 2> blocks; // indexed by whether they are unicast queues
    for (const auto& [place, header] : config.queue_blocks) {
        if (places.contains(place))
            blocks.at(header->statement == queue_row(true) ? 1 : 0).push_back(header);
    }
    if (blocks[0].empty() || blocks[1].empty())
        return;
    const bool unicast = has_unicast_queues(config.device.asic, config.device.model)
                             .value_or(blocks[1].size() >= blocks[0].size());
    for (const Fact* wrong : blocks.at(unicast ? 0 : 1))
        config.problems.push_back({SyntaxProblem::Severity::error,
            wrong->at,
            fmt::format(
                "'{}' beside {}: a switch has queues of one of these names, by its chip, and does not take the "
                "other",
                wrong->line,
                blocks.at(unicast ? 1 : 0).front()->line)});
}

}

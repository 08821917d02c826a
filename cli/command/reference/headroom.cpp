// SPDX-License-Identifier: Apache-2.0
// The headroom models of models/physics on the command line. A model without figures for the chip or speed
// gives no answer, and the output says so instead of using a similar figure.
#include "cli/command/reference/headroom.h"

#include "cli/command/reference/headroom_answer.h"
#include "cli/terminal/terminal.h"
#include "models/fabric/fields/value_text.h"
#include "models/physics/memory.h"
#include "models/physics/threshold.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::cli {
namespace {

bool wanted(const HeadroomOptions& options, HeadroomChoice choice)
{
    return options.model == choice || options.model == HeadroomChoice::automatic;
}

Bytes cell_of(const HeadroomOptions& options)
{
    return options.asic == nullptr ? Bytes{} : options.asic->cell.value;
}

HeadroomAnswer dynamic_answer(const catalog::Asic& asic, const physics::HeadroomInput& input)
{
    HeadroomAnswer answer;
    answer.model = "lua";
    answer.title = fmt::format("SONiC's dynamic model of {}", asic.name);
    answer.cell = asic.cell.value;
    answer.headroom = asic.model.value == catalog::HeadroomModel::tofino
        ? physics::tofino_headroom(input, asic.delays())
        : physics::spectrum_headroom(input, asic.delays());
    if (!input.response_quanta)
        answer.note = fmt::format(
            "Warning: the response time of a {} peer is undocumented. {:g} KiB are assumed, as SONiC's formula "
            "does, which is less than for any documented speed: ask the vendor before relying on this",
            value_text(input.speed),
            asic.peer_response_kib.value);
    return answer;
}

HeadroomAnswer component_answer(const HeadroomOptions& options, const physics::HeadroomInput& input)
{
    HeadroomAnswer answer;
    answer.model = "8021qbb";
    answer.title = "component model of 802.1Qbb";
    answer.cell = cell_of(options);
    answer.headroom = physics::component_headroom(input, answer.cell);
    if (!input.interface_bits)
        answer.note = fmt::format(
            "the delay of an interface of {} is not known and is counted as zero", value_text(input.speed));
    return answer;
}

HeadroomAnswer table_answer(
    const HeadroomOptions& options, const catalog::HeadroomTable& table, const catalog::HeadroomRow& row)
{
    HeadroomAnswer answer;
    answer.model = "table";
    answer.title = fmt::format("shipped table {}, row of {} m", table.sku, row.cable.count);
    answer.cell = cell_of(options);
    answer.table = &table;
    answer.cable = row.cable;
    answer.headroom.xon = row.xon;
    answer.headroom.xoff = row.xoff;
    answer.headroom.size = row.size;
    answer.headroom.cells = physics::cells_of(table.shared_headroom ? row.xoff : row.size, answer.cell);
    answer.headroom.terms.add({"as shipped", static_cast<double>(row.xoff.count), table.path});
    if (table.shared_headroom)
        answer.note = "made for a shared headroom pool: xoff is not reserved";
    return answer;
}

void add_tables(const HeadroomOptions& options, HeadroomAnswers& answers)
{
    for (const catalog::HeadroomTable* table : catalog::tables_of(*options.asic)) {
        const catalog::HeadroomRow* row = table->row(options.input.speed, answers.cable);
        if (row != nullptr)
            answers.models.push_back(table_answer(options, *table, *row));
        else
            answers.notes.push_back(fmt::format("the shipped table {} has no row for {} and {} m",
                table->sku,
                value_text(options.input.speed),
                answers.cable.count));
    }
}

}

HeadroomAnswers answer_headroom(const HeadroomOptions& options, Metres cable)
{
    physics::HeadroomInput input = options.input;
    input.cable = cable;
    HeadroomAnswers answers;
    answers.cable = cable;
    answers.floor = physics::headroom_floor(input);
    if (wanted(options, HeadroomChoice::lua) && options.asic != nullptr && options.asic->model.known())
        answers.models.push_back(dynamic_answer(*options.asic, input));
    if (wanted(options, HeadroomChoice::components) && !input.response_quanta)
        answers.notes.push_back(fmt::format(
            "the component model has no answer: no response time is known for {}", value_text(input.speed)));
    else if (wanted(options, HeadroomChoice::components))
        answers.models.push_back(component_answer(options, input));
    if (options.asic != nullptr)
        add_tables(options, answers);
    const auto most = std::max_element(answers.models.begin(),
        answers.models.end(),
        [](const HeadroomAnswer& a, const HeadroomAnswer& b) { return a.headroom.xoff < b.headroom.xoff; });
    if (most != answers.models.end())
        most->largest = true;
    return answers;
}

physics::NicBuffer nic_buffer(const HeadroomOptions& options, Metres cable)
{
    return physics::mlx5_buffer(
        options.input.speed, cable, options.input.mtu, options.nic->max_mtu.value, options.nic->cell.value);
}

Bytes pool_share(const HeadroomOptions& options, Bytes xoff)
{
    return physics::shared_headroom_pool(xoff, 1, options.oversubscription).value_or(Bytes{});
}

std::vector<Metres> cables_of(const HeadroomOptions& options)
{
    if (!options.sweep)
        return {options.input.cable};
    std::vector<Metres> cables;
    const CableRange& range = *options.sweep;
    for (std::uint32_t metres = range.from.count; metres < range.to.count; metres += range.step)
        cables.push_back({metres});
    cables.push_back(range.to);
    return cables;
}

ExitCode run_headroom(const HeadroomOptions& options)
{
    print(options.format == HeadroomFormat::json ? headroom_json(options) : headroom_text(options));
    return ExitCode::good;
}

}

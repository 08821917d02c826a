// SPDX-License-Identifier: Apache-2.0
// Prints every model with its terms, so that two different results can be compared term by term.
#include "cli/command/reference/headroom_answer.h"
#include "models/fabric/fields/value_text.h"
#include "models/text/append.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::cli {
namespace {

// The answer to configure: the vendor's formula takes all of the stated numbers, a shipped row those of one hardware
// SKU, and the component model knows no chip. Null without any answer.
const HeadroomAnswer* best_answer(const HeadroomAnswers& answers)
{
    for (const std::string_view model : {"lua", "table", "8021qbb"}) {
        const auto found = std::ranges::find_if(answers.models, [&](const HeadroomAnswer& answer) {
            return answer.model == model && answer.headroom.xoff >= answers.floor;
        });
        if (found != answers.models.end())
            return &*found;
    }
    return nullptr;
}

std::string_view why_best(const HeadroomAnswer& answer, const HeadroomOptions& options)
{
    if (answer.model == "lua")
        return "the formula of the chip's vendor, with the numbers below";
    if (answer.model == "table")
        return "the vendor's value for the next longer cable; no formula for the chip is known";
    return options.asic == nullptr ? "no --asic names a chip with a formula or table of its own"
                                   : "neither a formula nor a table is known for the chip";
}

// First what to configure, since the models below differ.
void add_advice(std::string& out, const HeadroomOptions& options, const HeadroomAnswers& answers)
{
    const HeadroomAnswer* best = best_answer(answers);
    if (best == nullptr) {
        out += "No model has an answer for this port; the notes say why.\n\n";
        return;
    }
    append(out,
        "Configure xoff {}, xon {}, size {} bytes: {} ({}).",
        best->headroom.xoff.count,
        best->headroom.xon.count,
        best->headroom.size.count,
        best->title,
        why_best(*best, options));
    if (answers.models.size() > 1) {
        const auto [least, most] = std::ranges::minmax(
            answers.models, {}, [](const HeadroomAnswer& answer) { return answer.headroom.xoff; });
        append(
            out, " All answers: xoff {} to {} bytes.", least.headroom.xoff.count, most.headroom.xoff.count);
    }
    out += "\n\n";
}

void add_question(std::string& out, const HeadroomOptions& options)
{
    const physics::HeadroomInput& input = options.input;
    append(out, "One lossless class of a port of {}", value_text(input.speed));
    if (options.sweep)
        append(out, ", cables of {} to {} m", options.sweep->from.count, options.sweep->to.count);
    else
        append(out, ", {} m of cable", input.cable.count);
    append(out,
        ", {}, MTU {}, lossless MTU {}",
        counted(input.lanes, "lane"),
        input.mtu.count,
        input.lossless_mtu.count);
    if (options.asic != nullptr)
        append(out, ", {}", options.asic->name);
    if (input.shared_headroom)
        append(out, ", shared headroom pool");
    out += '\n';
    if (!options.assumed.empty())
        append(out, "Assumed, as not stated: {}.\n", fmt::join(options.assumed, ", "));
}

void add_terms(std::string& out, const physics::Terms& terms)
{
    std::size_t width = 0;
    for (const physics::Term& term : terms)
        width = std::max(width, term.name.size());
    double sum = 0;
    for (const physics::Term& term : terms) {
        append(out, "  {:>12.1f}  {:<{}}  {}\n", term.bytes, term.name, width, term.source);
        sum += term.bytes;
    }
    if (terms.end() - terms.begin() > 1)
        append(out, "  {:>12.1f}  before rounding up\n", sum);
}

void add_answer(std::string& out, const HeadroomAnswer& answer, bool compared)
{
    const physics::Headroom& headroom = answer.headroom;
    append(out, "\n{}{}\n", answer.title, compared && answer.largest ? " (the largest)" : "");
    add_terms(out, headroom.terms);
    append(out,
        "  xon {}, xoff {}, size {} bytes",
        headroom.xon.count,
        headroom.xoff.count,
        headroom.size.count);
    if (answer.cell.count != 0)
        append(out, "; {} cells of {} bytes", headroom.cells, answer.cell.count);
    out += '\n';
    if (!answer.note.empty())
        append(out, "  {}\n", answer.note);
}

void add_pool(std::string& out, const HeadroomOptions& options, const HeadroomAnswers& answers)
{
    for (const HeadroomAnswer& answer : answers.models) {
        if (options.oversubscription != 0 && answer.model == "lua")
            append(out,
                "\nThis class alone asks for a shared headroom pool of {} bytes at an oversubscription of {} "
                "(sonic-net/sonic-swss cfgmgr/buffer_pool_mellanox.lua)\n",
                pool_share(options, answer.headroom.xoff).count,
                options.oversubscription);
    }
}

void add_nic(std::string& out, const HeadroomOptions& options, Metres cable)
{
    const physics::NicBuffer buffer = nic_buffer(options, cable);
    append(out, "\nreceive buffer of a NIC of {}\n", options.nic->name);
    add_terms(out, buffer.terms);
    append(out,
        "  XOFF {} bytes below the end; the smallest buffer that the driver takes as lossless is {} bytes\n",
        buffer.xoff_delta.count,
        buffer.size.count);
}

std::string sweep_table(const HeadroomOptions& options)
{
    std::string out;
    add_question(out, options);
    // One column for each model that has an answer for the first or the last cable length; a table may lack
    // rows.
    std::vector<std::string> columns;
    const std::vector<Metres> cables = cables_of(options);
    const auto column_of = [&](const HeadroomAnswer& answer) {
        std::string name(answer.table == nullptr ? answer.model : answer.table->sku);
        for (std::size_t at = 0; at < columns.size(); ++at) {
            if (columns[at] == name)
                return at;
        }
        columns.push_back(std::move(name));
        return columns.size() - 1;
    };
    std::vector<HeadroomAnswers> rows;
    for (const Metres cable : cables) {
        rows.push_back(answer_headroom(options, cable));
        for (const HeadroomAnswer& answer : rows.back().models)
            static_cast<void>(column_of(answer));
    }
    append(out, "\nxoff in bytes\n{:>8}{:>12}", "cable", "floor");
    for (const std::string& column : columns)
        append(out, "  {:>12}", column);
    if (options.nic != nullptr)
        append(out, "  {:>12}", options.nic->name);
    out += '\n';
    for (const HeadroomAnswers& row : rows) {
        std::vector<std::string> cells(columns.size(), "-");
        for (const HeadroomAnswer& answer : row.models)
            cells[column_of(answer)] = std::to_string(answer.headroom.xoff.count);
        append(out, "{:>6} m{:>12}", row.cable.count, row.floor.count);
        for (std::size_t at = 0; at < cells.size(); ++at)
            append(out, "  {:>{}}", cells[at], std::max<std::size_t>(12, columns[at].size()));
        if (options.nic != nullptr)
            append(out, "  {:>12}", nic_buffer(options, row.cable).xoff_delta.count);
        out += '\n';
    }
    return out;
}

}

std::string headroom_text(const HeadroomOptions& options)
{
    if (options.sweep)
        return sweep_table(options);
    std::string out;
    const HeadroomAnswers answers = answer_headroom(options, options.input.cable);
    add_advice(out, options, answers);
    add_question(out, options);
    for (const HeadroomAnswer& answer : answers.models)
        add_answer(out, answer, answers.models.size() > 1);
    add_pool(out, options, answers);
    if (options.nic != nullptr)
        add_nic(out, options, options.input.cable);
    append(out,
        "\nFloor: {} bytes arrive even where the peer stops at once (one lossless packet and the cable). The "
        "response time of 802.3 is the most that a peer may take: shipped rows allow for less.\n",
        answers.floor.count);
    for (const std::string& note : answers.notes)
        append(out, "Note: {}.\n", note);
    return out;
}

}

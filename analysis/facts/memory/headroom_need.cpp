// SPDX-License-Identifier: Apache-2.0
// Vendors' models disagree, so a configured headroom is enough if any model that the policy allows accepts
// it. For a switch without a model only the floor is certain: the standard's response time is the maximum
// that a peer may take, and vendors ship less.
#include "analysis/facts/memory/headroom_need.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint {
namespace {

class Answer {
public:
    explicit Answer(const HeadroomQuestion& question) : question_(question) { }

    HeadroomNeed make()
    {
        need_.floor = physics::headroom_floor(question_.input);
        if (wants(HeadroomChoice::shipped_table)) {
            for (const catalog::HeadroomTable* table : question_.tables)
                add_row(table, true);
            add_rows_of_asic();
        }
        if (wants(HeadroomChoice::dynamic_model))
            add_dynamic_model();
        need_.knows_switch = !need_.accepted.empty();
        if (question_.asic == nullptr && !need_.knows_switch && question_.choice == HeadroomChoice::automatic)
            need_.elsewhere = catalog::shipped_headroom(question_.input.speed, question_.input.cable);
        if (wants(HeadroomChoice::component_model))
            add_component_model();
        if (!need_.accepted.empty())
            need_.advised = need_.accepted.front();
        std::ranges::sort(need_.accepted, {}, &AcceptedHeadroom::xoff);
        return std::move(need_);
    }

private:
    [[nodiscard]] bool wants(HeadroomChoice model) const
    {
        return question_.choice == HeadroomChoice::automatic || question_.choice == model;
    }

    void add_row(const catalog::HeadroomTable* table, bool own)
    {
        const catalog::HeadroomRow* row = table->row(question_.input.speed, question_.input.cable);
        if (row == nullptr)
            return;
        // A row below what the cable alone requires is only a placeholder in the table.
        if (row->xoff >= need_.floor)
            need_.accepted.push_back({.xoff = row->xoff, .table = table, .row = row->cable});
        else if (own && need_.shipped_below_floor == nullptr)
            need_.shipped_below_floor = table;
    }

    // A table of the same chip counts if it handles shared headroom in the same way.
    void add_rows_of_asic()
    {
        if (question_.asic == nullptr)
            return;
        for (const catalog::HeadroomTable* table : catalog::tables_of(*question_.asic)) {
            const bool alike
                = !question_.shared_headroom || *question_.shared_headroom == table->shared_headroom;
            if (alike && std::ranges::find(question_.tables, table) == question_.tables.end())
                add_row(table, false);
        }
    }

    void add_dynamic_model()
    {
        if (question_.asic == nullptr || !question_.asic->model.known() || !question_.asic->cell.known())
            return;
        const catalog::Asic& asic = *question_.asic;
        if (asic.model.value == catalog::HeadroomModel::spectrum)
            need_.accepted.push_back(
                {.xoff = physics::spectrum_headroom(question_.input, asic.delays()).xoff, .asic = &asic});
        else if (asic.model.value == catalog::HeadroomModel::tofino)
            need_.accepted.push_back(
                {.xoff = physics::tofino_headroom(question_.input, asic.delays()).xoff, .asic = &asic});
    }

    void add_component_model()
    {
        // Without a response time for the speed, the sum would omit its largest part. Without the delay of
        // the interfaces, the sum is only used if no model knows the switch.
        const bool complete = question_.input.interface_bits.has_value();
        if (!question_.input.response_quanta || (!complete && need_.knows_switch))
            return;
        const Bytes cell = question_.asic == nullptr ? Bytes{} : question_.asic->cell.value;
        // A size in bytes means little if memory is allocated in cells. A site that chooses this model knows
        // that.
        if (cell.count == 0 && question_.choice == HeadroomChoice::automatic)
            return;
        need_.accepted.push_back(
            {.xoff = physics::component_headroom(question_.input, cell).xoff, .complete = complete});
    }

    const HeadroomQuestion& question_;
    HeadroomNeed need_;
};

}

std::string describe(const AcceptedHeadroom& accepted)
{
    if (accepted.table != nullptr)
        return fmt::format("the table shipped for {}, row of {} m", accepted.table->sku, accepted.row.count);
    if (accepted.asic != nullptr)
        return fmt::format("the vendor's formula for {}", accepted.asic->name);
    return accepted.complete ? "the component model of 802.1Qbb"
                             : "the component model of 802.1Qbb without the interfaces' delay";
}

HeadroomNeed headroom_need(const HeadroomQuestion& question) { return Answer(question).make(); }

physics::HeadroomInput headroom_input(BitsPerSecond speed, Metres cable)
{
    physics::HeadroomInput input{.speed = speed, .cable = cable};
    const auto response = catalog::response_quanta(speed);
    if (response.known()) {
        input.response_quanta = response.value;
        input.response_source = response.source;
    }
    const auto interface = catalog::interface_bits(speed);
    if (interface.known()) {
        input.interface_bits = interface.value;
        input.interface_source = interface.source;
    }
    return input;
}

std::optional<Bytes> HeadroomNeed::least_of_vendor() const
{
    const auto of_vendor
        = [](const AcceptedHeadroom& each) { return each.table != nullptr || each.asic != nullptr; };
    const auto found = std::ranges::find_if(accepted, of_vendor);
    return found == accepted.end() ? std::nullopt : std::optional(found->xoff);
}

HeadroomVerdict judge(const HeadroomNeed& need, Bytes xoff, Bytes tolerance, double share)
{
    const auto meets
        = [&](const AcceptedHeadroom& least) { return xoff.count + tolerance.count >= least.xoff.count; };
    if (!need.accepted.empty() && meets(need.accepted.front()))
        return HeadroomVerdict::enough;
    if (need.shipped_below_floor != nullptr)
        return HeadroomVerdict::unproven;
    const auto vendor = need.least_of_vendor();
    if (xoff < need.floor
        || (vendor && static_cast<double>(xoff.count) < share * static_cast<double>(vendor->count)))
        return HeadroomVerdict::lossy;
    if (need.knows_switch)
        return HeadroomVerdict::small;
    // It is unknown which of the tables applies. But a headroom that equals a row is enough for that row's
    // switch, and one above every row is enough for all of them.
    const bool most = !need.elsewhere.empty() && need.elsewhere.back() >= need.floor
        && xoff.count + tolerance.count >= need.elsewhere.back().count;
    if (most || std::ranges::binary_search(need.elsewhere, xoff))
        return HeadroomVerdict::enough;
    return HeadroomVerdict::unproven;
}

}

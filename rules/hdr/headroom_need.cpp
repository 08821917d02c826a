// SPDX-License-Identifier: Apache-2.0
#include "rules/hdr/headroom_need.h"

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
            add_row(question_.table);
            add_rows_of_asic();
        }
        if (wants(HeadroomChoice::dynamic_model))
            add_dynamic_model();
        need_.knows_switch = !need_.accepted.empty() || question_.choice == HeadroomChoice::component_model;
        if (wants(HeadroomChoice::component_model))
            add_component_model();
        std::ranges::sort(need_.accepted, {}, &AcceptedHeadroom::xoff);
        return std::move(need_);
    }

private:
    [[nodiscard]] bool wants(HeadroomChoice model) const
    {
        return question_.choice == HeadroomChoice::automatic || question_.choice == model;
    }

    void add_row(const catalog::HeadroomTable* table)
    {
        if (table == nullptr)
            return;
        const catalog::HeadroomRow* row = table->row(question_.input.speed, question_.input.cable);
        if (row != nullptr)
            need_.accepted.push_back(
                {fmt::format("the table shipped for {}, row of {} m", table->sku, row->cable.count),
                    row->xoff,
                    table->path});
    }

    // A table of the same chip counts where both reserve headroom alike.
    void add_rows_of_asic()
    {
        if (question_.asic == nullptr)
            return;
        for (const catalog::HeadroomTable* table : catalog::tables_of(*question_.asic)) {
            const bool alike
                = !question_.shared_headroom || *question_.shared_headroom == table->shared_headroom;
            if (table != question_.table && alike)
                add_row(table);
        }
    }

    void add_dynamic_model()
    {
        if (question_.asic == nullptr || !question_.asic->model.known() || !question_.asic->cell.known())
            return;
        const physics::AsicDelays delays = question_.asic->delays();
        if (question_.asic->model.value == catalog::HeadroomModel::spectrum)
            need_.accepted.push_back({fmt::format("the vendor's formula for {}", question_.asic->name),
                physics::spectrum_headroom(question_.input, delays).xoff,
                question_.asic->model.source});
        else if (question_.asic->model.value == catalog::HeadroomModel::tofino)
            need_.accepted.push_back({fmt::format("the vendor's formula for {}", question_.asic->name),
                physics::tofino_headroom(question_.input, delays).xoff,
                question_.asic->model.source});
    }

    void add_component_model()
    {
        // Without a response time for the speed the sum would leave out its largest part.
        if (!question_.input.response_quanta)
            return;
        const Bytes cell = question_.asic == nullptr ? Bytes{} : question_.asic->cell.value;
        need_.accepted.push_back({"the component model of 802.1Qbb",
            physics::component_headroom(question_.input, cell).xoff,
            "IEEE 802.1Q-2022 annex N"});
    }

    const HeadroomQuestion& question_;
    HeadroomNeed need_;
};

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

HeadroomVerdict judge(const HeadroomNeed& need, Bytes xoff, Bytes tolerance, double share)
{
    if (need.accepted.empty() || xoff.count + tolerance.count >= need.accepted.front().xoff.count)
        return HeadroomVerdict::enough;
    return static_cast<double>(xoff.count) < share * static_cast<double>(need.floor.count)
        ? HeadroomVerdict::lossy
        : HeadroomVerdict::small;
}

}

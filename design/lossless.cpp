// SPDX-License-Identifier: Apache-2.0
// Computes headroom as HDR001 requires it, so that the rendered configuration passes `check`. If only the
// generic worst case is known, the platform decides, unless the policy selects that model.
#include "design/lossless.h"

#include "analysis/facts/memory/headroom_need.h"
#include "design/parameters.h"
#include "models/physics/threshold.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::design {
namespace {

constexpr std::uint64_t bits_per_gigabit = 1'000'000'000;

std::optional<std::int64_t> shipped_threshold(const Hardware& hardware, const catalog::HeadroomRow* row)
{
    if (row != nullptr)
        return row->threshold;
    const catalog::Asic* asic = hardware.asic;
    if (asic != nullptr && asic->shipped_alpha_least.known())
        return asic->shipped_alpha_least.value;
    return std::nullopt;
}

// A table has one row per speed, whatever the lanes; a port with many lanes is fed through two pipelines
// (HDR007).
void add_pipelines(LosslessDesign& lossless, const Hardware& hardware, const HeadroomQuestion& question)
{
    const catalog::Asic* asic = hardware.asic;
    if (asic == nullptr || !asic->model.known() || asic->model.value != catalog::HeadroomModel::spectrum)
        return;
    physics::HeadroomInput usual = question.input;
    usual.lanes = std::min<std::uint32_t>(usual.lanes, physics::HeadroomInput{}.lanes);
    const physics::Headroom one = physics::spectrum_headroom(usual, asic->delays());
    const physics::Headroom made = physics::spectrum_headroom(question.input, asic->delays());
    if (made.xon <= one.xon || made.xon <= lossless.xon)
        return;
    lossless.reserved.count += made.xon.count - lossless.xon.count;
    lossless.xon = made.xon;
}

// The memory reserved in addition to the headroom itself depends on the model.
void apply(LosslessDesign& lossless,
    const Hardware& hardware,
    const AcceptedHeadroom& advised,
    const HeadroomQuestion& question)
{
    lossless.xoff = advised.xoff;
    lossless.headroom_basis = describe(advised);
    const catalog::HeadroomRow* row
        = advised.table == nullptr ? nullptr : advised.table->row(question.input.speed, question.input.cable);
    lossless.dynamic_threshold = shipped_threshold(hardware, row);
    if (row != nullptr) {
        lossless.xon = row->xon;
        lossless.reserved = row->size;
        add_pipelines(lossless, hardware, question);
    } else if (advised.asic != nullptr) {
        const bool spectrum = advised.asic->model.value == catalog::HeadroomModel::spectrum;
        const physics::Headroom made = spectrum
            ? physics::spectrum_headroom(question.input, advised.asic->delays())
            : physics::tofino_headroom(question.input, advised.asic->delays());
        lossless.xon = made.xon;
        lossless.reserved = made.size;
    } else {
        // The component model covers what arrives after a pause, but not when to resume, so take xon from the
        // chip's formula.
        const catalog::Asic* asic = hardware.asic;
        if (asic != nullptr && asic->model.known() && asic->cell.known())
            lossless.xon = asic->model.value == catalog::HeadroomModel::spectrum
                ? physics::spectrum_headroom(question.input, asic->delays()).xon
                : physics::tofino_headroom(question.input, asic->delays()).xon;
        lossless.reserved = hardware.shared_headroom ? lossless.xon : advised.xoff;
    }
    // A group that does not share headroom must reserve the whole amount that it may have to absorb.
    if (!hardware.shared_headroom)
        lossless.reserved = std::max(lossless.reserved, Bytes{lossless.xon.count + advised.xoff.count});
}

}

Hardware hardware_of(const DeviceDesign& device)
{
    Hardware hardware;
    hardware.asic = catalog::find_asic(device.asic);
    if (hardware.asic == nullptr)
        hardware.asic = catalog::find_asic(device.model);
    hardware.table = catalog::table_of_sku(device.model);
    hardware.nic = catalog::find_nic(device.nic);
    if (hardware.table != nullptr) {
        hardware.shared_headroom = hardware.table->shared_headroom;
    } else if (hardware.asic != nullptr && !hardware.asic->model.known()) {
        const auto tables = catalog::tables_of(*hardware.asic);
        hardware.shared_headroom = !tables.empty() && tables.front()->shared_headroom;
    }
    return hardware;
}

void design_headroom(
    const Policy& policy, const Hardware& hardware, const DeviceDesign& device, PortDesign& port)
{
    HeadroomQuestion question;
    question.input = headroom_input(port.speed, port.cable);
    question.input.lanes = port.lanes == 0 ? question.input.lanes : port.lanes;
    question.input.mtu = port.ip_mtu;
    question.input.lossless_mtu = {static_cast<std::uint64_t>(number(policy, "HDR001", "lossless_mtu"))};
    question.input.shared_headroom = hardware.shared_headroom;
    question.asic = hardware.asic;
    if (hardware.table != nullptr)
        question.tables = {hardware.table};
    question.shared_headroom = hardware.shared_headroom;
    question.choice = policy.headroom_model;
    HeadroomNeed need = headroom_need(question);
    // In the component model a higher speed may need less, because the peer's response time in bit times is
    // shorter. A switch has one table for all its ports, in which headroom must not fall with speed (HDR005).
    if (policy.headroom_model == HeadroomChoice::component_model)
        for (const std::uint64_t slower : {10U, 25U, 40U, 50U, 100U, 200U, 400U, 800U}) {
            HeadroomQuestion other = question;
            other.input = headroom_input({slower * bits_per_gigabit}, port.cable);
            other.input.lossless_mtu = question.input.lossless_mtu;
            other.input.mtu = question.input.mtu;
            if (other.input.speed < port.speed)
                need.advised.xoff = std::max(need.advised.xoff, headroom_need(other).advised.xoff);
        }
    // The component model is the worst case of any switch, not this switch's need, so use it only if the site
    // chose it.
    const bool relied_on = need.knows_switch || policy.headroom_model == HeadroomChoice::component_model;
    for (const ClassDesign& each : device.classes) {
        if (!each.lossless)
            continue;
        LosslessDesign& lossless = port.lossless.emplace_back(LosslessDesign{.priority = each.priority});
        if (relied_on && !need.accepted.empty())
            apply(lossless, hardware, need.advised, question);
        else
            lossless.dynamic_threshold = shipped_threshold(hardware, nullptr);
    }
}

std::string too_long_cable(const Policy& policy, const Hardware& hardware, const PortDesign& port)
{
    const double most = number(policy, "HDR010", "max_m");
    if (port.lossless.empty() || port.cable.count <= most || hardware.asic == nullptr
        || !hardware.asic->is_shallow(number(policy, "HDR010", "deep_memory")) || !is_on(policy, "HDR010"))
        return {};
    return fmt::format(
        "{} has {} m of cable, and the {} has no deep buffers: lossless traffic goes {:g} m at "
        "most (parameter max_m of HDR010)",
        port.name,
        port.cable.count,
        hardware.asic->name,
        most);
}

void design_receive_buffer(const Hardware& hardware, PortDesign& port)
{
    const catalog::NicModel* nic = hardware.nic;
    if (nic == nullptr || !nic->cell.known() || !nic->max_mtu.known())
        return;
    const Bytes needed
        = physics::mlx5_buffer(port.speed, port.cable, port.ip_mtu, nic->max_mtu.value, nic->cell.value).size;
    port.receive_buffer = physics::round_to_cells(needed, nic->cell.value);
}

}

// SPDX-License-Identifier: Apache-2.0
// Design order: classes, headroom, pools, marking; each step depends on the previous one. Numbers that
// neither the rules' parameters nor the catalog provide stay open and are reported; renderers must not invent
// them.
#include "design/design_fabric.h"

#include "analysis/policy/policy_layers.h"
#include "design/classes.h"
#include "design/managers.h"
#include "design/marking.h"
#include "design/memory.h"
#include "design/parameters.h"
#include "models/catalog/design_defaults.h"
#include "models/parallel/parallel.h"
#include "models/physics/threshold.h"
#include "models/physics/wire.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint {
namespace {

constexpr std::uint64_t ethernet_header = physics::ethernet_header;

class Designer {
public:
    Designer(const FabricIntent& intent, const Policy& policy)
        : intent_(intent), policy_(policy), made_policies_(policy)
    {
        policies_.reserve(intent.devices.size());
        for (const IntentDevice& device : intent.devices)
            policies_.push_back(&made_policies_.of(device.name, device.role.value));
    }

    Result<std::vector<DeviceDesign>> design()
    {
        if (auto checked = design::check_classes(intent_, policy_); !checked)
            return tl::unexpected(checked.error());
        for (const IntentDevice& device : intent_.devices) {
            if (auto checked = design::check_share_window(intent_, policy_of(device), device); !checked)
                return tl::unexpected(checked.error());
        }
        if (auto checked = check_mtu(); !checked)
            return tl::unexpected(checked.error());
        if (auto checked = check_watchdog(); !checked)
            return tl::unexpected(checked.error());
        for (const IntentLink& link : intent_.links) {
            const auto length = cable_length(intent_, policy_, link);
            if (!length)
                return fail_at(intent_,
                    link.at,
                    fmt::format(
                        "the length of this cable is not known: add cable_m, or cables: {{{}: 5}} to the "
                        "policy",
                        kind_of_cable(link)));
            cables_.push_back(*length);
        }
        std::vector<DeviceDesign> devices(intent_.devices.size());
        std::vector<std::string> refusals(devices.size());
        run_parallel(devices.size(),
            [&](std::size_t index) { refusals[index] = design(intent_.devices[index], devices[index]); });
        design::equal_pools(devices);
        run_parallel(devices.size(), [&](std::size_t index) {
            if (refusals[index].empty() && !intent_.devices[index].is_host())
                refusals[index] = mark(intent_.devices[index], devices[index]);
        });
        for (std::size_t index = 0; index < devices.size(); ++index) {
            if (!refusals[index].empty())
                return fail_at(intent_, intent_.devices[index].at, refusals[index]);
        }
        design::mark_alike(devices);
        if (auto done = design::design_managers(intent_, devices); !done)
            return tl::unexpected(done.error());
        return devices;
    }

    [[nodiscard]] std::string kind_of_cable(const IntentLink& link) const
    {
        return fmt::format("{}-{}",
            name_of(intent_.devices[link.a.device].role.value),
            name_of(intent_.devices[link.b.device].role.value));
    }

private:
    [[nodiscard]] Bytes host_mtu() const
    {
        return intent_.mtu.value_or(catalog::design_defaults().host_mtu.value);
    }

    [[nodiscard]] Bytes switch_mtu() const
    {
        return intent_.switch_mtu.value_or(
            Bytes{host_mtu().count + catalog::design_defaults().switch_mtu_margin.value.count});
    }

    // The policy that applies to a device of the intent.
    [[nodiscard]] const Policy& policy_of(const IntentDevice& device) const
    {
        return *policies_[static_cast<std::size_t>(&device - intent_.devices.data())];
    }

    [[nodiscard]] Result<void> check_mtu() const
    {
        const auto least_of = [](const Policy& policy) {
            return design::number(policy, "MTU001", "rdma_mtu")
                + design::number(policy, "MTU001", "host_overhead");
        };
        const auto too_small = [&](const Stated<Bytes>& mtu, const Policy& policy) {
            return mtu.given() && static_cast<double>(mtu.value.count) < least_of(policy);
        };
        const auto refuse = [&](const Stated<Bytes>& mtu, const Policy& policy) {
            const double packet = design::number(policy, "MTU001", "rdma_mtu");
            const double least = least_of(policy);
            return fail_at(intent_,
                mtu.at,
                fmt::format(
                    "an MTU of {} has no room for RDMA packets of {:g} bytes: state {:g} or more, or the "
                    "parameter rdma_mtu of MTU001 in the policy",
                    mtu.value.count,
                    packet,
                    least));
        };
        if (too_small(intent_.mtu, policy_))
            return refuse(intent_.mtu, policy_);
        for (const IntentDevice& device : intent_.devices) {
            for (const IntentPort& port : device.ports) {
                if (too_small(port.mtu, policy_of(device)) && port.link)
                    return refuse(port.mtu, policy_of(device));
            }
        }
        return {};
    }

    [[nodiscard]] Result<void> check_watchdog() const
    {
        if (!intent_.detection.given())
            return {};
        const double stated = intent_.detection.value.count();
        for (const IntentDevice& device : intent_.devices) {
            const auto window = design::parameter(policy_of(device), "WD002", "detection_ms");
            if (device.is_host() || window.size() != 2 || !design::is_on(policy_of(device), "WD002"))
                continue;
            const double longest = std::max(window[1],
                design::number(policy_of(device), "WD002", "ms_per_32_ports") * steps_of_ports(device));
            if (stated < window[0] || stated > longest)
                return fail_at(intent_,
                    intent_.detection.at,
                    fmt::format(
                        "a PFC watchdog that waits {:g} ms does not fit {}: state {:g} to {:g} ms, or the "
                        "parameter detection_ms of WD002 in the policy",
                        stated,
                        device.name,
                        window[0],
                        longest));
        }
        return {};
    }

    // A watchdog has more to look at on a switch with many ports, which WD002 counts in steps of 32.
    static std::uint32_t steps_of_ports(const IntentDevice& device)
    {
        return static_cast<std::uint32_t>((device.ports.size() + 31) / 32);
    }

    // Sets thresholds of a switch whose pools are known. Returns the reason if this is impossible, else an
    // empty string.
    [[nodiscard]] std::string mark(const IntentDevice& from, DeviceDesign& device) const
    {
        return design::design_marking(policy_of(from), design::hardware_of(device), device);
    }

    // Designs everything else. Returns the reason if the device cannot be built, else an empty string.
    [[nodiscard]] std::string design(const IntentDevice& from, DeviceDesign& device) const
    {
        device.name = from.name;
        device.at = from.at;
        device.platform = from.platform.value;
        device.model = from.model.value;
        device.version = from.version.value;
        device.nic = from.nic.value;
        device.role = from.role.value;
        device.asic = from.asic.value;
        const design::Hardware hardware = design::hardware_of(device);
        if (hardware.asic != nullptr)
            device.asic = hardware.asic->name;
        if (hardware.nic != nullptr)
            device.nic = hardware.nic->name;
        design::design_classes(intent_, policy_of(from), device);
        design_watchdog(from, device);
        for (const IntentPort& port : from.ports)
            device.ports.push_back(design_port(from, port, hardware, device));
        if (from.is_host()) {
            if (hardware.nic == nullptr)
                device.open.emplace_back("the receive buffers of its NIC, which the intent does not name");
            return {};
        }
        return design_switch(policy_of(from), hardware, device);
    }

    [[nodiscard]] static std::string design_switch(
        const Policy& policy, const design::Hardware& hardware, DeviceDesign& device)
    {
        for (const PortDesign& port : device.ports) {
            if (std::string reason = design::too_long_cable(policy, hardware, port); !reason.empty())
                return fmt::format("{}: {}", device.name, reason);
        }
        if (hardware.asic == nullptr)
            device.open.emplace_back(
                "whether its hardware has these speeds, its headroom and thresholds: neither its ASIC nor a known "
                "model is stated");
        if (std::string refusal = design::design_memory(hardware, device); !refusal.empty())
            return refusal;
        const auto unknown = std::ranges::find_if(device.ports, [](const PortDesign& port) {
            return std::ranges::any_of(
                port.lossless, [](const LosslessDesign& lossless) { return !lossless.xoff; });
        });
        if (hardware.asic != nullptr && unknown != device.ports.end())
            device.open.push_back(
                fmt::format("the headroom of {}: no model or shipped table of the {} covers {:g}G and "
                            "{} m of cable",
                    unknown->name,
                    hardware.asic->name,
                    static_cast<double>(unknown->speed.count) / 1e9,
                    unknown->cable.count));
        tell_of_guessed_response(hardware, device);
        return {};
    }

    // For a speed without a known response time, SONiC's formula uses the chip's own figure, and so does the
    // design.
    static void tell_of_guessed_response(const design::Hardware& hardware, DeviceDesign& device)
    {
        const auto guessed = std::ranges::find_if(device.ports, [](const PortDesign& port) {
            return !port.lossless.empty() && port.lossless.front().xoff
                && !catalog::response_quanta(port.speed).known();
        });
        if (hardware.asic == nullptr || !hardware.asic->model.known() || guessed == device.ports.end())
            return;
        device.open.push_back(fmt::format(
            "how long a peer of {:g}G takes to stop: the headroom of {} counts {:g} KiB for it, as SONiC's "
            "formula does, less than for any documented speed",
            static_cast<double>(guessed->speed.count) / 1e9,
            guessed->name,
            hardware.asic->peer_response_kib.value));
    }

    void design_watchdog(const IntentDevice& from, DeviceDesign& device) const
    {
        const catalog::DesignDefaults& defaults = catalog::design_defaults();
        const std::uint32_t steps = steps_of_ports(from);
        Milliseconds detection{defaults.detection_ms_per_32_ports.value * std::max(steps, 1U)};
        const auto window = design::parameter(policy_of(from), "WD002", "detection_ms");
        if (window.size() == 2)
            detection = std::max(detection, Milliseconds(static_cast<std::uint32_t>(window[0])));
        for (const IntentPort& port : from.ports) {
            if (port.speed.value.count == 0)
                continue;
            const double pauses = design::number(policy_of(from), "WD013", "pauses")
                * static_cast<double>(physics::longest_pause(port.speed.value).count()) / 1e6;
            detection = std::max(detection, Milliseconds(static_cast<std::uint32_t>(pauses) + 1));
        }
        detection = intent_.detection.value_or(detection);
        const Milliseconds restoration
            = intent_.restoration.value_or(detection * defaults.restoration_factor.value);
        // The detection and restoration times hold at least two polls each, as the strictest platform
        // requires.
        const Milliseconds poll
            = std::min({Milliseconds(defaults.poll_ms.value), detection / 2, restoration / 2});
        device.watchdog = {.priorities = device.lossless(),
            .detection = detection,
            .restoration = restoration,
            .poll = intent_.poll.value_or(poll)};
    }

    [[nodiscard]] PortDesign design_port(const IntentDevice& from,
        const IntentPort& port,
        const design::Hardware& hardware,
        const DeviceDesign& device) const
    {
        PortDesign made;
        made.name = port.name;
        made.alias = port.alias;
        made.speed = port.speed.value;
        made.lanes = lanes_of(port, hardware);
        for (std::uint32_t lane = 0; port.first_lane && lane < made.lanes; ++lane)
            made.lane_numbers.push_back(*port.first_lane + lane);
        made.index = port.index.value_or(0);
        made.ip_mtu = port.mtu.value_or(from.is_host() ? host_mtu() : switch_mtu());
        made.max_frame = {made.ip_mtu.count + ethernet_header};
        made.fec = port.fec.value_or(Fec::automatic);
        made.rdma_device = port.rdma_device;
        if (!port.link)
            return made;
        const IntentLink& link = intent_.links[*port.link];
        const bool is_a = &intent_.port(link.a) == &port;
        const IntentEnd& far = is_a ? link.b : link.a;
        made.peer_device = intent_.devices[far.device].name;
        made.peer_port = intent_.port(far).name;
        made.peer_role = intent_.devices[far.device].role.value;
        made.cable = cables_[*port.link];
        made.rdma = carries_rdma(intent_, policy_, link);
        if (!made.rdma)
            return made;
        if (!from.is_host()) {
            design::design_headroom(policy_of(from), hardware, device, made);
            return made;
        }
        for (const ClassDesign& each : device.classes) {
            if (each.lossless)
                made.lossless.push_back({.priority = each.priority});
        }
        design::design_receive_buffer(hardware, made);
        return made;
    }

    // Only the fastest port of a chip must use all lanes that a port can have.
    static std::uint32_t lanes_of(const IntentPort& port, const design::Hardware& hardware)
    {
        constexpr std::uint64_t bits_per_megabit = 1'000'000;
        if (port.lanes.given())
            return port.lanes.value;
        const catalog::Asic* asic = hardware.asic;
        if (asic == nullptr || !asic->lane_rate.known() || !asic->fastest_port.known()
            || port.speed.value.count != asic->fastest_port.value * bits_per_megabit)
            return 0;
        return asic->fastest_port.value / asic->lane_rate.value;
    }

    const FabricIntent& intent_;
    const Policy& policy_;
    DevicePolicies made_policies_;
    std::vector<const Policy*> policies_; ///< by device
    std::vector<Metres> cables_;
};

}

Result<std::vector<DeviceDesign>> design_fabric(const FabricIntent& intent, const Policy& policy)
{
    return Designer(intent, policy).design();
}

}

// SPDX-License-Identifier: Apache-2.0
// Marking must begin late enough for throughput (ECN004) and be complete before pause (ECN005). If headroom
// leaves no room between the two, the design is refused with a message that says what to shorten.
#include "design/marking.h"

#include "design/parameters.h"
#include "models/catalog/design_defaults.h"
#include "models/physics/threshold.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace rocelint::design {
namespace {

constexpr std::uint64_t step = 1000; ///< thresholds are whole kilobytes, which every platform can write

class Marking {
public:
    Marking(const Policy& policy, const Hardware& hardware, const DeviceDesign& device)
        : policy_(policy), asic_(hardware.asic), device_(device)
    {
        const auto is_rdma = [](const PortDesign& port) { return port.rdma; };
        rdma_ports_ = static_cast<std::uint32_t>(std::ranges::count_if(device.ports, is_rdma));
        for (const PortDesign& port : device.ports) {
            if (port.rdma)
                fastest_ = std::max(fastest_, port.speed);
        }
    }

    /// Returns nothing if marking cannot be complete before pause.
    std::optional<EcnTarget> target(
        const PortDesign& port, const LosslessDesign& lossless, std::string& basis) const
    {
        const catalog::DesignDefaults& defaults = catalog::design_defaults();
        const double rtt = number(policy_, "ECN004", "rtt_us");
        const auto time = std::chrono::nanoseconds(static_cast<std::int64_t>(rtt * 1000));
        const auto product = static_cast<double>(physics::bandwidth_delay(port.speed, time).count);
        const double least = product * number(policy_, "ECN004", "low");
        const double factor = std::clamp(defaults.ecn_max_products.value,
            number(policy_, "ECN004", "low"),
            number(policy_, "ECN004", "high"));
        double high = product * factor;
        basis = fmt::format("{:g} times what the port delivers in a round trip of {:g} us", factor, rtt);
        double low_most = high;
        if (const auto alpha = alpha_of(lossless)) {
            const double pause = pause_fill(*alpha, port);
            if (pause < high) {
                high = pause;
                basis = "just below the fill at which pause is sent";
            }
            low_most = worst_case(*alpha);
        }
        if (high < least)
            return std::nullopt;
        const double packets
            = number(policy_, "ECN014", "packets") * number(policy_, "ECN014", "packet_bytes");
        const double wished = std::max(high * defaults.ecn_min_share_percent.value / 100, packets);
        const Bytes max = whole(high);
        const Bytes min = whole(std::max(static_cast<double>(step), std::min({wished, low_most, high / 2})));
        const auto window = parameter(policy_, "ECN003", "max_probability_percent");
        double probability = defaults.ecn_probability_percent.value;
        if (window.size() == 2)
            probability = std::clamp(probability, window[0], window[1]);
        return EcnTarget{min, max, {static_cast<std::uint32_t>(probability * 100)}};
    }

private:
    static Bytes whole(double bytes)
    {
        const auto count = static_cast<std::uint64_t>(bytes);
        return {count < step ? count : count / step * step};
    }

    [[nodiscard]] std::optional<physics::Alpha> alpha_of(const LosslessDesign& lossless) const
    {
        const bool deep = asic_ != nullptr && asic_->deep_buffer.known() && asic_->deep_buffer.value;
        if (asic_ == nullptr || deep || !lossless.dynamic_threshold || !shared())
            return std::nullopt;
        return asic_->alpha_of(*lossless.dynamic_threshold);
    }

    [[nodiscard]] std::optional<Bytes> shared() const
    {
        if (device_.memory.ingress_lossless)
            return device_.memory.ingress_lossless;
        return asic_ != nullptr && asic_->packet_memory.known() ? std::optional(asic_->packet_memory.value)
                                                                : std::nullopt;
    }

    // If a faster port exists, it can fill the queue alone.
    [[nodiscard]] double pause_fill(physics::Alpha alpha, const PortDesign& port) const
    {
        const std::uint32_t feeding = port.speed < fastest_ ? 1 : 2;
        const Bytes queue = physics::ecn_margin_dynamic(alpha, *shared(), feeding, {}).queue;
        const std::uint64_t room
            = catalog::design_defaults().packets_before_pause.value * port.max_frame.count;
        return queue.count > room ? static_cast<double>(queue.count - room) : 0;
    }

    // The paper's worst case: one ingress port congests all others.
    [[nodiscard]] double worst_case(physics::Alpha alpha) const
    {
        const auto classes = static_cast<std::uint32_t>(policy_.classes->lossless().size());
        if (alpha.infinite || rdma_ports_ == 0 || classes == 0)
            return static_cast<double>(shared()->count);
        return std::max(
            0.0, physics::dcqcn_bounds(*shared(), rdma_ports_, {}, classes, alpha.value).ecn_dynamic);
    }

    const Policy& policy_;
    const catalog::Asic* asic_;
    const DeviceDesign& device_;
    std::uint32_t rdma_ports_ = 0;
    BitsPerSecond fastest_;
};

}

std::string design_marking(const Policy& policy, const Hardware& hardware, DeviceDesign& device)
{
    const Marking marking(policy, hardware, device);
    for (PortDesign& port : device.ports) {
        for (LosslessDesign& lossless : port.lossless) {
            const ClassDesign* of = device.of_priority(lossless.priority);
            if (of == nullptr || !of->ecn)
                continue;
            lossless.ecn = marking.target(port, lossless, lossless.ecn_basis);
            if (!lossless.ecn)
                return fmt::format(
                    "{} of {}: headroom leaves so little memory to share that pause would be sent before "
                    "ECN has marked packets; shorten cables, or make fewer classes lossless",
                    port.name,
                    device.name);
        }
    }
    return {};
}

void mark_alike(std::vector<DeviceDesign>& devices)
{
    using Kind
        = std::tuple<std::string_view, std::string_view, std::string_view, Role, std::uint64_t, Priority>;
    const auto kind_of = [](const DeviceDesign& device, const PortDesign& port, Priority priority) {
        return Kind{device.platform, device.asic, device.model, device.role, port.speed.count, priority};
    };
    std::map<Kind, EcnTarget> lowest;
    for (const DeviceDesign& device : devices) {
        for (const PortDesign& port : device.ports) {
            for (const LosslessDesign& lossless : port.lossless) {
                if (!lossless.ecn)
                    continue;
                auto [found, added] = lowest.emplace(kind_of(device, port, lossless.priority), *lossless.ecn);
                found->second.min_threshold
                    = std::min(found->second.min_threshold, lossless.ecn->min_threshold);
                found->second.max_threshold
                    = std::min(found->second.max_threshold, lossless.ecn->max_threshold);
            }
        }
    }
    for (DeviceDesign& device : devices) {
        for (PortDesign& port : device.ports) {
            for (LosslessDesign& lossless : port.lossless) {
                if (lossless.ecn)
                    lossless.ecn = lowest.at(kind_of(device, port, lossless.priority));
            }
        }
    }
}

}

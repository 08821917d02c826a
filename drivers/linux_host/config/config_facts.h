// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/linux_host/output/outputs.h"
#include "drivers/linux_host/setter/setter.h"

#include <optional>
#include <string>
#include <vector>

namespace rocelint::linux_host {

/// A value as text, with the place that shows it.
struct ShownValue {
    std::string value;
    Span at;
};

/// Applies single settings of the configuration to the host.
class ConfigFacts {
public:
    explicit ConfigFacts(HostBuilder& host) : host_(host) { }

    void apply(const Setter& setter);
    /// Applies the settings that only make sense together (classes and their service).
    void finish();
    /// Returns the host's current value of what this setter sets; nothing if it is not known.
    [[nodiscard]] std::optional<ShownValue> shown(const Setter& setter);

private:
    /// Settings collected for one port.
    struct PortFacts : ClassFacts {
        ClassMap map;
        Span at;
        bool has_classes = false;
        bool has_buffers = false;
        bool has_map = false;
    };

    [[nodiscard]] OriginId why(const Setter& setter);
    /// What captures show of the classes of a port.
    [[nodiscard]] ClassFacts captured_classes(std::uint32_t port);
    /// The NIC that the setting is about; null if its interface has no name.
    [[nodiscard]] Nic* nic_of(const Setter& setter);
    [[nodiscard]] PortFacts& facts_of(std::uint32_t port);
    void apply_to_port(std::uint32_t index, const KnobRow& row, const Setter& setter);
    void apply_pfc(std::uint32_t index, const Setter& setter);
    void apply_trust(std::uint32_t index, const Setter& setter);
    void apply_dscp(std::uint32_t index, const Setter& setter);
    void collect(PortFacts& facts, const ClassMember& member, const Setter& setter);
    void settle_classes(PortFacts& facts);
    [[nodiscard]] const Nic* find_nic(const Setter& setter);
    [[nodiscard]] std::optional<ShownValue> shown_of(
        const KnobRow& row, const PortView& view, const Setter& setter) const;
    [[nodiscard]] std::optional<ShownValue> shown_of_classes(
        std::uint32_t index, const ClassMember& member, const Setter& setter);
    [[nodiscard]] std::optional<ShownValue> shown_map(std::uint32_t index);

    HostBuilder& host_;
    std::vector<std::optional<PortFacts>> facts_; // by port
};

}

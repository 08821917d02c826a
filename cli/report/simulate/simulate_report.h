// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/simulate/configured.h"
#include "analysis/simulate/packets.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rocelint::cli {

/// One number of senders.
struct SimulatedRow {
    std::uint32_t senders = 0;
    simulate::IncastForms forms;
    std::optional<simulate::PacketOutcome> packets;
};

/// One incast, for several numbers of senders.
struct SimulatedIncast {
    simulate::ConfiguredIncast incast;
    std::vector<SimulatedRow> rows;
    simulate::IncastVerdicts verdicts;
};

/// The incasts of one fabric. Must be on the heap, because the analysis points into the fabric and the policy.
struct SimulatedFabric {
    std::string folder; ///< of one fabric among several; empty if it is the only one
    Policy policy;
    Fabric fabric;
    Analysis analysis;
    simulate::Nanoseconds feedback{0};
    std::string feedback_source; ///< "as given", "rtt_us of ECN004"
    std::vector<SimulatedIncast> incasts;
    std::vector<simulate::NotSimulated> refused;
};

/// What `rocelint simulate` was asked for, and what it found.
struct SimulateData {
    std::vector<std::unique_ptr<SimulatedFabric>> fabrics;
    bool packets = false;
    simulate::RateControl control = simulate::RateControl::none;
    simulate::Nanoseconds duration{0};
    std::uint64_t seed = 1;
    bool draw = false; ///< text only: the fill of the queue over time
    std::size_t width = 80; ///< text only

    /// Whether packets are lost, by the closed forms or in the simulation.
    [[nodiscard]] bool loses() const;
};

/// Everything that was assumed for the incasts of a fabric, as sentences.
[[nodiscard]] std::vector<std::string> simulate_assumptions(
    const SimulateData& data, const SimulatedFabric& fabric);
/// "none", "dcqcn" or "dcqcn-paper": the word of the command line.
[[nodiscard]] std::string_view word_of_control(simulate::RateControl control);

[[nodiscard]] std::string simulate_text(const SimulateData& data);
/// The same as JSON (docs/schema/simulate.schema.json). With several fabrics, each row names its fabric.
[[nodiscard]] std::string simulate_json(const SimulateData& data);

}

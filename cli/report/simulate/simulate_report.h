// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/simulate/configured.h"
#include "analysis/simulate/packets.h"
#include "analysis/simulate/traffic.h"

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

/// An egress port with what the flows of --flows offer to it.
struct SimulatedLoad {
    simulate::LoadedPort port;
    std::optional<simulate::MixedForms> forms; ///< where more is offered than the port can send
    std::optional<simulate::PacketOutcome> packets;
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
    std::vector<SimulatedLoad> loads; ///< with --flows, instead of incasts
    std::vector<std::string> lost_traffic; ///< with --flows: what does not arrive, as sentences
};

/// What `rocelint simulate` was asked for, and what it found.
struct SimulateData {
    std::vector<std::unique_ptr<SimulatedFabric>> fabrics;
    std::size_t flows = 0; ///< of --flows, between two ports each; 0: without --flows
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
/// The loads of a fabric as text.
[[nodiscard]] std::string loads_text(const SimulatedFabric& fabric, const SimulateData& data);
/// A character for each part of a run: its largest fill in eighths of the largest of all.
[[nodiscard]] std::string sparkline(const std::vector<Bytes>& queue);
/// "none", "dcqcn" or "dcqcn-paper": the word of the command line.
[[nodiscard]] std::string_view word_of_control(simulate::RateControl control);

[[nodiscard]] std::string simulate_text(const SimulateData& data);
/// The same as JSON (docs/schema/simulate.schema.json). With several fabrics, each row names its fabric.
[[nodiscard]] std::string simulate_json(const SimulateData& data);
/// The fill of each simulated queue over time, as an SVG picture that stands alone, for light and dark themes.
[[nodiscard]] std::string simulate_svg(const SimulateData& data);

}

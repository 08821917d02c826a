// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/simulate/dcqcn.h"
#include "cli/terminal/exit_code.h"
#include "models/text/objection.h"
#include "workspace/input/inputs.h"

#include <cstdint>
#include <optional>
#include <string>

namespace rocelint::cli {

/// Options of `rocelint simulate`.
struct SimulateOptions {
    enum class Format : std::uint8_t { text, json };
    workspace::InputOptions input;
    std::string port; ///< "switch:port", the only egress port; empty: all
    std::optional<std::uint32_t> senders; ///< absent: simulate with 2, 8 and all possible senders
    std::string flows; ///< file of flows, from which the senders follow; empty: equal senders
    std::optional<std::uint32_t> feedback_us; ///< absent: the round trip of rule ECN004
    bool fail_on_loss = false;
    bool packets = false;
    simulate::RateControl control = simulate::RateControl::none; ///< in the simulation of packets
    std::uint32_t duration_us = 1000;
    std::uint64_t seed = 1;
    Format format = Format::text;
    std::string plot; ///< file for an SVG picture of the simulated queues; empty: none
    std::string output; ///< file for the report; empty: standard output
    std::size_t jobs = 0; ///< 0: all cores
    bool quiet = false; ///< no progress
};

/// Objects to options that contradict each other.
[[nodiscard]] Objection complete(SimulateOptions& options);
/// Computes what an incast does with the configured thresholds of each switch. The exit code is `findings` if
/// packets are lost and `fail_on_loss` is set.
[[nodiscard]] ExitCode run_simulate(const SimulateOptions& options);

}

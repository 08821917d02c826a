// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/advice/considerations.h"
#include "workspace/fleet/fabric_shape.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::cli {

/// The cost of one cause.
struct AdvisedLoss {
    std::string_view kind; ///< for programs: "fabric", "oversubscription", "spine", "finding"
    std::string subject; ///< for people: "RoCE", "loss of spine1", "PFC001"
    double efficiency = 1; ///< e
    double step_ratio = 1; ///< how much longer a step takes
    double lost_share = 0; ///< from 0 to 1
    std::optional<double>
        gpu_hours; ///< if GPUs, hours and utilisation are known; of a lost spine, for each hour
    std::optional<double> worth; ///< if a price is stated too
    std::optional<bool> exceeds_premium; ///< only of findings, if a premium is stated too
    std::string assumption; ///< where e comes from
};

/// Everything that `advise` prints.
struct Advice {
    advice::Answers answers; ///< with those that the fabric gives
    std::string fabric; ///< path of the intent or folder; may be empty
    std::optional<workspace::FabricShape> shape;
    std::vector<std::string> from_fabric; ///< answers that the fabric gave, as sentences
    std::vector<advice::Consideration> considerations;
    std::vector<std::string_view> missing; ///< keys of answers
    std::vector<AdvisedLoss> losses;
    std::vector<std::string> unpriced; ///< codes of findings of the fabric without a stated e
    std::vector<std::string> turning_points;
};

/// The shares and efficiencies of the table of sensitivity: the published range of communication (often 20 to over
/// 50 % of a step, arXiv 2512.24750), and 85 to 95 % as EPOKA states it for RoCE, with two lower ones for faults.
inline constexpr std::array<double, 5> shown_shares{0.05, 0.10, 0.20, 0.30, 0.50};
inline constexpr std::array<double, 4> shown_efficiencies{0.5, 0.7, 0.85, 0.95};

/// Completes the answers from the fabric, and computes the rest from them.
[[nodiscard]] Advice make_advice(
    advice::Answers answers, std::string fabric, std::optional<workspace::FabricShape> shape);

/// The fabric in sentences: hosts, rails, bandwidth, bisection of each tier, the loss of a spine, and what could not be
/// computed. Empty without a fabric.
[[nodiscard]] std::vector<std::string> fabric_sentences(const Advice& advice);
/// What all losses rest on: N, H, u and f. Empty if f is not answered.
[[nodiscard]] std::string usage_sentence(const Advice& advice);
/// The assumption of a loss, and whether it alone costs more than the premium.
[[nodiscard]] std::string loss_sentence(const AdvisedLoss& loss);
/// The answers that decided, or those that are missing.
[[nodiscard]] std::string reason_of(const advice::Consideration& consideration);
/// Title and date.
[[nodiscard]] std::string source_of(const advice::Article& article);
/// "PFC001 (3)" for each code of findings without a stated e.
[[nodiscard]] std::vector<std::string> unpriced_codes(const Advice& advice);

/// What the formula of lost GPU-hours leaves out.
inline constexpr std::string_view advice_assumption
    = "Assumed: only communication becomes slower, and what overlaps with computation is not in f.";

[[nodiscard]] std::string advice_text(const Advice& advice, std::size_t width);
[[nodiscard]] std::string advice_json(const Advice& advice);

}

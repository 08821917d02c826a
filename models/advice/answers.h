// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/advice/gpu_hours.h"
#include "models/text/objection.h"
#include "models/text/result.h"
#include "models/text/source.h"

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace rocelint::advice {

/// What a site says about its cluster and its plans. Nothing here has a default: a missing answer is asked for.
struct Answers {
    std::optional<double> gpus;
    std::optional<double> gpus_in_two_years;
    std::optional<double> gpus_per_host;
    std::optional<double> job_gpus; ///< of the largest job whose GPUs wait for each other at every step
    std::optional<double> communication; ///< f: share of a step that waits for communication
    std::optional<double> efficiency_roce; ///< e of RoCE on standard Ethernet switches, against InfiniBand
    std::optional<double> efficiency_spectrum_x; ///< e of Spectrum-X, against InfiniBand
    std::optional<double> hours; ///< H
    std::optional<double> utilisation; ///< u
    std::optional<double> gpu_hour_price; ///< in the currency of fabric_premium
    std::optional<double> fabric_premium; ///< what InfiniBand costs beyond Ethernet
    std::optional<std::string> workload; ///< training, inference or mixed
    /// Words; a list with nothing but `nothing` is empty.
    std::optional<std::set<std::string, std::less<>>> runs; ///< fabrics in operation today
    std::optional<std::set<std::string, std::less<>>> skills; ///< fabrics that the team knows
    std::optional<std::set<std::string, std::less<>>> shared_with; ///< what else uses the fabric
    /// e of the fabric while a finding is not corrected, against the same fabric without it, by code.
    std::map<std::string, double, std::less<>> findings;

    /// N, H and u if all three are known.
    [[nodiscard]] std::optional<Usage> usage() const;
};

/// One answer: the key of the answers file, whose name with hyphens is also that of an option.
struct AnswerRow {
    std::string_view key;
    std::string_view value; ///< placeholder in the help: "N"
    std::string_view help; ///< of the option
    std::optional<double> Answers::*number = nullptr;
    std::optional<std::string> Answers::*word = nullptr;
    std::optional<std::set<std::string, std::less<>>> Answers::*words = nullptr;
    /// What follows a rejected number: "it is a share from 0 to 1; type 0.25 for 25 %".
    std::string_view hint{};
};

[[nodiscard]] std::span<const AnswerRow> answer_rows();
/// The row of a key.
[[nodiscard]] const AnswerRow& answer_row(std::string_view key);

/// Stores the answer to one question, given as text: "0.25", "training", "storage,tenants". An objection names
/// neither the key nor the option: "cannot be 'x'; …".
[[nodiscard]] Objection set_answer(Answers& answers, const AnswerRow& row, std::string_view text);
/// Stores an efficiency for a finding, given as "CODE=E".
[[nodiscard]] Objection set_finding(Answers& answers, std::string_view text);

/// Reads a file of answers (docs/reference/advise-answers.md). The first mistake is an Error at its place.
[[nodiscard]] Result<Answers> read_answers(const Source& source);

}

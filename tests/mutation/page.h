// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/mutation/trial.h"

#include <string>
#include <vector>

namespace rocelint::testing {

/// One mutant of one file of one subject, by indices.
struct Trial {
    std::uint32_t subject = 0;
    std::uint32_t file = 0;
    std::uint32_t mutant = 0;
    Verdict verdict;
};

/// The line with this number (from 1), trimmed.
[[nodiscard]] std::string line_of(std::string_view text, std::uint32_t number);
[[nodiscard]] std::string names_of(const std::set<Property>& properties);

/// Each trial as a tab-separated line: platform, effect, fate, place, mutation, what it changes in the model, the line, the new
/// findings with their places, the effect on packets.
[[nodiscard]] std::string mutation_list(
    const std::vector<Subject>& subjects, const std::vector<Trial>& trials);

/// The results of removals by platform: how many of those that affect RDMA packets are reported, and each kind of removal after
/// which the report is clean.
[[nodiscard]] std::string removal_section(
    const std::vector<Subject>& subjects, const std::vector<Trial>& trials);

/// Escapes `|` for a Markdown table.
[[nodiscard]] std::string escaped(std::string_view text);

/// docs/mutation.md: how many mutants were found, and each silent one with its reason.
[[nodiscard]] std::string mutation_page(
    const std::vector<Subject>& subjects, const std::vector<Trial>& trials);

}

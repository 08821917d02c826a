// SPDX-License-Identifier: Apache-2.0
#include "models/text/append.h"
#include "tests/mutation/page.h"
#include "tests/mutation/reasons.h"

#include <fmt/format.h>

#include <map>
#include <tuple>

namespace rocelint::testing {
namespace {

struct Removals {
    std::size_t all = 0;
    std::size_t matter = 0; ///< change what becomes of RDMA packets or CNPs
    std::size_t found = 0; ///< of those: by a new finding
    std::size_t reported
        = 0; ///< by a new finding, a new row of PFC, QOS, ECN or HDR, or a line not understood
    std::size_t clean = 0; ///< no finding at all, and no such row

    void add(const Verdict& verdict)
    {
        ++all;
        if (verdict.effect == Effect::none || verdict.fate == Fate::same)
            return;
        ++matter;
        found += verdict.fate <= Fate::found_elsewhere ? 1 : 0;
        reported += verdict.fate <= Fate::not_understood ? 1 : 0;
        clean += verdict.is_green ? 1 : 0;
    }
};

struct Survivors {
    std::size_t count = 0;
    std::size_t clean = 0;
    std::string example;
    std::string effect;
};

std::string share_of(std::size_t part, std::size_t whole)
{
    constexpr double hundred = 100;
    return whole == 0
        ? std::string("-")
        : fmt::format("{:.1f} %", hundred * static_cast<double>(part) / static_cast<double>(whole));
}

// Names of devices and ports are of no interest there.
std::string kind_of(std::string_view difference)
{
    const std::size_t dscp = difference.find("dscp ");
    return std::string(difference.substr(dscp == std::string_view::npos ? 0 : dscp));
}

}

std::string removal_section(const std::vector<Subject>& subjects, const std::vector<Trial>& trials)
{
    std::map<std::string_view, Removals> by_platform;
    std::map<std::tuple<std::string_view, std::string, std::string_view, std::string_view>, Survivors> left;
    for (const Trial& trial : trials) {
        const Subject::File& file = subjects[trial.subject].files[trial.file];
        const Mutant& mutant = file.mutants[trial.mutant];
        if (!is_removal(mutant.mutation) || file.platform.empty())
            continue;
        const Verdict& verdict = trial.verdict;
        by_platform[file.platform].add(verdict);
        by_platform["all"].add(verdict);
        if (verdict.effect == Effect::none || verdict.fate == Fate::same
            || verdict.fate <= Fate::found_elsewhere)
            continue;
        const std::string line = line_of(file.text, mutant.line);
        Survivors& survivors = left[{file.platform,
            names_of(verdict.changed),
            name_of(mutant.mutation),
            reason_of_silence(file.platform, verdict.changed, mutant.mutation, line)}];
        survivors.clean += verdict.is_green ? 1 : 0;
        if (survivors.count++ != 0)
            continue;
        survivors.example = fmt::format("{} {}: {}",
            subjects[trial.subject].name,
            file.path,
            mutant.mutation == Mutation::drop_file ? std::string("the file") : line);
        survivors.effect = verdict.differs.empty() ? std::string() : kind_of(verdict.differs.front());
    }
    std::string out
        = "\n## What is missing\n\nEach line, each stanza, each further member of a list or of an object on one line, and each file "
          "is removed, one at a time. A removal matters if it changes what becomes of RDMA packets or CNPs. It is reported if a "
          "finding is new, a check of PFC, QOS, ECN or HDR is newly \"not checked\", or a line is no longer understood. It is "
          "clean if the report has neither an error nor a warning, and no check of PFC, QOS, ECN or HDR is \"not checked\".\n\n"
          "| platform | removals | that matter | reported by a finding | reported | clean |\n|---|---|---|---|---|---|\n";
    for (const auto& [platform, removals] : by_platform)
        append(out,
            "| {} | {} | {} | {} | {} | {} |\n",
            platform,
            removals.all,
            removals.matter,
            share_of(removals.found, removals.matter),
            share_of(removals.reported, removals.matter),
            removals.clean);
    out += "\n### Removals that matter and are reported by no finding\n\n| platform | what changes | how | removals | clean | for "
           "example | what becomes of packets | why it is harmless |\n|---|---|---|---|---|---|---|---|\n";
    for (const auto& [key, survivors] : left)
        append(out,
            "| {} | {} | {} | {} | {} | `{}` | {} | {} |\n",
            std::get<0>(key),
            std::get<1>(key),
            std::get<2>(key),
            survivors.count,
            survivors.clean,
            escaped(survivors.example),
            escaped(survivors.effect),
            std::get<3>(key));
    return out;
}

}

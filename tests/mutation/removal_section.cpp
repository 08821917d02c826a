// SPDX-License-Identifier: Apache-2.0
#include "models/text/append.h"
#include "tests/mutation/page.h"
#include "tests/mutation/reasons.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace rocelint::testing {
namespace {

struct Removals {
    std::size_t all = 0;
    std::size_t certain = 0; ///< packets are treated differently
    std::size_t found = 0; ///< of `certain`: by a new finding
    std::size_t reported = 0; ///< of `certain`: in some way
    std::size_t untold = 0; ///< the hardware or the far end decides how packets are treated
    std::size_t untold_reported = 0;
    std::size_t harmless = 0; ///< reported neither way, but with a reason
    std::size_t clean
        = 0; ///< of `certain` and `untold`: no error, no warning, and no PFC, QOS, ECN or HDR rule "not checked"

    void add(const Verdict& verdict, bool is_harmless)
    {
        ++all;
        if (verdict.effect == Effect::none || verdict.fate == Fate::same)
            return;
        if (is_harmless) {
            ++harmless;
            return;
        }
        const std::size_t is_reported = verdict.fate != Fate::silent ? 1 : 0;
        if (verdict.effect == Effect::otherwise) {
            ++certain;
            found += verdict.fate <= Fate::found_elsewhere ? 1 : 0;
            reported += is_reported;
        } else {
            ++untold;
            untold_reported += is_reported;
        }
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

// Drops the device and port names, which do not matter in the table.
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
        const std::string line = line_of(file.text, mutant.line);
        const std::string_view reason
            = reason_of_silence(file.platform, verdict.changed, mutant.mutation, line);
        const Fate reported
            = verdict.effect == Effect::otherwise ? Fate::found_elsewhere : Fate::unchecked_before;
        const bool is_left = verdict.fate > reported;
        by_platform[file.platform].add(verdict, is_left && !reason.empty());
        by_platform["all"].add(verdict, is_left && !reason.empty());
        if (verdict.effect == Effect::none || verdict.fate == Fate::same || !is_left)
            continue;
        Survivors& survivors
            = left[{file.platform, names_of(verdict.changed), name_of(mutant.mutation), reason}];
        survivors.clean += verdict.is_green ? 1 : 0;
        if (survivors.count++ != 0)
            continue;
        survivors.example = fmt::format("{} {}: {}",
            subjects[trial.subject].name,
            file.path,
            mutant.mutation == Mutation::drop_file ? std::string("the file") : line);
        const auto differs = std::ranges::find_if(verdict.differs, [&](const std::string& difference) {
            return (verdict.effect == Effect::untold) == difference.ends_with("?");
        });
        survivors.effect = differs == verdict.differs.end() ? std::string() : kind_of(*differs);
    }
    std::string out
        = "\n## What is missing\n\nEach line, each stanza, each further member of a list or of an object on one line, and each file "
          "is removed, one at a time. Some removals change what becomes of RDMA packets or CNPs. Others leave it open: no reading of the "
          "configuration shows it any longer, since the hardware or the far end decides. A removal is reported in some way if a finding is "
          "new, a check is newly \"not checked\", a check of the same family was and is \"not checked\" on the device, or a line is no "
          "longer understood. Removals that the table below calls harmless, with the reason, count in no other column. A removal is "
          "clean if the report has neither an error nor a warning, and no check of PFC, QOS, ECN or HDR is \"not checked\".\n\n"
          "| platform | removals | change packets | by a finding | in some way | leave it open | in some way | harmless | clean |\n"
          "|---|---|---|---|---|---|---|---|---|\n";
    for (const auto& [platform, removals] : by_platform)
        append(out,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n",
            platform,
            removals.all,
            removals.certain,
            share_of(removals.found, removals.certain),
            share_of(removals.reported, removals.certain),
            removals.untold,
            share_of(removals.untold_reported, removals.untold),
            removals.harmless,
            removals.clean);
    out += "\n### Removals that change packets without a finding, or leave it open without a word\n\n| platform | what changes | how | removals | clean | for "
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

// SPDX-License-Identifier: Apache-2.0
#include "tests/mutation/page.h"

#include "models/text/append.h"
#include "tests/mutation/reasons.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <tuple>

namespace rocelint::testing {
namespace {

using Counts = std::array<std::size_t, 8>; ///< indexed by Fate

// Silent mutants that look alike to a reader.
struct Group {
    std::size_t count = 0;
    std::string example;
    std::string_view why;
};

// Counts of the mutants that affect RDMA packets.
struct Concerned {
    std::size_t sum = 0;
    std::size_t there = 0;
    std::size_t found = 0;
    std::size_t told = 0;

    void add(const Verdict& verdict)
    {
        ++sum;
        there += verdict.fate == Fate::found ? 1 : 0;
        found += verdict.fate == Fate::found || verdict.fate == Fate::found_elsewhere ? 1 : 0;
        told += verdict.fate != Fate::silent ? 1 : 0;
    }
};

double percent(std::size_t part, std::size_t whole)
{
    constexpr double hundred = 100;
    return whole == 0 ? hundred : hundred * static_cast<double>(part) / static_cast<double>(whole);
}

}

std::string escaped(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (c == '|')
            out += '\\';
        out += c;
    }
    return out;
}

std::string line_of(std::string_view text, std::uint32_t number)
{
    for (std::uint32_t line = 1; line < number; ++line)
        text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
    text = text.substr(0, text.find('\n'));
    const std::size_t first = std::min(text.find_first_not_of(" \t"), text.size());
    return std::string(text.substr(first));
}

std::string names_of(const std::set<Property>& properties)
{
    std::string out;
    for (const Property property : properties)
        append(out, "{}{}", out.empty() ? "" : ", ", name_of(property));
    return out;
}

std::string mutation_list(const std::vector<Subject>& subjects, const std::vector<Trial>& trials)
{
    constexpr std::array fates{"same",
        "beside",
        "found",
        "found elsewhere",
        "not checked",
        "not understood",
        "not checked before",
        "silent"};
    constexpr std::array effects{"none", "untold", "otherwise"};
    std::string out;
    for (const Trial& trial : trials) {
        const Subject& subject = subjects[trial.subject];
        const Subject::File& file = subject.files[trial.file];
        const Mutant& mutant = file.mutants[trial.mutant];
        append(out,
            "{}\t{}\t{}\t{}/{}:{}\t{}\t{}\t{}\t{}\t{}\n",
            file.platform,
            effects.at(static_cast<std::size_t>(trial.verdict.effect)),
            fates.at(static_cast<std::size_t>(trial.verdict.fate)),
            subject.name,
            file.path,
            mutant.line,
            name_of(mutant.mutation),
            names_of(trial.verdict.changed),
            line_of(file.text, mutant.line),
            fmt::join(trial.verdict.findings, "; "),
            fmt::join(trial.verdict.differs, "; "));
    }
    return out;
}

std::string mutation_page(const std::vector<Subject>& subjects, const std::vector<Trial>& trials)
{
    std::map<std::string_view, Counts> by_platform;
    std::map<std::tuple<std::string_view, std::string, std::string_view, std::string_view>, Group> silent;
    Counts sum{};
    Concerned certain;
    Concerned untold;
    for (const Trial& trial : trials) {
        const Subject::File& file = subjects[trial.subject].files[trial.file];
        const Mutant& mutant = file.mutants[trial.mutant];
        ++by_platform[file.platform][static_cast<std::size_t>(trial.verdict.fate)];
        ++sum[static_cast<std::size_t>(trial.verdict.fate)];
        if (trial.verdict.effect == Effect::otherwise)
            certain.add(trial.verdict);
        else if (trial.verdict.effect == Effect::untold)
            untold.add(trial.verdict);
        if (trial.verdict.fate != Fate::silent)
            continue;
        const std::string line = line_of(file.text, mutant.line);
        const std::string_view why
            = reason_of_silence(file.platform, trial.verdict.changed, mutant.mutation, line);
        Group& group
            = silent[{file.platform, names_of(trial.verdict.changed), name_of(mutant.mutation), why}];
        if (group.count++ == 0)
            group.example = fmt::format("{} {}: {}", subjects[trial.subject].name, file.path, line);
        group.why = why;
    }
    std::string out
        = "<!-- Written by ./dev mutate. -->\n# What a broken token does to the report\n\nEvery token that "
          "a reader took from a sound configuration is broken, one at a time, and the fabric is checked "
          "again. Of lines that differ only in the numbers of ports, one is broken.\n\n| platform | "
          "mutants | mean the same | concern no RDMA packet | found there | found elsewhere | not checked "
          "| not understood | not checked before | silent |\n|---|---|---|---|---|---|---|---|---|---|\n";
    const auto row = [&out](std::string_view name, const Counts& counts) {
        std::size_t all = 0;
        for (const std::size_t count : counts)
            all += count;
        append(out, "| {} | {} ", name, all);
        for (const std::size_t count : counts)
            append(out, "| {} ", count);
        out += "|\n";
    };
    for (const auto& [platform, counts] : by_platform)
        row(platform, counts);
    row("all", sum);
    const auto shares = [&out](std::string_view which, const Concerned& mutants) {
        append(out,
            "\nOf {} mutants {} {:.1f} % are reported by a finding at the line or in the stanza around it, "
            "{:.1f} % by a finding, {:.1f} % by the report in one way or another.\n",
            mutants.sum,
            which,
            percent(mutants.there, mutants.sum),
            percent(mutants.found, mutants.sum),
            percent(mutants.told, mutants.sum));
    };
    shares("that change how RDMA packets or CNPs are treated (what shares their queue, whether they are "
           "carried, paused for, marked, kept and watched, and how they are served),",
        certain);
    shares("after which the configuration does not show how they are treated, since hardware or the far end "
           "decides,",
        untold);
    out += "\nThe stanza is the innermost one that the line stands in; of a block or row that is dropped at the outermost level it "
           "is the file. A finding is there where it or its evidence is.\n";
    out += "\nA number that a site chooses, a threshold or a share, counts here only by what depends on "
           "it: that a queue marks at all, that headroom holds what is on the cable. A capture of a host "
           "that shows less has changed nothing on the host.\n";
    out += removal_section(subjects, trials);
    out += "\n## Silent, and why\n\n| platform | what changes | how | mutants | for example | why it is harmless |\n"
           "|---|---|---|---|---|---|\n";
    for (const auto& [key, group] : silent)
        append(out,
            "| {} | {} | {} | {} | `{}` | {} |\n",
            std::get<0>(key),
            std::get<1>(key),
            std::get<2>(key),
            group.count,
            escaped(group.example),
            group.why);
    return out;
}

}

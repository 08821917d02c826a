// SPDX-License-Identifier: Apache-2.0
#include "tests/metamorphic/fault_page.h"

#include "models/parallel/parallel.h"
#include "tests/mutation/page.h"
#include "workspace/check/fault_set.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace rocelint::testing {
namespace {

constexpr std::string_view introduction
    = "<!-- Written by the tests: ROCELINT_UPDATE_GOLDEN=1. -->\n# Faults by platform\n\n"
      "Each fault is written by the platform's own editor into the first port of leaf1, one of two switches of the platform between "
      "which a host stands, and the whole fabric is checked. A cell shows the codes of the new findings, in bold where one of "
      "them is an error. Two platforms differ only where their configurations do: a number leads to the reason, which is why the "
      "platform cannot be configured so, or which rules could not be checked, and why.\n\n";

// What is not checked at the port or its device, but was checked in the sound fabric or is about the fault.
std::vector<std::string> rows_of(
    const workspace::Outcome& sound, const workspace::Outcome& broken, const std::set<std::string>& codes)
{
    const std::uint32_t device = *broken.fabric.find_device("leaf1");
    const auto text = [](const NotChecked& row) { return fmt::format("{}: {}", row.rule->code, row.reason); };
    std::set<std::string> known;
    for (const NotChecked& row : sound.report.not_checked)
        known.insert(text(row));
    std::vector<std::string> rows;
    for (const NotChecked& row : broken.report.not_checked) {
        const bool is_about = codes.contains(std::string(row.rule->code));
        if (row.port.device == device && (is_about || !known.contains(text(row)))
            && std::ranges::find(rows, text(row)) == rows.end())
            rows.push_back(text(row));
    }
    return rows;
}

Cell look_at(const Subject& subject, const Broken& broken)
{
    Cell cell{.refused = broken.reason};
    if (broken.outcome == nullptr)
        return cell;
    const workspace::FaultSet known(*subject.sound);
    for (const std::uint32_t index : known.new_in(*broken.outcome, Severity::info)) {
        const Finding& finding = broken.outcome->report.findings[index];
        cell.codes.insert(std::string(finding.rule->code));
        cell.is_error = cell.is_error || finding.severity == Severity::error;
    }
    return cell;
}

class Notes {
public:
    std::string of(const std::string& text)
    {
        const auto [entry, fresh] = numbers_.try_emplace(text, numbers_.size() + 1);
        if (fresh)
            list_ += fmt::format("{}. {}\n", entry->second, escaped(text));
        return fmt::format("[{}]", entry->second);
    }
    [[nodiscard]] const std::string& list() const { return list_; }

private:
    std::map<std::string, std::size_t> numbers_;
    std::string list_;
};

std::string cell_text(const Cell& cell, Notes& notes)
{
    if (!cell.refused.empty())
        return "– " + notes.of(cell.refused);
    const std::string codes = fmt::format("{}", fmt::join(cell.codes, " "));
    if (!codes.empty())
        return cell.is_error ? fmt::format("**{}**", codes) : codes;
    std::string text = "not checked";
    for (const std::string& row : cell.not_checked)
        text += " " + notes.of(row);
    return cell.is_silent() ? "silent" : text;
}

}

FaultTable fault_table(const std::vector<Subject>& subjects)
{
    FaultTable table;
    for (const Subject& subject : subjects)
        table.platforms.push_back(subject.name);
    const std::span<const Fault> faults = all_faults();
    std::vector<Broken> broken(faults.size() * subjects.size());
    table.cells.assign(faults.size(), std::vector<Cell>(subjects.size()));
    run_parallel(broken.size(), [&](std::size_t index) {
        const std::size_t fault = index / subjects.size();
        const std::size_t platform = index % subjects.size();
        const FaultAt at{&faults[fault], "leaf1", 0};
        broken[index] = break_subject(subjects[platform], {&at, 1});
        table.cells[fault][platform] = look_at(subjects[platform], broken[index]);
    });
    for (std::size_t fault = 0; fault < faults.size(); ++fault) {
        std::set<std::string> codes;
        for (const Cell& cell : table.cells[fault])
            codes.insert(cell.codes.begin(), cell.codes.end());
        for (std::size_t platform = 0; platform < subjects.size(); ++platform) {
            const Broken& one = broken[fault * subjects.size() + platform];
            if (!faults[fault].about.empty())
                codes.insert(std::string(faults[fault].about));
            if (one.outcome != nullptr && table.cells[fault][platform].codes.empty())
                table.cells[fault][platform].not_checked
                    = rows_of(*subjects[platform].sound, *one.outcome, codes);
        }
    }
    return table;
}

std::string fault_page(const FaultTable& table)
{
    std::string out(introduction);
    out += "| fault |";
    for (const std::string& platform : table.platforms)
        out += fmt::format(" {} |", platform);
    out += "\n|---|";
    for (std::size_t column = 0; column < table.platforms.size(); ++column)
        out += "---|";
    out += '\n';
    Notes notes;
    for (std::size_t fault = 0; fault < table.cells.size(); ++fault) {
        out += fmt::format("| {} |", all_faults()[fault].name);
        for (const Cell& cell : table.cells[fault])
            out += fmt::format(" {} |", cell_text(cell, notes));
        out += '\n';
    }
    return out + "\n## Reasons\n\n" + notes.list();
}

}

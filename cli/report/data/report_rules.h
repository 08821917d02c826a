// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy/policy.h"
#include "cli/report/data/report_data.h"
#include "rules/own/own_rules.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rocelint::cli {

/// The rules that a report refers to by number: the shipped ones, then the own rules of each fabric's policy.
/// Identical own rules of several policies count as one.
class ReportRules {
public:
    enum class Which : std::uint8_t {
        all,
        in_findings, ///< only rules with a finding, waived and known ones included
    };
    explicit ReportRules(std::span<const ReportData> fabrics, Which which = Which::all);

    struct Entry {
        const Rule* rule = nullptr;
        const CustomRule* own = nullptr; ///< the rule in the policy; null for a shipped rule
    };
    [[nodiscard]] const std::vector<Entry>& all() const { return all_; }
    /// The index in all() of a rule that one of the fabrics was checked by, and that is among those asked for.
    [[nodiscard]] std::uint64_t number_of(const Rule& rule) const { return numbers_.at(&rule); }

private:
    void add(const Rule& rule, const CustomRule* own);

    std::vector<Entry> all_;
    std::unordered_map<const Rule*, std::uint64_t> numbers_;
};

/// The address of a rule's page, as page_address() makes it, or empty if `rule_pages` is empty. Own rules have no page.
[[nodiscard]] std::string page_of(const Rule& rule, std::string_view rule_pages);

/// The address of the rules' pages that reports link to: that of the command line, else the policy's, else the one that this
/// program was built with. Empty if none is stated.
[[nodiscard]] std::string_view rule_pages_in_force(std::string_view option, const Policy& policy);

}

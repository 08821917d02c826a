// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"
#include "workspace/outcome.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rocelint::workspace {

/// Of the form that docs/schema/baseline.schema.json describes: the only one that is read.
inline constexpr std::uint64_t baseline_version = 1;

/// Findings that are known by one fingerprint.
struct KnownFinding {
    std::string fabric; ///< its name among fabrics: two sites often have devices of equal names
    std::string fingerprint;
    std::string code;
    std::optional<Severity> severity; ///< none: one that was not written down, and is not compared
    std::vector<std::string> also; ///< codes of the findings that are folded into it, sorted
    std::string device; ///< empty: the fabric
    std::string port; ///< empty: the whole device
    std::size_t count = 1; ///< two equal lines in two files share a fingerprint
    std::string mistake; ///< mistake_fingerprint() of a finding of several ports; else empty
    std::vector<std::string> ports; ///< all of those ports, by name
    std::size_t left = 1; ///< how many of `count` were not met again
};

/// What is known of a finding that was met again.
struct KnownAs {
    std::optional<Severity> severity; ///< none: it was not written down
    bool has_joined = false; ///< a further fault was folded into it since
    const KnownFinding* entry = nullptr; ///< of several one; lives as long as the baseline is not added to

    /// Whether the finding is no worse than it is known: one that is graver, or more than it was, is a new one.
    [[nodiscard]] bool covers(const Finding& finding) const
    {
        return !severity || (finding.severity <= *severity && !has_joined);
    }
};

/// Known findings, by fingerprint, that are met again or not.
class Baseline {
public:
    /// Makes room for so many.
    void expect(std::size_t count);
    /// Adds to those that are known by the same fingerprint.
    void add(KnownFinding known);
    /// The findings that are not waived, under this name of their fabric.
    void add(const Outcome& outcome, const std::string& fabric);

    /// The place of a finding, if it has one, which it then takes: what comes more often than it is known has none. A finding of
    /// several ports has one where all of them are known; one that only some are left of, too, told together or each alone.
    [[nodiscard]] std::optional<KnownAs> take(
        const Finding& finding, const Outcome& outcome, const std::string& fabric);

    /// In the order in which they were added.
    [[nodiscard]] const std::vector<KnownFinding>& entries() const { return entries_; }
    /// How many were not met again.
    [[nodiscard]] std::size_t count_left() const;
    /// The fabrics that findings are known of.
    [[nodiscard]] std::set<std::string> fabrics() const;

private:
    [[nodiscard]] std::optional<KnownAs> take_exact(
        const Finding& finding, const Outcome& outcome, const std::string& fabric);
    [[nodiscard]] std::optional<KnownAs> take_ports(
        const Finding& finding, const Outcome& outcome, const std::string& fabric);

    std::vector<KnownFinding> entries_;
    std::unordered_map<std::string, std::size_t> by_fingerprint_;
    std::unordered_map<std::string, std::vector<std::size_t>> by_mistake_;
};

/// Adds what was folded into a finding before, where nobody knows whether it still is.
void keep_folded(KnownFinding& known, const KnownFinding& before);

/// What is known of a finding.
[[nodiscard]] KnownFinding describe_known(
    const Finding& finding, const Outcome& outcome, const std::string& fabric);

/// What the fabrics of a check are called in the baseline file at `path`: their folders as seen from there, so that it does not matter
/// where a check is started, how its paths are written, and what lies beside. A single fabric goes by the name of the only one that
/// `known` has, wherever it lies.
[[nodiscard]] std::vector<std::string> names_in_baseline(
    const std::string& path, std::span<const std::unique_ptr<Outcome>> outcomes, const Baseline& known);

/// Reads what baseline_text() wrote. Anything else is an Error at its place; of another version one that says so.
[[nodiscard]] Result<Baseline> read_baseline(const std::string& path);
/// The baseline as a file: by fabric and fingerprint.
[[nodiscard]] std::string baseline_text(const Baseline& baseline);
/// The findings of all fabrics that are not waived, as the baseline file at `path` calls them.
[[nodiscard]] Baseline baseline_of(
    const std::string& path, std::span<const std::unique_ptr<Outcome>> outcomes);
/// Takes the known findings of the fabric with this name out of the report, and their places out of the baseline. Returns how many there
/// were.
std::size_t take_known(Outcome& outcome, Baseline& baseline, const std::string& fabric);

}

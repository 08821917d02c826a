// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"
#include "workspace/check/outcome.h"

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

/// The format version that docs/schema/baseline.schema.json describes; no other version is read.
inline constexpr std::uint64_t baseline_version = 1;

/// Known findings that share one fingerprint.
struct KnownFinding {
    std::string fabric; ///< name of the fabric: two sites often have devices with equal names
    std::string fingerprint;
    std::string code;
    std::optional<Severity> severity; ///< no value: the baseline does not record it, so it is not compared
    std::vector<std::string> also; ///< codes of the findings that are folded into it, sorted
    std::string device; ///< empty: the finding is about the fabric
    std::string port; ///< empty: the finding is about the whole device
    std::size_t count = 1; ///< two equal lines in two files share a fingerprint
    std::string mistake; ///< mistake_fingerprint() of a finding on several ports; otherwise empty
    std::vector<std::string> ports; ///< all of those ports, sorted by name
    std::size_t left = 1; ///< how many of `count` have not been found again
};

/// How the baseline knows a finding that was found again.
struct KnownAs {
    std::optional<Severity> severity; ///< no value: the baseline does not record it
    bool has_joined = false; ///< another fault has been folded into it since
    /// One of the matching entries; valid until the baseline is added to.
    const KnownFinding* entry = nullptr;

    /// Whether the finding is no worse than the known one. A finding that is more severe, or that has further
    /// faults folded into it, counts as new.
    [[nodiscard]] bool covers(const Finding& finding) const
    {
        return !severity || (finding.severity <= *severity && !has_joined);
    }
};

/// Known findings by fingerprint, each marked as it is found again.
class Baseline {
public:
    /// Reserves space for `count` entries.
    void expect(std::size_t count);
    /// Adds a known finding, and merges it with an entry of the same fingerprint.
    void add(KnownFinding known);
    /// Adds the findings of a check that are not waived, under this fabric name.
    void add(const Outcome& outcome, const std::string& fabric);

    /// Claims the entry of a finding and returns it. Each entry can be claimed `count` times; after that
    /// there is none. A finding on several ports matches if all of its ports are known, so it still matches
    /// when only some of the known ports are left, whether these are reported together or one by one.
    [[nodiscard]] std::optional<KnownAs> take(
        const Finding& finding, const Outcome& outcome, const std::string& fabric);

    /// All entries, in the order in which they were added.
    [[nodiscard]] const std::vector<KnownFinding>& entries() const { return entries_; }
    /// The number of known findings that have not been found again.
    [[nodiscard]] std::size_t count_left() const;
    /// The fabrics that have known findings.
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

/// Adds the codes that were folded into the finding before, if it is unknown whether they still are.
void keep_folded(KnownFinding& known, const KnownFinding& before);

/// Describes a finding as a baseline entry.
[[nodiscard]] KnownFinding describe_known(
    const Finding& finding, const Outcome& outcome, const std::string& fabric);

/// The names of the checked fabrics in the baseline file at `path`: their folders relative to that file. The
/// names therefore do not depend on the working directory, on how paths are written, or on other fabrics next
/// to them. If one fabric is checked and `known` has exactly one name, that name is used, wherever the fabric
/// lies.
[[nodiscard]] std::vector<std::string> names_in_baseline(
    const std::string& path, std::span<const std::unique_ptr<Outcome>> outcomes, const Baseline& known);

/// Reads a file that baseline_text() wrote. Anything else gives an Error at its place; another version gives
/// an Error that says so.
[[nodiscard]] Result<Baseline> read_baseline(const std::string& path);
/// The text of the baseline file, sorted by fabric and fingerprint.
[[nodiscard]] std::string baseline_text(const Baseline& baseline);
/// A baseline of all findings that are not waived, with the fabric names that the baseline file at `path`
/// uses.
[[nodiscard]] Baseline baseline_of(
    const std::string& path, std::span<const std::unique_ptr<Outcome>> outcomes);
/// Removes the known findings of the named fabric from the report, and claims their entries in the baseline.
/// Returns how many were removed.
std::size_t take_known(Outcome& outcome, Baseline& baseline, const std::string& fabric);

}

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.h"
#include "models/fabric/sight.h"
#include "models/stored/store.h"
#include "rules/rule.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace rocelint {

/// Identifies a device across runs.
struct DeviceKey {
    Digest identity{}; ///< of the names of its files: unchanged if only their content changes
    Digest content{}; ///< of everything its model was built from
};

/// What the stored findings of a run depend on.
struct KeptInputs {
    stored::Store* store = nullptr; ///< null: nothing is stored
    Digest fabric{}; ///< of the policy and topology texts
    std::vector<DeviceKey> devices; ///< by device; empty: findings are not stored
};

/// What the rules for single devices found in earlier runs.
///
/// An entry holds the findings, a list of everything the rules looked at to make them (see Sight), and a
/// digest of both. It is reused only if everything in the list is unchanged. Rules therefore do not declare
/// their inputs, and cannot forget to.
class KeptFindings {
public:
    /// `analysis`, `rules` and `inputs` must outlive this object.
    KeptFindings(const Analysis& analysis, const std::vector<const Rule*>& rules, const KeptInputs& inputs);

    /// Fills `output` with what an earlier run found for the device. Returns false if there is no entry, or
    /// none that is still valid.
    [[nodiscard]] bool take(std::uint32_t device, RuleOutput& output) const;
    /// Stores the findings, unless the rules looked at more than single devices.
    void keep(std::uint32_t device, Sight& sight, const RuleOutput& output) const;

private:
    /// A digest of a device, its links and judgements, and of everything else in `seen`.
    [[nodiscard]] Digest digest_of(std::uint32_t device, const std::vector<Sight::Seen>& seen) const;
    [[nodiscard]] Digest key_of(std::uint32_t device) const;
    [[nodiscard]] std::optional<std::vector<Sight::Seen>> find_seen(std::string_view list) const;

    const Analysis& analysis_;
    const KeptInputs& inputs_;
    Digest run_; ///< of everything that applies to all devices
    std::unordered_map<std::string_view, std::uint32_t> devices_; ///< by the bytes of DeviceKey::identity
    /// By source: the device that the file belongs to, with the file's index.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> files_;
    friend class SeenWriter;
};

}

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

/// By what a device is known again in another run.
struct DeviceKey {
    Digest identity{}; ///< of the names of its files: the same while they say something else
    Digest content{}; ///< of all that its model was made of
};

/// What findings are kept by, from one run to the next.
struct KeptInputs {
    stored::Store* store = nullptr; ///< none: nothing is kept
    Digest fabric{}; ///< of the policy and the topology, as they are written
    std::vector<DeviceKey> devices; ///< by device; empty: no findings are kept
};

/// What the rules of single devices found in earlier runs.
///
/// An entry holds what was found, a list of what the rules looked at for it (see Sight), and a digest of all that. It is used
/// where everything in the list is as it was, so that no rule has to say what it goes by, and none can forget to.
class KeptFindings {
public:
    /// `analysis`, `rules` and `inputs` must outlive it.
    KeptFindings(const Analysis& analysis, const std::vector<const Rule*>& rules, const KeptInputs& inputs);

    /// Puts into `output` what an earlier run has found for the device. False where there is nothing, or nothing that still
    /// holds.
    [[nodiscard]] bool take(std::uint32_t device, RuleOutput& output) const;
    /// Keeps what was found, unless more than single devices was looked at.
    void keep(std::uint32_t device, Sight& sight, const RuleOutput& output) const;

private:
    /// Of a device, its links and judgements, and of what else was seen.
    [[nodiscard]] Digest digest_of(std::uint32_t device, const std::vector<Sight::Seen>& seen) const;
    [[nodiscard]] Digest key_of(std::uint32_t device) const;
    [[nodiscard]] std::optional<std::vector<Sight::Seen>> find_seen(std::string_view list) const;

    const Analysis& analysis_;
    const KeptInputs& inputs_;
    Digest run_; ///< of what holds for all devices
    std::unordered_map<std::string_view, std::uint32_t> devices_; ///< by the bytes of their identity
    /// By source: the device whose file it is, with its place among the files.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> files_;
    friend class SeenWriter;
};

}

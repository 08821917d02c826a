// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/live.h"

#include <optional>
#include <string>
#include <vector>

namespace rocelint {
class NetconfSession;
}

namespace rocelint::junos {

/// What `<get-commit-information>` says about the newest commit. Junos writes `<commit-confirmed>rollback
/// pending` next to it while its timer runs; the words "commit confirmed, rollback in 5mins" stay in its
/// comment forever.
struct CommitInformation {
    bool pending = false;
    std::string user; ///< the user who committed
    std::string client; ///< "netconf", "cli", "other"
    std::uint64_t committed_at = 0; ///< seconds of the device's clock; 0 if unknown
    std::chrono::seconds window{600}; ///< the window of the commit; Junos' default if it is not stated
};
[[nodiscard]] std::optional<CommitInformation> read_commit_information(const std::string& answer);

/// Parses the time in "rollback in 5mins", "9m30s", "45 seconds", or returns nothing.
[[nodiscard]] std::optional<std::chrono::seconds> read_window(std::string_view comment);

/// Returns the device's clock from `<get-system-uptime-information>`, in seconds; 0 if it is missing.
[[nodiscard]] std::uint64_t read_clock(const std::string& answer);

/// Returns the serial number of the chassis itself from `<get-chassis-inventory>`, as `show chassis hardware`
/// shows it; empty if it is missing.
[[nodiscard]] std::string read_chassis_serial(const std::string& answer);

/// Whether `<get-route-engine-information>` names a standby engine; false if it does not say.
[[nodiscard]] bool has_standby_engine(const std::string& answer);

/// Whether a configuration has `system commit synchronize`, so that each commit applies to both engines
/// (Junos OS CLI Reference, synchronize, Edit System Commit).
[[nodiscard]] bool commits_to_both(const std::string& answer);

/// Returns the text of `<configuration-output>`: a difference as `show | compare` prints it, without secrets.
[[nodiscard]] std::string read_difference(const std::string& answer);

/// Adds the ports of one answer to `<get-interface-information>` in its extensive form.
void read_interfaces(const std::string& answer, Health& health);

/// Reads links and counters of these ports; of all ports if `ports` is empty.
[[nodiscard]] Result<Health> read_health(NetconfSession& session, const std::vector<std::string>& ports);

}

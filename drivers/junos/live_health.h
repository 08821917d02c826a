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

/// What `<get-commit-information>` says of the newest commit. Junos writes `<commit-confirmed>rollback pending` beside it
/// as long as its timer runs; the words "commit confirmed, rollback in 5mins" stay in its comment for ever.
struct CommitInformation {
    bool pending = false;
    std::string user; ///< who committed it
    std::string client; ///< "netconf", "cli", "other"
    std::uint64_t committed_at = 0; ///< seconds of the device's clock; 0 where it does not say
    std::chrono::seconds window{600}; ///< that it was committed with; Junos' default where it does not say
};
[[nodiscard]] std::optional<CommitInformation> read_commit_information(const std::string& answer);

/// "rollback in 5mins", "9m30s", "45 seconds": the time in it, or nothing.
[[nodiscard]] std::optional<std::chrono::seconds> read_window(std::string_view comment);

/// The device's clock in `<get-system-uptime-information>`, in seconds; 0 where it is not there.
[[nodiscard]] std::uint64_t read_clock(const std::string& answer);

/// The serial number of the chassis itself in `<get-chassis-inventory>`, as `show chassis hardware` shows it; empty where it is
/// not there.
[[nodiscard]] std::string read_chassis_serial(const std::string& answer);

/// Whether `<get-route-engine-information>` names an engine that stands by; false where it does not say.
[[nodiscard]] bool has_standby_engine(const std::string& answer);

/// Whether a configuration has `system commit synchronize`: each commit is then one of both engines (Junos OS CLI Reference,
/// synchronize, Edit System Commit).
[[nodiscard]] bool commits_to_both(const std::string& answer);

/// The text of `<configuration-output>`: a difference as `show | compare` prints it, without secrets.
[[nodiscard]] std::string read_difference(const std::string& answer);

/// Adds the ports of one answer to `<get-interface-information>` in its extensive form.
void read_interfaces(const std::string& answer, Health& health);

/// Links and counters of these ports; of all where none are named.
[[nodiscard]] Result<Health> read_health(NetconfSession& session, const std::vector<std::string>& ports);

}

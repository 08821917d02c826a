// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/journal/journal.h"
#include "tests/e2e/matrix/push_bench_running.h"
#include "tests/e2e/server/device.h"
#include "tests/e2e/server/netconf_server.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rocelint::e2e {

/// The platform and transport of a push: one column of the matrix.
enum class Road : std::uint8_t {
    eos,
    onyx,
    nxos,
    sonic,
    linux_host,
    junos,
    netconfd,
    nvue,
    opensm,
    os10,
    sonic_cli,
    aoscx,
    vrp,
    netconfd_running
};
inline constexpr std::size_t road_count = 13; ///< those with cells in the matrix
/// Whether it is a third-party NETCONF server.
[[nodiscard]] constexpr bool is_server(Road road)
{
    return road == Road::netconfd || road == Road::netconfd_running;
}
[[nodiscard]] const char* name_of(Road road);

/// A plan for one column, made once, for one device "leaf1" whose configuration is wrong in two places.
struct Plans {
    explicit Plans(Road road);
    Folder folder;
    std::string plan; ///< path of the plan
    std::string old_state; ///< as Bench::state() returns it
    std::string new_state;
};

/// One device of a column, and a user who pushes to it.
class Bench {
public:
    enum class Login : std::uint8_t { good, wrong_key, unknown_host, changed_host };
    /// `plans` is null while the plan is being made.
    Bench(Road road, const Plans* plans, Login login = Login::good);
    ~Bench();

    [[nodiscard]] Road road() const { return road_; }
    /// Replaces the device's control file by `json` (members without braces). Also makes its timers run out as soon as the
    /// journal says that the change is rolled back.
    void control(const std::string& json) const;
    /// Sets one fault at this command of the device, as described in device.py.
    void fault(const std::string& match, const std::string& what, const std::string& more = {}) const;
    /// Releases everything that waits on the device and lets its timers run out.
    void let_time_pass() const;

    [[nodiscard]] std::vector<std::string> push_words(const std::vector<std::string>& more = {}) const;
    [[nodiscard]] std::unique_ptr<Running> start(
        const std::vector<std::string>& words, bool nohup = false) const;
    [[nodiscard]] int run(const std::vector<std::string>& words) const { return start(words)->wait(); }
    /// Starts it on another machine, which knows nothing of pushes on this one.
    [[nodiscard]] std::unique_ptr<Running> start_elsewhere(const std::vector<std::string>& words) const;
    [[nodiscard]] int push(const std::vector<std::string>& more = {}) const { return run(push_words(more)); }

    [[nodiscard]] const std::string& journal() const { return journal_; }
    /// Waits until the journal has this event. Returns false on timeout.
    [[nodiscard]] bool wait_for_event(const std::string& event) const;
    /// Waits until something hangs or waits on the device. Returns false on timeout.
    [[nodiscard]] bool wait_for_hang() const;
    /// The event of the last entry; "nothing" if there is none.
    [[nodiscard]] std::string last_event(const std::string& journal) const;
    [[nodiscard]] std::string last_event() const { return last_event(journal_); }
    /// Three lines: what is in force, what a reboot would load, what a push left behind.
    [[nodiscard]] std::string state() const;
    /// "old", "new", "new, not saved" or "NEITHER"; leftovers follow after "left: ".
    [[nodiscard]] std::string verdict() const;
    /// The output of all runs of the program.
    [[nodiscard]] std::string said() const { return file_text(work_.path("said")); }

    /// Another session changes the device, or leaves a commit pending.
    void change_by_somebody() const;
    void leave_commit_of_somebody() const;
    /// Another session adds something the model does not know: a user, or a login server.
    void add_user_by_somebody() const;
    /// Restarts the device: "reboot", "warm-reboot".
    void restart(const std::string& how) const;
    /// Another session saves what is in force.
    void save_by_somebody() const;

    [[nodiscard]] const Folder& work() const { return work_; }
    [[nodiscard]] const Device* device() const { return device_.get(); }
    [[nodiscard]] const NetconfServer* server() const { return server_.get(); }

private:
    [[nodiscard]] const Folder& device_folder() const;
    [[nodiscard]] std::uint16_t port() const;
    [[nodiscard]] std::unique_ptr<Running> start_at(
        const std::string& home, std::vector<std::string> words, bool nohup) const;

    Road road_;
    const Plans* plans_;
    Folder home_;
    Folder work_;
    std::string journal_;
    std::unique_ptr<Folder> faults_; ///< control file of the relay in front of a NETCONF server
    std::unique_ptr<Device> device_;
    std::unique_ptr<NetconfServer> server_;
    mutable std::string old_; ///< the old state, if it differs from the plan's
};

}

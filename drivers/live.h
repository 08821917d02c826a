// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/endpoint.h"
#include "models/text/result.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rocelint {

/// The device to connect to.
struct LiveTarget {
    /// Complete (ssh_config.h).
    Endpoint endpoint;
    /// The name under which the configuration is stored.
    std::string device;
    /// NETCONF where the platform supports it, else a command line.
    bool netconf = false;
    /// Must outlive the device; may be null.
    const CancelFlag* cancel = nullptr;
    /// Key of state_hash(), for Snapshot::hash.
    std::string state_key;
};

/// One file of a device's configuration, as `check` reads it.
struct CollectedFile {
    /// The name in the device's own folder, or, for a device
    /// with a single file, the name of that file: "leaf1.cfg".
    std::string name;
    /// Without volatile lines (clocks, counters, headers) and, once stored, without secrets.
    std::string text;
};

/// The configuration of a device.
struct Snapshot {
    std::vector<CollectedFile> files;
    /// state_hash() of the whole configuration, including what `files` may leave out, without volatile lines.
    /// If two hashes are equal, nothing has changed.
    std::string hash;
};

/// Identifies a device besides its configuration. A field is empty where the device does not report it.
struct Hardware {
    std::string serial; ///< of the chassis
    std::string mac; ///< base MAC address
};

/// Commands that a device applies as a whole or rolls back as a whole.
struct Transaction {
    /// The shortest limit of a device: NX-OS takes names of checkpoints of up to 32 characters (Cisco Nexus 5500
    /// Series NX-OS Security Command Reference, checkpoint) or 80, and sessions of EOS have been given names of 36
    /// (pyeapi, config sessions).
    static constexpr std::size_t longest_id = 32;
    /// At most longest_id characters of [a-z0-9-], the same for the whole life of the transaction and unique to it:
    /// names the session, checkpoint, file or unit on the device, so that it can be found again.
    std::string id;
    /// The ports that the transaction touches, under the device's names.
    std::vector<std::string> ports;
    bool disruptive = false; ///< the links of these ports may go down for a while
    std::string commands; ///< Commands::text
    std::string netconf; ///< Commands::netconf
    std::string persistent; ///< Commands::persistent
    /// Rolls the transaction back once it is in force, in the same languages (Driver::undo).
    std::string undo;
    std::string undo_netconf;
    std::string undo_persistent;
    /// Snapshot::hash of the configuration that the transaction changes; empty: unknown. abandon() deletes
    /// nothing that a rollback needs before it has read this hash again.
    std::string before{};
};

/// One counter of a port, under the device's name for it.
struct PortCounter {
    enum class Kind : std::uint8_t {
        drop,
        pause,
        flap, ///< number of times the link went down or came up
    };
    std::string port;
    std::string name; ///< "rx_prio3_discards"
    Kind kind = Kind::drop;
    std::uint64_t value = 0;
};

/// State of one port.
struct PortLink {
    std::string port;
    bool up = false;
    /// For a host: whether its RDMA port is ACTIVE. True where there is none.
    bool rdma = true;
};

/// State of a device's ports. Omits what the device cannot report.
struct Health {
    std::vector<PortLink> links;
    std::vector<PortCounter> counters;
    std::vector<std::string> unknown; ///< what could not be read, each a sentence
};

/// How long a device's own rollback may take once it has begun: it reads, compares and types whole configurations. No manual
/// states a time, so this is generous: too short a limit deletes a job that is at work, and too long a one only makes a push wait.
inline constexpr std::chrono::minutes longest_rollback{5};

/// Whose change is waiting for confirmation on a device.
enum class Pending : std::uint8_t {
    none,
    /// This transaction is in force, and the device rolls it back unless it is confirmed.
    ours,
    foreign, ///< another user's or program's
};

/// An open connection to one device, which reads and changes its platform. Used by one thread at a time;
/// prints nothing and throws nothing. Errors are those of the transports. `refused` means that the device
/// rejected the request, or that its state forbids it, and that the request had no effect.
///
/// The life of a transaction is check_ready, stage, commit, confirm, persist. From stage on, abandon() rolls
/// it back, whatever its state. commit, confirm, persist, abandon and pending also work on a new connection
/// after the old one was lost or our process was killed: everything they need is in the Transaction and on
/// the device.
///
/// Whatever happens to us between commit and confirm, the
/// device itself rolls the change back when the window ends.
class LiveDevice {
public:
    LiveDevice() = default;
    LiveDevice(const LiveDevice&) = delete;
    LiveDevice& operator=(const LiveDevice&) = delete;
    virtual ~LiveDevice() = default;

    /// Returns everything that Driver::read understands, and the hash of the whole configuration.
    [[nodiscard]] virtual Result<Snapshot> read() = 0;
    /// Returns the identity printed on the chassis. `refused` or empty where the device does not report it.
    [[nodiscard]] virtual Result<Hardware> hardware() { return Hardware{}; }
    /// Returns links and counters of these ports, or of every port the platform lists if `ports` is empty.
    /// Ports unknown to the device are listed in `unknown`.
    [[nodiscard]] virtual Result<Health> health(const std::vector<std::string>& ports) = 0;

    /// Runs one of Driver::counter_commands, which change nothing, and returns what it prints. `refused` if the device does
    /// not know the command.
    [[nodiscard]] virtual Result<std::string> show(const std::string& command)
    {
        return fail(ErrorKind::refused, "no command is run on this platform: " + command);
    }

    /// Returns `refused` with the reason if nothing may be pushed now: another user's commit is pending, a
    /// candidate holds changes, an updater runs, a commit would save by itself, the port carries this very
    /// connection, or a rollback is not possible. Changes nothing. Also called while a plan is made.
    [[nodiscard]] virtual Result<void> check_ready(const Transaction& transaction) = 0;
    /// Gives the commands to the device without putting them in force (a session, a candidate, a dry run).
    /// Returns the device's preview of the change, for display; empty where the device has none. `refused` if
    /// the device rejects a command: nothing is left behind.
    [[nodiscard]] virtual Result<std::string> stage(const Transaction& transaction) = 0;
    /// Returns what would be in force after commit(), as the device shows it
    /// (a session, a candidate) or as computed from the transaction (a
    /// patch). Call after stage(). Returns nothing where neither is possible.
    [[nodiscard]] virtual Result<std::optional<Snapshot>> staged() { return std::nullopt; }
    /// The shortest window in which this device can apply
    /// the transaction and roll it back, measured or known.
    [[nodiscard]] virtual std::chrono::seconds least_window(const Transaction& transaction) = 0;
    /// Puts the staged change in force, after making sure that the device will roll it back by itself after
    /// `window`. `refused`: nothing is in force. After any other error the state is unknown: see pending().
    [[nodiscard]] virtual Result<void> commit(const Transaction& transaction, std::chrono::seconds window)
        = 0;
    /// Compares the last read() with the expected state: the state read before commit() plus the staged
    /// change and nothing else, including what Snapshot::files leaves out. Returns the first difference,
    /// without secrets; nothing if there is none or the platform cannot compare. Sends nothing to the device.
    [[nodiscard]] virtual std::optional<std::string> unplanned() const { return std::nullopt; }
    /// Whose change the device currently holds unconfirmed.
    [[nodiscard]] virtual Result<Pending> pending(const Transaction& transaction) = 0;
    /// Keeps the change: stops the timer and reads back that it stopped. `refused` if the change was already
    /// rolled back. The change does not survive a reboot yet.
    [[nodiscard]] virtual Result<void> confirm(const Transaction& transaction) = 0;
    /// Makes the confirmed change survive a reboot, and reads back that it does.
    [[nodiscard]] virtual Result<void> persist(const Transaction& transaction) = 0;
    /// Makes sure that a reboot loads the configuration in force: saves it again if someone saved a
    /// transaction that was rolled back later. Does nothing on a device whose saved configuration is the one
    /// in force.
    [[nodiscard]] virtual Result<void> save_again() { return {}; }
    /// Rolls back a transaction that is not confirmed: ends the session, discards the candidate, rolls back
    /// now, and cleans up what is left. Having nothing to do is not an error. Returns how long the device may
    /// still need until its own rollback is complete: 0 if it is complete. A rollback that is in progress is
    /// left alone.
    [[nodiscard]] virtual Result<std::chrono::seconds> abandon(const Transaction& transaction) = 0;
};

}

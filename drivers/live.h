// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/endpoint.h"
#include "models/text/result.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rocelint {

/// A device that is to be reached.
struct LiveTarget {
    Endpoint endpoint; ///< complete (ssh_config.h)
    std::string device; ///< the name by which its configuration is stored
    /// NETCONF where the platform speaks it, else a command line.
    bool netconf = false;
    const CancelFlag* cancel = nullptr; ///< lives longer than the device; may be null
    std::string state_key; ///< of state_hash() for Snapshot::hash
};

/// One file of a device's configuration, as `check` reads it.
struct CollectedFile {
    std::string
        name; ///< in the device's own folder, or, of a device with a single file, the file: "leaf1.cfg"
    std::string
        text; ///< without volatile lines (clocks, counters, headers) and, once stored, without secrets
};

/// What a device is configured to do.
struct Snapshot {
    std::vector<CollectedFile> files;
    /// state_hash() of the whole configuration, with what `files` may leave out and without volatile lines. Equal hashes:
    /// nobody changed anything.
    std::string hash;
};

/// What a device can be known again by besides its configuration. Empty: it does not tell.
struct Hardware {
    std::string serial; ///< of the chassis
    std::string mac; ///< the base address
};

/// One thing that a device is asked to do as a whole: it takes effect as a whole, or is taken back as a whole.
struct Transaction {
    /// A word of [a-z0-9-], at most 24 characters, equal for the whole life of the transaction and unlike that of any
    /// other: names the session, checkpoint, file or unit on the device by which it can be found again.
    std::string id;
    std::vector<std::string> ports; ///< those that it touches, as the device calls them
    bool disruptive = false; ///< their links may go down for a while
    std::string commands; ///< Commands::text
    std::string netconf; ///< Commands::netconf
    std::string persistent; ///< Commands::persistent
    /// What takes it back once it is in force, in the same languages (Driver::undo).
    std::string undo;
    std::string undo_netconf;
    std::string undo_persistent;
};

/// One counter of a port, by the device's own name.
struct PortCounter {
    enum class Kind : std::uint8_t {
        drop,
        pause,
        flap, ///< how often the link went down or came up
    };
    std::string port;
    std::string name; ///< "rx_prio3_discards"
    Kind kind = Kind::drop;
    std::uint64_t value = 0;
};

/// How one port is.
struct PortLink {
    std::string port;
    bool up = false;
    bool rdma = true; ///< of a host: its RDMA port is ACTIVE. True where there is none.
};

/// How a device's ports are. What the device cannot tell is not in it.
struct Health {
    std::vector<PortLink> links;
    std::vector<PortCounter> counters;
    std::vector<std::string> unknown; ///< what could not be read, each a sentence
};

/// What a device waits for.
enum class Pending : std::uint8_t {
    none,
    ours, ///< this transaction is in force and will be taken back unless it is confirmed
    foreign, ///< somebody else's
};

/// An open connection to one device: how its platform is read and changed. Used by one thread at a time; prints nothing,
/// throws nothing. Errors are those of the transports; `refused` means that the device said no, or that it is in a state
/// in which we must not go on, and that what was asked for did not happen.
///
/// The life of a transaction is check_ready, stage, commit, confirm, persist. From stage on abandon() takes it back,
/// whatever state it is in. Each of commit, confirm, persist, abandon and pending works on a new connection too, where the
/// old one was lost or our process was killed: what is needed for that is in the Transaction and on the device.
///
/// Whatever happens to us between commit and confirm, the device takes the change back by itself when the window is over.
class LiveDevice {
public:
    LiveDevice() = default;
    LiveDevice(const LiveDevice&) = delete;
    LiveDevice& operator=(const LiveDevice&) = delete;
    virtual ~LiveDevice() = default;

    /// Everything that Driver::read understands, and the hash of all of it.
    [[nodiscard]] virtual Result<Snapshot> read() = 0;
    /// What is printed on the box. `refused`, or nothing, where the device does not tell.
    [[nodiscard]] virtual Result<Hardware> hardware() { return Hardware{}; }
    /// Links and counters of these ports; of all that the platform lists where `ports` is empty. A port that the device
    /// does not know is in `unknown`.
    [[nodiscard]] virtual Result<Health> health(const std::vector<std::string>& ports) = 0;

    /// `refused` with the reason where nothing may be pushed now: somebody's commit waits, a candidate holds changes, an
    /// updater runs, a commit would save by itself, the port carries this very connection, there is no way back. Changes
    /// nothing. Also asked while a plan is made.
    [[nodiscard]] virtual Result<void> check_ready(const Transaction& transaction) = 0;
    /// Gives the commands to the device without effect (a session, a candidate, a dry run), and what the device says would
    /// change, for people; empty where it cannot tell. `refused` where it takes one of them not: nothing is left behind.
    [[nodiscard]] virtual Result<std::string> stage(const Transaction& transaction) = 0;
    /// What would be in force after commit(), in the device's own words (a session, a candidate) or by the language of the
    /// transaction (a patch). To be asked after stage(). Nothing where neither is to be had.
    [[nodiscard]] virtual Result<std::optional<Snapshot>> staged() { return std::nullopt; }
    /// The shortest window in which this device can apply the transaction and take it back, measured or known.
    [[nodiscard]] virtual std::chrono::seconds least_window(const Transaction& transaction) = 0;
    /// Puts what was staged in force. Before it does, it is sure that the device will take it back by itself after `window`.
    /// `refused`: nothing is in force. After any other error that is unknown: see pending().
    [[nodiscard]] virtual Result<void> commit(const Transaction& transaction, std::chrono::seconds window)
        = 0;
    /// Holds what read() saw last against what it ought to have seen: what it saw before commit(), with what was staged and
    /// nothing else, also in what Snapshot::files leave out. The first difference, without secrets; nothing where there is
    /// none, or where the platform cannot tell. Asks nothing of the device.
    [[nodiscard]] virtual std::optional<std::string> unplanned() const { return std::nullopt; }
    /// What the device waits for now.
    [[nodiscard]] virtual Result<Pending> pending(const Transaction& transaction) = 0;
    /// Keeps the change: stops the timer, and reads back that it is stopped. `refused` where the change has been taken back
    /// already. Nothing survives a reboot yet.
    [[nodiscard]] virtual Result<void> confirm(const Transaction& transaction) = 0;
    /// Makes the confirmed change survive a reboot, and reads back that it does.
    [[nodiscard]] virtual Result<void> persist(const Transaction& transaction) = 0;
    /// Makes sure that what is in force is what a reboot brings: where somebody saved a transaction that was then taken back,
    /// what is in force is saved. Nothing to do where a device has no saved configuration beside the one in force.
    [[nodiscard]] virtual Result<void> save_again() { return {}; }
    /// Takes a transaction back that is not confirmed: ends the session, discards the candidate, rolls back now. What is
    /// there to clean up is cleaned up; nothing to do is no error. Gives how long the device may still need until it has
    /// taken everything back by itself: 0 where that is done.
    [[nodiscard]] virtual Result<std::chrono::seconds> abandon(const Transaction& transaction) = 0;
};

}

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"
#include "models/text/source.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace rocelint::push {

/// What happened to one step of one device, in the order of a successful step, followed by the other
/// outcomes.
enum class Event : std::uint8_t {
    preparing, ///< written before anything of the step is put on the device
    committing, ///< written before the device is asked to put the change in force
    committed, ///< in force; rolled back unless confirmed
    confirming, ///< read back and found good; written before the device is asked to keep it
    confirmed,
    persisting, ///< written before the step is made to survive a reboot
    done, ///< in force, kept, and survives a reboot
    taking_back, ///< written before the device is asked to roll back
    taken_back, ///< read back: the device is as it was before
    refused, ///< The device refused, or was not in the state of the plan: nothing was ever in force.
    not_saved, ///< in force and kept, but a reboot would undo it
    unknown, ///< Could not be determined; the device rolls back by itself unless the step was confirmed.
    found_bad, ///< In force, but not as planned or not good for the device: it is not pushed again.
};
[[nodiscard]] const char* name_of(Event event);

/// One line of a journal.
struct Entry {
    std::string time; ///< UTC, ISO 8601 with milliseconds
    std::string device;
    std::uint32_t step = 0; ///< index in PlanDevice::steps
    Event event = Event::committing;
    std::string before; ///< hash of the device's state before the step
    std::string after; ///< hash after the step, once it was read back
    std::string note; ///< for people
};

/// What a journal belongs to.
struct JournalHead {
    std::string plan; ///< path of the copy of the plan next to the journal
    std::string plan_hash; ///< SHA-256 of its text
    std::string inventory;
    bool rollback = false; ///< the steps' undo was applied, in the opposite order
    std::string undone; ///< rollback only: the journal whose steps it rolls back
    std::string files; ///< Path of the plan that was pushed; its folder of configurations is next to it.
    std::uint32_t window = 0; ///< seconds until a device rolls back what is not confirmed
    std::string run; ///< Four hexadecimal digits, different for each push; part of the names left on devices.
    std::string author; ///< who began it: "anna@host"
    std::string comment; ///< the author's comment; may be empty
};

/// An append-only file of JSON lines. An entry is on disk (fsync) when append() returns. Thread-safe.
class Journal {
public:
    /// Creates a new journal. Fails with `usage` if the file exists; if its first line cannot be written, the
    /// file is deleted.
    [[nodiscard]] static Result<std::unique_ptr<Journal>> create(
        const std::string& path, const JournalHead& head);
    /// Opens a journal to continue it. An incomplete last line (a write that a crash cut off) is removed.
    /// Fails with `invalid` for a file that is not a journal, and leaves it unchanged.
    [[nodiscard]] static Result<std::unique_ptr<Journal>> open(const std::string& path);
    ~Journal();
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    /// Records that this push is being rolled back, with the journal of the rollback; it can no longer be
    /// resumed.
    [[nodiscard]] Result<void> append_undoing(const std::string& rollback_journal);
    /// Writes one line, and fills in `time`. After a failure, the file is as it was, and every further append
    /// fails too.
    [[nodiscard]] Result<void> append(Entry entry);
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    Journal(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) { }
    [[nodiscard]] Result<void> write_line(std::string line);
    std::string path_;
    int descriptor_ = -1;
    std::mutex mutex_;
    bool failed_ = false;
};

/// A journal, after reading.
struct JournalText {
    JournalHead head;
    std::vector<Entry> entries; ///< in the order of the file
    std::string undoing; ///< the journal of this push's rollback; empty: none was begun
    /// The last entry of this step; no value if it has not begun.
    [[nodiscard]] std::optional<Entry> last(std::string_view device, std::uint32_t step) const;
    /// Why a step was once found bad; empty if it never was.
    [[nodiscard]] std::string found_bad(std::string_view device, std::uint32_t step) const;
    /// Whether the last try of this step was found good, so that the device may have been asked to keep it.
    [[nodiscard]] bool may_be_kept(std::string_view device, std::uint32_t step) const;
};

/// Reads a journal. An incomplete last line is not an error, since a crash may have cut it off.
[[nodiscard]] Result<JournalText> read_journal(const std::string& path);
/// Reads a journal from a file that was read already.
[[nodiscard]] Result<JournalText> read_journal(const Source& whole);

/// Makes a written file survive a crash of the machine; used for the plan, without which a journal is
/// useless.
[[nodiscard]] Result<void> keep_on_disk(const std::string& path);

/// Hours since a time that utc_now() wrote; no value for a text in another format.
[[nodiscard]] std::optional<double> hours_since(const std::string& moment);
/// The current time in the format of the journal.
[[nodiscard]] std::string utc_now();

}

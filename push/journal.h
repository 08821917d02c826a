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

/// What happened to one step of one device. The order is that of a step that succeeds, then the ways out.
enum class Event : std::uint8_t {
    preparing, ///< written before anything of it is put on the device
    committing, ///< written before the device is told to put the change in force
    committed, ///< it is in force, and will be taken back unless it is confirmed
    confirming, ///< read back and found good; written before the device is told to keep it
    confirmed,
    persisting, ///< written before it is made to survive a reboot
    done, ///< in force, kept, and survives a reboot
    taking_back, ///< written before the device is told to take it back
    taken_back, ///< read back: the device is as it was before
    refused, ///< the device said no, or was not as the plan has it: nothing was in force at any time
    not_saved, ///< in force and kept, but a reboot would undo it
    unknown, ///< we could not find out; the device takes it back by itself unless it was confirmed
    found_bad, ///< in force, and not what was planned or not good for the device: it is not pushed again
};
[[nodiscard]] const char* name_of(Event event);

/// One line of a journal.
struct Entry {
    std::string time; ///< UTC, ISO 8601 with milliseconds
    std::string device;
    std::uint32_t step = 0; ///< index in PlanDevice::steps
    Event event = Event::committing;
    std::string before; ///< hash of the device's state before the step
    std::string after; ///< hash after it, once it was read back
    std::string note; ///< for people
};

/// What a journal is about.
struct JournalHead {
    std::string plan; ///< path of the copy of the plan that lies beside the journal
    std::string plan_hash; ///< SHA-256 of its text
    std::string inventory;
    bool rollback = false; ///< the steps' undo was applied, in the opposite order
    std::string undone; ///< of a rollback: the journal whose steps it takes back
    std::string files; ///< path of the plan that was pushed: its folder of configurations lies beside it
    std::uint32_t window = 0; ///< seconds until a device takes back what is not confirmed
    std::string run; ///< four hexadecimal digits, different for each push: part of the names left on devices
    std::string author; ///< who began it: "anna@host"
    std::string comment; ///< what they said about it; may be empty
};

/// An append-only file of JSON lines. Every entry is on disk (fsync) when append() has returned. Can be used by several
/// threads.
class Journal {
public:
    /// Makes a new journal. `usage` where the file is there; where its first line cannot be written it is not left.
    [[nodiscard]] static Result<std::unique_ptr<Journal>> create(
        const std::string& path, const JournalHead& head);
    /// Opens one to go on; what is after its last whole line (a write that a crash cut off) is dropped. A file that is no
    /// journal stays as it is: `invalid`.
    [[nodiscard]] static Result<std::unique_ptr<Journal>> open(const std::string& path);
    ~Journal();
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    /// Writes that this push is being rolled back, under that journal: it is not gone on with any more.
    [[nodiscard]] Result<void> append_undoing(const std::string& rollback_journal);
    /// Writes one line. `time` is filled in. After a failure the file is as it was, and every further append fails too.
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

/// A journal, read.
struct JournalText {
    JournalHead head;
    std::vector<Entry> entries; ///< in order
    std::string undoing; ///< the journal of the rollback that was begun of this push; empty: none was
    /// The last entry of this step, or nothing where it has not begun.
    [[nodiscard]] std::optional<Entry> last(std::string_view device, std::uint32_t step) const;
    /// Why a step was once found bad; empty where it never was.
    [[nodiscard]] std::string found_bad(std::string_view device, std::uint32_t step) const;
    /// Whether its last try had been found good, so that the device may have been told to keep it.
    [[nodiscard]] bool may_be_kept(std::string_view device, std::uint32_t step) const;
};

/// Reads a journal. An incomplete last line is not an error: a crash may have cut it off.
[[nodiscard]] Result<JournalText> read_journal(const std::string& path);
/// The same of a file that was read already.
[[nodiscard]] Result<JournalText> read_journal(const Source& whole);

/// Makes a file that was written survive a crash of the machine: a journal is of no use without its plan.
[[nodiscard]] Result<void> keep_on_disk(const std::string& path);

/// Hours since a moment that utc_now() wrote; nothing for a text of another form.
[[nodiscard]] std::optional<double> hours_since(const std::string& moment);
/// Now, as the journal writes it.
[[nodiscard]] std::string utc_now();

}

// SPDX-License-Identifier: Apache-2.0
// Entries lie together in packs, one for each run that found anything new: a file for each of them would cost a small host
// more than to read it anew.
#pragma once

#include "models/text/digest.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::workspace {

/// Where an entry of a pack lies.
struct PackRow {
    Digest key{};
    Digest digest{}; ///< of key and content
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
};

/// An open file; closed with its owner.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int descriptor) : descriptor_(descriptor) { }
    ~Descriptor() { close(); }
    Descriptor(Descriptor&& other) noexcept : descriptor_(other.descriptor_) { other.descriptor_ = -1; }
    Descriptor& operator=(Descriptor&& other) noexcept;
    [[nodiscard]] int get() const { return descriptor_; }
    [[nodiscard]] bool valid() const { return descriptor_ >= 0; }
    /// Whether all that was written has arrived.
    bool close();

private:
    int descriptor_ = -1;
};

/// A pack that was there when the run began.
///
/// The file: the contents, a row of 80 bytes for each, then how many rows there are, their digest, and a word that says what
/// the file is. Numbers are of 8 bytes, the lowest first.
struct Pack {
    std::string name;
    Descriptor file;
    std::uint64_t bytes = 0; ///< size of the file
    std::int64_t used_at = 0; ///< in seconds since 1970
    std::vector<PackRow> rows;
};

/// "0000000000000000-0000000000000000.pack": by time, so that of two the later comes behind the earlier.
[[nodiscard]] std::string pack_name(std::uint64_t time, std::uint64_t run);
[[nodiscard]] bool is_pack_name(std::string_view name);
/// The name of a pack that is being written, and of one whose run was ended.
[[nodiscard]] std::string unfinished_name(const std::string& pack);
[[nodiscard]] bool is_unfinished_name(std::string_view name);

/// Reads the rows of a pack of a folder. Why that is not possible, or null.
[[nodiscard]] const char* open_pack(int folder, std::string name, Pack& pack);
/// Reads one entry. Why it cannot be used, or null.
[[nodiscard]] const char* read_entry(const Pack& pack, const PackRow& row, std::string& content);

/// Writes a new pack beside its place. Every function tells whether it worked, and leaves errno if not.
class PackWriter {
public:
    /// `name` is what the file is called in the end.
    [[nodiscard]] bool open(int folder, std::string name);
    [[nodiscard]] bool is_open() const { return file_.valid(); }
    [[nodiscard]] bool add(const Digest& key, std::string_view content);
    /// Copies an entry, right or wrong.
    [[nodiscard]] bool add(const PackRow& row, std::string_view content);
    /// Puts the file in its place.
    [[nodiscard]] bool finish();
    /// Takes away what was written.
    void give_up();
    [[nodiscard]] std::uint64_t bytes() const { return offset_; }

private:
    [[nodiscard]] bool flush();

    int folder_ = -1;
    std::string name_;
    Descriptor file_;
    std::string buffer_;
    std::uint64_t offset_ = 0;
    std::vector<PackRow> rows_;
};

}

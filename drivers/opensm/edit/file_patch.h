// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::opensm {

/// Lines at one place of a file, and the lines that replace them. Each line has its line feed, except the
/// last line of a file that does not end with one.
struct Hunk {
    std::uint32_t line = 0; ///< in the old file, from 0: where `removed` begins, or before which `added` goes
    std::vector<std::string> removed;
    std::vector<std::string> added;
};

/// The changes of one file of a subnet manager.
struct FilePatch {
    std::string name; ///< as collected
    bool created = false; ///< the file did not exist
    bool deleted = false; ///< the file is deleted
    std::vector<Hunk> hunks; ///< in ascending order
};

/// An option, and its value in opensm once its files are in place.
struct MeantOption {
    std::string name;
    std::string value; ///< as `opensm -c` writes it; empty: unknown
};

/// The form in which a change is sent to a subnet manager: a diff without context (lines next to the changed
/// ones may hold keys), how opensm must understand the result, and how it is made to read its files again.
struct ManagerPatch {
    bool restart = false; ///< its service is restarted; otherwise it gets SIGHUP
    std::vector<MeantOption> meant;
    std::vector<FilePatch> files;
};

/// Returns the patch that turns `before` into `after`, which are texts of the file `name`.
[[nodiscard]] FilePatch patch_between(std::string_view name, std::string_view before, std::string_view after);
[[nodiscard]] std::string write_patch(const ManagerPatch& patch);
/// Parses a text written by write_patch(); nothing for any other text.
[[nodiscard]] std::optional<ManagerPatch> read_patch(std::string_view text);
/// Returns the file with the patch applied. Nothing if a removed line is not there exactly.
[[nodiscard]] std::optional<std::string> apply_patch(std::string_view text, const FilePatch& patch);

}

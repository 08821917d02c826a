// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::opensm {

/// Lines of one place of a file that others take the place of. Each line has its line feed, but for the last one of a file
/// without one at its end.
struct Hunk {
    std::uint32_t line = 0; ///< of the old file, from 0: where `removed` begins, or what `added` goes before
    std::vector<std::string> removed;
    std::vector<std::string> added;
};

/// What becomes of one file of a subnet manager.
struct FilePatch {
    std::string name; ///< as it was collected
    bool created = false; ///< it was not there
    bool deleted = false; ///< it goes
    std::vector<Hunk> hunks; ///< in ascending order
};

/// An option, and what opensm runs with once its files are in place.
struct MeantOption {
    std::string name;
    std::string value; ///< as `opensm -c` writes it; empty: nobody can know
};

/// The language in which a subnet manager is told of a change: a diff without context, since lines beside those that change
/// may hold keys, with what opensm has to make of it and how it is made to read its files again.
struct ManagerPatch {
    bool restart = false; ///< its service is restarted; else SIGHUP
    std::vector<MeantOption> meant;
    std::vector<FilePatch> files;
};

/// How `before` becomes `after`, which are texts of the file `name`.
[[nodiscard]] FilePatch patch_between(std::string_view name, std::string_view before, std::string_view after);
[[nodiscard]] std::string write_patch(const ManagerPatch& patch);
/// Nothing where the text is none of write_patch().
[[nodiscard]] std::optional<ManagerPatch> read_patch(std::string_view text);
/// The file with the patch applied. Nothing where a line that goes is not there, letter by letter.
[[nodiscard]] std::optional<std::string> apply_patch(std::string_view text, const FilePatch& patch);

}

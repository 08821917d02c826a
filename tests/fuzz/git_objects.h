// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::fuzz {

/// An entry of a tree object. Its name may be anything without a NUL.
struct TreeEntry {
    std::string mode; ///< as in the object: "100644", "40000"
    std::string name;
    std::string id; ///< in hexadecimal digits
};

/// A git repository whose objects are written without git's checks.
class GitObjects {
public:
    /// Makes an empty repository with a working tree at this path.
    explicit GitObjects(std::string path);

    /// Writes an object ("blob", "tree") and returns its id.
    std::string write(std::string_view type, std::string_view content);
    /// Writes a tree of these entries, in git's order.
    std::string write_tree(std::vector<TreeEntry> entries);

private:
    std::string path_;
};

}

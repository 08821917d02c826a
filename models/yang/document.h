// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/span.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::yang {

/// The kinds of fault that a module finds in a document.
enum class Fault : std::uint8_t {
    value, ///< a leaf does not accept this value
    dangling, ///< a reference to something that does not exist
    repeated, ///< two entries of a list share a value that must be unique
    missing, ///< something mandatory is missing
    broken_must, ///< a `must` condition does not hold
    other,
};

/// One contradiction between a document and its module.
struct Violation {
    Fault fault = Fault::other;
    Span at; ///< source of the entry or value at fault
    std::string value; ///< value of the leaf, if the fault is in a leaf
    std::string name; ///< name of the leaf or list
    std::string message; ///< the module's own message, else the validator's
};

/// A data tree of one of this program's YANG modules, built entry by entry. Every entry remembers its source
/// Span, so that validation errors have a place. Prints nothing; modules never load other modules.
class Document {
public:
    /// An entry of the tree; null if it could not be created.
    struct Entry {
        void* node = nullptr;
    };

    /// `module_name` is a module in this folder that is compiled in; `top` is its only top-level container.
    Document(std::string_view module_name, std::string_view top);
    ~Document();
    Document(const Document&) = delete;
    Document& operator=(const Document&) = delete;

    [[nodiscard]] Entry top() const;
    [[nodiscard]] Entry add_container(Entry parent, const char* name, Span at);
    /// Adds an entry to a list with one or two keys, in the order of the module.
    [[nodiscard]] Entry add_entry(Entry parent, const char* list, const std::string& key, Span at);
    [[nodiscard]] Entry add_entry(
        Entry parent, const char* list, const std::string& key, const std::string& second_key, Span at);
    void add_leaf(Entry parent, const char* name, const std::string& value, Span at);

    /// The first contradiction in tree order: a value that a leaf did not accept, else the first one that
    /// validation finds.
    [[nodiscard]] std::optional<Violation> validate();

private:
    struct Tree;
    std::unique_ptr<Tree> tree_;
};

}

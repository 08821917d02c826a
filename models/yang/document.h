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

/// What a module says against a document.
enum class Fault : std::uint8_t {
    value, ///< a leaf does not take this value
    dangling, ///< a reference leads to nothing
    repeated, ///< two entries of a list share what must be unique
    missing, ///< something mandatory is not there
    broken_must, ///< a condition does not hold
    other,
};

/// One contradiction between a document and its module.
struct Violation {
    Fault fault = Fault::other;
    Span at; ///< of the entry or value that it was made from
    std::string value; ///< of the leaf, where it is one
    std::string name; ///< of the leaf or list
    std::string message; ///< the module's own sentence, else the validator's
};

/// A data tree of one of our own YANG modules, built entry by entry. Every entry remembers the Span that it was made
/// from, so that what validation says against it has a place. Nothing is printed; modules never load others.
class Document {
public:
    /// An entry of the tree; null for one that could not be made.
    struct Entry {
        void* node = nullptr;
    };

    /// `module_name` is a module of this folder, compiled in; `top` its only top-level container.
    Document(std::string_view module_name, std::string_view top);
    ~Document();
    Document(const Document&) = delete;
    Document& operator=(const Document&) = delete;

    [[nodiscard]] Entry top() const;
    [[nodiscard]] Entry add_container(Entry parent, const char* name, Span at);
    /// An entry of a list with one or two keys, in the order of the module.
    [[nodiscard]] Entry add_entry(Entry parent, const char* list, const std::string& key, Span at);
    [[nodiscard]] Entry add_entry(
        Entry parent, const char* list, const std::string& key, const std::string& second_key, Span at);
    void add_leaf(Entry parent, const char* name, const std::string& value, Span at);

    /// The first contradiction in the order of the tree: a value that a leaf did not take, else what validation finds.
    [[nodiscard]] std::optional<Violation> validate();

private:
    struct Tree;
    std::unique_ptr<Tree> tree_;
};

}

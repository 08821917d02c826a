// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree_builder.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::push::ini {

/// A word of the file, with quotes and escapes taken away, and where it stands.
struct Word {
    std::string text;
    Span at;
};
/// By name; those later in the file win.
using Variables = std::map<std::string, Word>;

/// A host of a group, as one line states it.
struct Host {
    Word name;
    Variables variables;
};
/// All that the sections of one group state.
struct Group {
    Word name;
    bool declared = false; ///< by a section of hosts or of children
    bool is_child = false;
    std::vector<Host> hosts;
    Variables variables;
    std::vector<Word> children;
};

/// Reads an inventory in INI: its lines into groups in inventory_ini.cpp, the groups into a tree in inventory_ini_tree.cpp.
class IniReader {
public:
    /// `source` must outlive the tree.
    explicit IniReader(const Source& source) : source_(source), builder_(source) { }

    /// The tree that the same inventory in YAML has.
    Tree run();

private:
    enum class Kind { hosts, variables, children };
    void wrong(Span at, const std::string& message);
    Group& group(const Word& name);
    void read_line(std::string_view line);
    static bool is_section(std::string_view line);
    void read_section(std::string_view line);
    std::optional<std::vector<Word>> words_of(std::string_view line);
    static std::optional<std::size_t> find_port(std::string_view name);
    void read_host(std::string_view line);
    void read_variable(std::string_view line);
    void read_child(std::string_view line);
    void check_groups();
    Node* make(Node::Kind kind, std::string_view key, Span at);

    void open(std::string_view key, Span at) { builder_.open(make(Node::Kind::object, key, at)); }

    void put(const Variables& variables);
    void put_hosts(const std::vector<const Group*>& of, Span at);
    void put_group(const Group& one);
    static bool is_empty(const Group& one);
    void move_grouped(Group& ungrouped, Group& all);
    void build();
    bool is_below_top(const Group& wanted);

    const Source& source_;
    TreeBuilder builder_;
    std::map<std::string, Group, std::less<>> groups_;
    std::vector<Group*> order_; ///< as they first appear
    Group* section_ = nullptr;
    Kind kind_ = Kind::hosts;
    std::set<const Group*> around_; ///< the groups that are being written
    std::set<const Group*> below_top_;
    std::size_t put_ = 0;
    bool failed_ = false;
};

}

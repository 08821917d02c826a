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

/// A word of the file, without quotes and escapes, and its place.
struct Word {
    std::string text;
    Span at;
};
/// By name; later definitions in the file win.
using Variables = std::map<std::string, Word>;

/// A host of a group, as one line defines it.
struct Host {
    Word name;
    Variables variables;
};
/// Everything that the sections of one group define.
struct Group {
    Word name;
    bool declared = false; ///< by a section of hosts or of children
    bool is_child = false;
    std::vector<Host> hosts;
    Variables variables;
    std::vector<Word> children;
};

/// Reads an inventory in INI: inventory_ini.cpp reads the lines into groups, inventory_ini_tree.cpp turns the
/// groups into a tree.
class IniReader {
public:
    /// `source` must outlive the tree.
    explicit IniReader(const Source& source) : source_(source), builder_(source) { }

    /// Returns the tree that the same inventory in YAML would have.
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
    std::vector<Group*> order_; ///< in the order of their first appearance
    Group* section_ = nullptr;
    Kind kind_ = Kind::hosts;
    std::set<const Group*> around_; ///< the groups that enclose the one being written
    std::set<const Group*> below_top_;
    std::size_t put_ = 0;
    bool failed_ = false;
};

}

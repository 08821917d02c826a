// SPDX-License-Identifier: Apache-2.0
// Libraries for INI know keys and values. Ansible's lines of hosts are neither: they are words as a shell splits them.
#include "push/inventory_ini.h"

#include "models/syntax/tree_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace rocelint::push {
namespace ini {
namespace {

constexpr std::string_view blanks = " \t\r";

std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(blanks);
    return first == std::string_view::npos ? text.substr(0, 0)
                                           : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// A word of the file, with quotes and escapes taken away, and where it stands.
struct Word {
    std::string text;
    Span at;
};
using Variables = std::map<std::string, Word>;

struct Host {
    Word name;
    Variables variables;
};
struct Group {
    Word name;
    bool declared = false; ///< by a section of hosts or of children
    bool is_child = false;
    std::vector<Host> hosts;
    Variables variables;
    std::vector<Word> children;
};

class IniReader {
public:
    explicit IniReader(const Source& source) : source_(source), builder_(source) { }

    Tree run()
    {
        section_ = &group(Word{"ungrouped", {source_.id(), 0, 0}});
        section_->declared = true;
        std::string_view rest = source_.text();
        while (!rest.empty() && !failed_) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            read_line(trimmed(rest.substr(0, end)));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        if (!failed_)
            check_groups();
        if (!failed_)
            build();
        return builder_.finish();
    }

private:
    enum class Kind { hosts, variables, children };

    void wrong(Span at, const std::string& message)
    {
        if (!failed_)
            builder_.problem(SyntaxProblem::Severity::error, at, message);
        failed_ = true;
    }

    Group& group(const Word& name)
    {
        const auto [place, is_new] = groups_.try_emplace(name.text);
        if (is_new) {
            place->second.name = name;
            order_.push_back(&place->second);
        }
        return place->second;
    }

    void read_line(std::string_view line)
    {
        if (line.empty() || line.front() == '#' || line.front() == ';')
            return;
        if (line.front() == '[' && is_section(line))
            read_section(line);
        else if (kind_ == Kind::hosts)
            read_host(line);
        else if (kind_ == Kind::variables)
            read_variable(line);
        else
            read_child(line);
    }

    // A host may begin with a range of letters, but there something follows it.
    static bool is_section(std::string_view line)
    {
        const std::size_t close = line.find(']');
        if (close == std::string_view::npos)
            return true;
        const std::string_view rest = trimmed(line.substr(close + 1));
        return rest.empty() || rest.front() == '#' || rest.front() == ';';
    }

    void read_section(std::string_view line)
    {
        const std::size_t close = line.find(']');
        const std::string_view inner
            = close == std::string_view::npos ? std::string_view{} : line.substr(1, close - 1);
        const std::size_t colon = inner.find(':');
        const std::string_view name = inner.substr(0, colon);
        const std::string_view kind
            = colon == std::string_view::npos ? std::string_view("hosts") : inner.substr(colon + 1);
        const Span at = source_.span_of(line);
        if (name.empty() || (kind != "hosts" && kind != "vars" && kind != "children")) {
            wrong(at,
                fmt::format("'{}' is not a section; write [group], [group:vars] or [group:children]", line));
            return;
        }
        kind_ = kind == "vars" ? Kind::variables : kind == "children" ? Kind::children : Kind::hosts;
        section_ = &group(Word{std::string(name), source_.span_of(name)});
        section_->declared = section_->declared || kind_ != Kind::variables;
    }

    // As a shell splits words. Ends at a comment.
    std::optional<std::vector<Word>> words_of(std::string_view line)
    {
        std::vector<Word> words;
        std::size_t at = 0;
        while (true) {
            at = std::min(line.find_first_not_of(blanks, at), line.size());
            if (at == line.size() || line[at] == '#')
                return words;
            const std::size_t first = at;
            std::string text;
            char quote = 0;
            for (; at < line.size() && (quote != 0 || blanks.find(line[at]) == std::string_view::npos);
                 ++at) {
                if (quote == 0 && (line[at] == '\'' || line[at] == '"'))
                    quote = line[at];
                else if (quote != 0 && line[at] == quote)
                    quote = 0;
                else if (line[at] == '\\' && quote != '\'' && at + 1 < line.size())
                    text += line[++at];
                else
                    text += line[at];
            }
            const Span place = source_.span_of(line.substr(first, at - first));
            if (quote != 0) {
                wrong(place, "a quote is not closed");
                return std::nullopt;
            }
            words.push_back({std::move(text), place});
        }
    }

    // "name:22"
    static std::optional<std::size_t> find_port(std::string_view name)
    {
        const std::size_t colon = name.rfind(':');
        const std::size_t close = name.rfind(']');
        const bool in_range
            = close != std::string_view::npos && colon != std::string_view::npos && colon < close;
        if (colon == std::string_view::npos || in_range || colon == 0 || colon + 1 == name.size()
            || (close == std::string_view::npos && name.find(':') != colon))
            return std::nullopt;
        const bool digits
            = std::ranges::all_of(name.substr(colon + 1), [](char c) { return c >= '0' && c <= '9'; });
        return digits ? std::optional(colon) : std::nullopt;
    }

    void read_host(std::string_view line)
    {
        auto words = words_of(line);
        if (!words || words->empty())
            return;
        Host host{words->front(), {}};
        if (const auto colon = find_port(host.name.text)) {
            host.variables["ansible_port"] = {host.name.text.substr(*colon + 1), host.name.at};
            host.name.text.resize(*colon);
        }
        for (std::size_t index = 1; index < words->size(); ++index) {
            const Word& word = (*words)[index];
            const std::size_t equals = word.text.find('=');
            if (equals == std::string::npos || equals == 0) {
                wrong(word.at,
                    "after the name of a host stand variables: NAME=VALUE, in quotes where there are blanks in them");
                return;
            }
            host.variables[word.text.substr(0, equals)] = {word.text.substr(equals + 1), word.at};
        }
        section_->hosts.push_back(std::move(host));
    }

    void read_variable(std::string_view line)
    {
        const std::size_t equals = line.find('=');
        const std::string_view name = trimmed(line.substr(0, equals));
        if (equals == std::string_view::npos || name.empty()) {
            wrong(source_.span_of(line), "a variable is written NAME=VALUE");
            return;
        }
        std::string_view value = trimmed(line.substr(equals + 1));
        if (value.size() >= 2 && (value.front() == '"' || value.front() == '\'')
            && value.back() == value.front())
            value = value.substr(1, value.size() - 2);
        section_->variables[std::string(name)] = {std::string(value), source_.span_of(line)};
    }

    void read_child(std::string_view line)
    {
        const auto words = words_of(line);
        if (!words || words->empty())
            return;
        if (words->size() > 1) {
            wrong((*words)[1].at, "one group stands on a line");
            return;
        }
        section_->children.push_back(words->front());
    }

    void check_groups()
    {
        for (const Group* one : order_) {
            if (!one->declared && one->name.text != "all")
                wrong(one->name.at,
                    fmt::format("variables of a group that is not there: '{}'", one->name.text));
            for (const Word& child : one->children) {
                const auto found = groups_.find(child.text);
                if (found == groups_.end() || !found->second.declared) {
                    wrong(child.at, fmt::format("'{}' is not a group", child.text));
                    return;
                }
                found->second.is_child = found->second.is_child || one->name.text != "all";
            }
        }
    }

    Node* make(Node::Kind kind, std::string_view key, Span at)
    {
        Node* node = builder_.make_node(kind, at.offset, at.length);
        node->key = builder_.arena().keep(key);
        return node;
    }

    void open(std::string_view key, Span at) { builder_.open(make(Node::Kind::object, key, at)); }

    void put(const Variables& variables)
    {
        for (const auto& [name, value] : variables) {
            Node* node = make(Node::Kind::string, name, value.at);
            node->value = builder_.arena().keep(value.text);
            node->value_offset = value.at.offset;
            node->value_length = value.at.length;
            builder_.add(node);
        }
    }

    // Equal names are one host, whose later variables win.
    void put_hosts(const std::vector<const Group*>& of, Span at)
    {
        std::vector<Host> hosts;
        std::map<std::string_view, std::size_t> known;
        for (const Group* one : of) {
            for (const Host& host : one->hosts) {
                const auto [place, is_new] = known.try_emplace(host.name.text, hosts.size());
                if (is_new)
                    hosts.push_back(host);
                else
                    for (const auto& [name, value] : host.variables)
                        hosts[place->second].variables[name] = value;
            }
        }
        open("hosts", at);
        for (const Host& host : hosts) {
            open(host.name.text, host.name.at);
            put(host.variables);
            builder_.close();
        }
        builder_.close();
    }

    void put_group(const Group& one)
    {
        // A group that many groups contain is there as often: an inventory of a few lines must not become a huge one.
        constexpr std::size_t most_groups = 100'000;
        constexpr std::size_t deepest = 64;
        if (!around_.insert(&one).second || around_.size() > deepest) {
            wrong(one.name.at,
                fmt::format(
                    "the group '{}' contains itself, or groups are nested too deeply", one.name.text));
            return;
        }
        if (++put_ > most_groups)
            wrong(one.name.at, "the groups contain each other too often");
        open(one.name.text, one.name.at);
        open("vars", one.name.at);
        put(one.variables);
        builder_.close();
        put_hosts({&one}, one.name.at);
        open("children", one.name.at);
        std::set<std::string_view> told;
        for (const Word& child : one.children) {
            if (!failed_ && told.insert(child.text).second)
                put_group(groups_.find(child.text)->second);
        }
        builder_.close();
        builder_.close();
        around_.erase(&one);
    }

    static bool is_empty(const Group& one)
    {
        return one.hosts.empty() && one.variables.empty() && one.children.empty();
    }

    // What is named before the first section, and in a group too, is not ungrouped.
    void move_grouped(Group& ungrouped, Group& all)
    {
        std::set<std::string_view> grouped;
        for (const Group* one : order_) {
            for (const Host& host : one->hosts) {
                if (one != &ungrouped && one != &all)
                    grouped.insert(host.name.text);
            }
        }
        const auto kept = std::stable_partition(ungrouped.hosts.begin(),
            ungrouped.hosts.end(),
            [&](const Host& host) { return !grouped.contains(host.name.text); });
        all.hosts.insert(
            all.hosts.end(), std::make_move_iterator(kept), std::make_move_iterator(ungrouped.hosts.end()));
        ungrouped.hosts.erase(kept, ungrouped.hosts.end());
    }

    void build()
    {
        const Span top{source_.id(), 0, 0};
        Group& all = group(Word{"all", top});
        Group& ungrouped = groups_.find("ungrouped")->second;
        move_grouped(ungrouped, all);
        open({}, top);
        open("all", top);
        open("vars", top);
        put(all.variables);
        builder_.close();
        put_hosts({&all}, top);
        open("children", top);
        for (const Group* one : order_) {
            const bool is_top = one != &all && !one->is_child && (one != &ungrouped || !is_empty(*one));
            if (is_top && !failed_)
                put_group(*one);
        }
        builder_.close();
        builder_.close();
        builder_.close();
        // In a ring every group is somebody's child, and so would be nowhere.
        for (const Group* one : order_) {
            if (!failed_ && one->is_child && !is_below_top(*one))
                wrong(one->name.at, fmt::format("the group '{}' contains itself", one->name.text));
        }
    }

    bool is_below_top(const Group& wanted)
    {
        if (below_top_.empty()) {
            std::vector<const Group*> open;
            for (const Group* one : order_) {
                if (!one->is_child)
                    open.push_back(one);
            }
            while (!open.empty()) {
                const Group* one = open.back();
                open.pop_back();
                if (!below_top_.insert(one).second)
                    continue;
                for (const Word& child : one->children)
                    open.push_back(&groups_.find(child.text)->second);
            }
        }
        return below_top_.contains(&wanted);
    }

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
}

bool is_ini_inventory(const Source& source)
{
    using ini::blanks;
    using ini::trimmed;
    std::string_view rest = source.text();
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const std::string_view line = trimmed(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (line.empty() || line.front() == '#')
            continue;
        if (line.front() == ';' || line.front() == '[')
            return true;
        // "leaf1 ansible_host=192.0.2.1", or "leaf1" alone, which is no YAML inventory
        const std::size_t blank = std::min(line.find_first_of(blanks), line.size());
        const std::string_view word = line.substr(0, blank);
        const std::size_t equals = line.find('=', blank);
        return !word.ends_with(':') && word.front() != '{' && word.front() != '-' && word != "%YAML"
            && (equals != std::string_view::npos || source.path().ends_with(".ini"));
    }
    return false;
}

Tree parse_ini_inventory(const Source& source) { return ini::IniReader(source).run(); }

}

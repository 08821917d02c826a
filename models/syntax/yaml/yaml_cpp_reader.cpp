// SPDX-License-Identifier: Apache-2.0
// Builds nodes from yaml-cpp's events, for texts by people. yaml-cpp accepts some texts that are not valid
// YAML (a tab before a list entry, two commas in a row); they are rejected here, as libyaml rejects them.
#include "models/syntax/yaml/yaml_place.h"
#include "models/syntax/yaml/yaml_readers.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>
#include <string>

namespace rocelint {
namespace {

// Thrown to leave the library once reading has stopped.
struct Stopped { };

struct Complaint {
    std::string_view words; ///< the beginning of the library's message
    YamlMistake mistake;
};

constexpr Complaint complaints[] = {
    {"illegal tab", YamlMistake::tab},
    {"illegal EOF in scalar", YamlMistake::open_quote},
    {"illegal document indicator in scalar", YamlMistake::open_quote},
    {"unknown escape character", YamlMistake::escape},
    {"bad character found while scanning hex number", YamlMistake::escape},
    {"invalid unicode", YamlMistake::escape},
    {"unknown token", YamlMistake::first_character},
    {"illegal flow end", YamlMistake::structure},
    {"illegal block entry", YamlMistake::entry},
    {"illegal map key", YamlMistake::key},
    {"illegal map value", YamlMistake::key},
    {"end of map", YamlMistake::structure},
    {"end of sequence", YamlMistake::structure},
    {"alias not found", YamlMistake::alias_name},
    {"anchor not found", YamlMistake::alias_name},
    {"illegal character found while scanning alias", YamlMistake::alias_name},
    {"illegal character found while scanning anchor", YamlMistake::alias_name},
    {"the referenced anchor is not defined", YamlMistake::unknown_alias},
    {"cannot set zero indentation", YamlMistake::block_header},
    {"unexpected character in block scalar", YamlMistake::block_header},
    {"YAML ", YamlMistake::directive},
    {"bad YAML version", YamlMistake::directive},
    {"repeated YAML directive", YamlMistake::directive},
    {"TAG directives", YamlMistake::directive},
    {"repeated TAG directive", YamlMistake::directive},
    {"illegal character found while scanning tag", YamlMistake::tag},
    {"tag handle", YamlMistake::tag},
    {"end of verbatim tag", YamlMistake::tag},
    {"cannot assign multiple", YamlMistake::structure},
    {"bad file", YamlMistake::too_deep},
};

// The library writes the escapes \N and \_ as one byte each, which is not UTF-8.
std::string with_latin1_escapes(const std::string& value)
{
    std::string out;
    std::size_t from = 0;
    for (BadBytes bad = find_bad_bytes(value, 0); bad.length > 0;
         bad = find_bad_bytes(value, bad.at + bad.length)) {
        const bool is_escape = !bad.is_utf8 && (value[bad.at] == '\x85' || value[bad.at] == '\xa0');
        if (!is_escape)
            continue;
        out.append(value, from, bad.at - from);
        out += '\xc2';
        from = bad.at;
    }
    return out.append(value, from);
}

class Receiver final : public YAML::EventHandler {
public:
    explicit Receiver(YamlNodes& nodes) : nodes_(nodes), text_(nodes.text()) { }

    [[nodiscard]] std::uint32_t offset(const YAML::Mark& mark) const
    {
        return static_cast<std::uint32_t>(
            std::clamp<std::ptrdiff_t>(mark.pos, 0, static_cast<std::ptrdiff_t>(text_.size())));
    }

    void stop(YamlMistake mistake, std::uint32_t at)
    {
        nodes_.stop(mistake, at);
        throw Stopped{};
    }

    void OnDocumentStart(const YAML::Mark& mark) override
    {
        const std::uint32_t at = offset(mark);
        // The library also accepts text after the end of a document, and treats it as another document.
        if (is_after_document_ && text_.substr(at, 3) != "---" && !follows_document_end(text_, at))
            stop(YamlMistake::structure, at);
        nodes_.document(at);
        leave_if_stopped();
    }
    void OnDocumentEnd() override { is_after_document_ = true; }

    void OnAnchor(const YAML::Mark&, const std::string& name) override { anchor_ = name; }

    void OnNull(const YAML::Mark& mark, YAML::anchor_t) override
    {
        std::uint32_t at = offset(mark);
        const std::uint32_t content = after_properties(text_, at);
        const std::uint32_t word = anchor_.empty() ? content : after_blanks(text_, content);
        const bool is_next_key = at == nodes_.key_offset();
        if (const std::string_view null = null_word(word); !null.empty() && !is_next_key)
            return give(at, word + static_cast<std::uint32_t>(null.size()), null, true, false);
        if (anchor_.empty())
            at = place_of_nothing(at);
        give(at, at, {}, true, false);
    }

    void OnScalar(
        const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, const std::string& value) override
    {
        const std::uint32_t at = offset(mark);
        check_place(at);
        const std::uint32_t content = after_blanks(text_, after_properties(text_, at));
        // An empty value without quotes has no first character: what follows it may be the next key.
        const std::string_view quotes = text_.substr(std::min<std::size_t>(content, text_.size()), 2);
        const bool is_written = !value.empty() || tag == "!" || quotes == "\"\"" || quotes == "''";
        const bool has_first = is_written && content < text_.size();
        const char first = has_first ? text_[content] : '\0';
        if (tag != "?" && (first == '"' || first == '\'') && is_open_quote(text_, content))
            stop(YamlMistake::open_quote, content);
        const bool is_plain = tag == "?" || (first != '"' && first != '\'' && first != '|' && first != '>');
        const bool is_nothing = value.empty() && is_plain;
        const std::uint32_t end
            = is_nothing ? after_properties(text_, at) : scalar_end(text_, content, value);
        give(at, end, first == '"' ? with_latin1_escapes(value) : value, is_plain, tag != "?" && tag != "!");
    }

    void OnSequenceStart(
        const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value style) override
    {
        open(mark, Node::Kind::array, style);
    }
    void OnSequenceEnd() override { nodes_.close(); }

    void OnMapStart(
        const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value style) override
    {
        open(mark, Node::Kind::object, style);
    }
    void OnMapEnd() override { nodes_.close(); }

    void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override
    {
        const std::uint32_t at = offset(mark);
        check_place(at);
        nodes_.alias(at, alias_name(at));
        leave_if_stopped();
    }

private:
    void leave_if_stopped() const
    {
        if (nodes_.stopped())
            throw Stopped{};
    }

    void open(const YAML::Mark& mark, Node::Kind kind, YAML::EmitterStyle::value style)
    {
        const std::uint32_t at = offset(mark);
        const bool is_flow = style == YAML::EmitterStyle::Flow;
        if (is_flow)
            check_place(at);
        else
            check_tab(at);
        nodes_.open(at, kind, is_flow ? YamlNodes::Style::flow : YamlNodes::Style::block, anchor_);
        anchor_.clear();
        leave_if_stopped();
    }

    void give(std::uint32_t at, std::uint32_t end, std::string_view value, bool is_plain, bool has_tag)
    {
        nodes_.scalar({.at = at,
            .end = end,
            .text = value,
            .is_plain = is_plain,
            .has_tag = has_tag,
            .anchor = anchor_});
        anchor_.clear();
        leave_if_stopped();
    }

    // The null word at `at` ("~", "null"), or empty. An omitted value may be followed directly by a key.
    [[nodiscard]] std::string_view null_word(std::uint32_t at) const
    {
        const std::string_view ends = nodes_.expects_key() ? " \t\r\n:,]}" : " \t\r\n,]}";
        for (const std::string_view word : {"~", "null", "Null", "NULL"}) {
            const std::size_t end = at + word.size();
            if (text_.substr(at, word.size()) == word
                && (end >= text_.size() || ends.find(text_[end]) != std::string_view::npos))
                return text_.substr(at, word.size());
        }
        return {};
    }

    // The place of an omitted value or key; `at` is where the library noticed that it is missing.
    [[nodiscard]] std::uint32_t place_of_nothing(std::uint32_t at)
    {
        const char here = at < text_.size() ? text_[at] : '\0';
        if (nodes_.expects_key() && here == ':')
            stop(YamlMistake::structure, at);
        const bool is_in_list
            = nodes_.innermost() != nullptr && nodes_.innermost()->kind == Node::Kind::array;
        if (nodes_.in_flow()) {
            if ((nodes_.expects_key() || is_in_list) && here == ',')
                stop(YamlMistake::missing_value, at);
            return at;
        }
        // After the ':' or '-' that announced the value.
        const std::uint32_t sign = after_closers();
        if (sign < text_.size() && sign <= at && text_[sign] == (is_in_list ? '-' : ':'))
            return sign + 1;
        const std::size_t key = nodes_.key_offset();
        if (key != std::string_view::npos && !is_explicit(key))
            stop(YamlMistake::structure, static_cast<std::uint32_t>(key));
        return at;
    }

    // Whether the key at `at` follows a '?', so that it needs no ':'.
    [[nodiscard]] bool is_explicit(std::size_t at) const
    {
        const std::size_t before = at == 0 ? at : text_.find_last_not_of(" \t\r\n", at - 1);
        return before < at && text_[before] == '?';
    }

public:
    // The first byte after the last value that is not part of white space, a comment or closing brackets.
    [[nodiscard]] std::uint32_t after_closers() const
    {
        std::uint32_t at = after_blanks(text_, nodes_.last_end());
        while (at < text_.size() && std::string_view("]},").find(text_[at]) != std::string_view::npos)
            at = after_blanks(text_, at + 1);
        return at;
    }

private:
    // A value on its own line must be indented deeper than its key.
    void check_place(std::uint32_t at)
    {
        check_tab(at);
        if (nodes_.in_flow() || nodes_.key_offset() == std::string_view::npos)
            return;
        const std::size_t begin = line_start(text_, at);
        const std::size_t key = nodes_.innermost()->value_offset;
        const bool is_first
            = text_.substr(begin, at - begin).find_first_not_of(' ') == std::string_view::npos;
        if (is_first && at > key && at - begin <= key - line_start(text_, key))
            stop(YamlMistake::structure, at);
    }

    // libyaml refuses a tab between the beginning of a line, or a '-', and a node of a block.
    void check_tab(std::uint32_t at)
    {
        if (nodes_.in_flow())
            return;
        std::size_t begin = at;
        std::size_t tab = std::string_view::npos;
        while (begin > 0 && (text_[begin - 1] == ' ' || text_[begin - 1] == '\t')) {
            --begin;
            if (text_[begin] == '\t')
                tab = begin;
        }
        if (tab == std::string_view::npos)
            return;
        const bool is_indentation = begin == 0 || text_[begin - 1] == '\n'
            || ((text_[begin - 1] == '-' || text_[begin - 1] == '?')
                && (begin == 1 || text_[begin - 2] == ' ' || text_[begin - 2] == '\n'));
        if (is_indentation)
            stop(YamlMistake::tab, static_cast<std::uint32_t>(tab));
    }

    [[nodiscard]] std::string_view alias_name(std::uint32_t at) const
    {
        const std::size_t end = std::min(text_.find_first_of(" \t\r\n,[]{}", at), text_.size());
        return text_.substr(at + 1, end - at - 1);
    }

    YamlNodes& nodes_;
    std::string_view text_;
    std::string anchor_;
    bool is_after_document_ = false;
};

// The library ignores directives that it does not know, and so drops the text of a line that begins with '%'.
[[nodiscard]] std::size_t unknown_directive(std::string_view text)
{
    std::size_t at = after_blanks(text, 0);
    while (at < text.size() && text[at] == '%' && line_start(text, at) == at) {
        const std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
        const std::string_view line = text.substr(at, end - at);
        const std::size_t version
            = line.find_first_not_of(" \t", std::min(line.find_first_of(" \t"), line.size()));
        const std::string_view words = version < line.size() ? line.substr(version) : std::string_view();
        const bool is_known = line.starts_with("%TAG ")
            || (line.starts_with("%YAML ") && (words.starts_with("1.1") || words.starts_with("1.2")));
        if (!is_known)
            return at;
        at = after_blanks(text, static_cast<std::uint32_t>(end));
    }
    return std::string_view::npos;
}

void report(YamlNodes& nodes, const Receiver& receiver, const YAML::Exception& exception)
{
    const auto* const found = std::ranges::find_if(complaints,
        [&](const Complaint& each) { return std::string_view(exception.msg).starts_with(each.words); });
    const YamlMistake mistake = found == std::end(complaints) ? YamlMistake::other : found->mistake;
    std::uint32_t at = receiver.offset(exception.mark);
    if (mistake == YamlMistake::open_quote) {
        if (const std::size_t quote = open_quote(nodes.text(), nodes.last_end());
            quote != std::string_view::npos)
            at = static_cast<std::uint32_t>(quote);
    } else if (mistake == YamlMistake::escape && at > 0) {
        // The mark lies after the character that follows the backslash.
        at -= std::min(at, exception.msg.starts_with("unknown escape") ? 2U : 1U);
    }
    nodes.stop(mistake, at);
}

}

void read_with_yaml_cpp(YamlNodes& nodes)
{
    if (const std::size_t at = unknown_directive(nodes.text()); at != std::string_view::npos)
        return nodes.stop(YamlMistake::directive, static_cast<std::uint32_t>(at));
    Receiver receiver(nodes);
    try {
        std::istringstream stream{std::string(nodes.text())};
        YAML::Parser parser(stream);
        while (parser.HandleNextDocument(receiver)) { }
        const std::uint32_t rest = receiver.after_closers();
        if (rest > 0 && rest < nodes.text().size() && nodes.text()[rest] == '%')
            nodes.stop(YamlMistake::directive, rest);
    } catch (const Stopped&) {
        return;
    } catch (const YAML::Exception& exception) {
        report(nodes, receiver, exception);
    }
}

}

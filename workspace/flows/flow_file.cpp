// SPDX-License-Identifier: Apache-2.0
// Flows come as YAML, which people write, or as a table, which schedulers and spreadsheets export. Both are read by
// the same rows of keys, so that both accept and reject the same values in the same words.
#include "workspace/flows/flow_file.h"

#include "models/fabric/topology.h"
#include "models/syntax/document_reader.h"
#include "models/syntax/yaml/yaml_tree.h"
#include "models/text/ascii.h"
#include "models/text/nearest.h"
#include "models/text/redact.h"
#include "models/text/sentence.h"
#include "workspace/flows/flow_keys.h"
#include "workspace/topology_import/csv.h"
#include "workspace/topology_import/draft.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace rocelint::workspace {
namespace {

constexpr std::string_view rate_hint
    = "type a rate such as 40G, a share of the line rate such as 40 %, or line";
constexpr std::string_view start_hint = "type microseconds from 0 to 1000000, such as 150";

std::optional<double> flow_number(std::string_view text)
{
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

// Stores a rate; returns false if the text is not a rate.
bool set_rate(StatedFlow& flow, std::string_view text)
{
    const std::string word = ascii::lowered(ascii::trimmed(text, ascii::is_white));
    if (word == "line")
        return true;
    if (word.ends_with('%')) {
        const auto number
            = flow_number(ascii::trimmed(std::string_view(word).substr(0, word.size() - 1), ascii::is_white));
        constexpr double whole = 100;
        if (!number || !(*number > 0 && *number <= whole))
            return false;
        flow.share = *number / whole;
        return true;
    }
    flow.rate = parse_stated_speed(word);
    return flow.rate && flow.rate->count > 0;
}

// Stores the value of a key or column, and says what is wrong with it.
std::string set_value(StatedFlow& flow, std::string_view name, std::string_view text)
{
    const auto wrong = [&](std::string_view hint) {
        return fmt::format("{} cannot be '{}'; {}", name, redact(text), hint);
    };
    if (name == "from" || name == "to") {
        if (text.empty())
            return wrong("type a host or HOST:PORT");
        (name == "from" ? flow.from : flow.to) = text;
    } else if (name == "class") {
        flow.rdma_class = text;
    } else if (name == "rate") {
        if (!text.empty() && !set_rate(flow, text))
            return wrong(rate_hint);
    } else if (!text.empty()) {
        const auto number = flow_number(text);
        const DocumentKey* key = find_key(flow_keys::flow, name);
        if (!number || !(*number >= key->least && *number <= key->most))
            return wrong(start_hint);
        flow.start_us = *number;
    }
    return {};
}

class FlowDocument {
public:
    FlowDocument(DocumentReader& reader, std::vector<StatedFlow>& flows) : reader_(reader), flows_(flows) { }

    void read(const Node& root)
    {
        if (!reader_.object_of(root, flow_keys::top))
            return;
        for (const Node& field : root) {
            if (field.key == "version")
                static_cast<void>(reader_.number(field, flow_keys::top, "version"));
            else
                read_flows_of(field);
        }
    }

private:
    void read_flows_of(const Node& field)
    {
        for (const Node* entry : reader_.list(field)) {
            if (!reader_.object_of(*entry, flow_keys::flow))
                continue;
            const Position at = reader_.position(*entry);
            StatedFlow flow{.place = fmt::format("{}:{}:{}", reader_.path(), at.line, at.column)};
            for (const Node& value : *entry) {
                const std::string text = value.kind == Node::Kind::null ? std::string() : reader_.text(value);
                if (const std::string sentence = set_value(flow, value.key, text); !sentence.empty())
                    reader_.wrong(value, sentence);
            }
            if (flow.from.empty() || flow.to.empty())
                reader_.wrong(*entry, "a flow needs two ends; type {from: host1, to: host2}");
            flows_.push_back(std::move(flow));
        }
    }

    DocumentReader& reader_;
    std::vector<StatedFlow>& flows_;
};

// A name of the columns, from words that tables have for it.
std::string_view column_of(std::string_view header)
{
    constexpr std::pair<std::string_view, std::string_view> words[] = {
        {"from", "from"},
        {"source", "from"},
        {"src", "from"},
        {"to", "to"},
        {"destination", "to"},
        {"dst", "to"},
        {"class", "class"},
        {"priority", "class"},
        {"rate", "rate"},
        {"start_us", "start_us"},
        {"start", "start_us"},
    };
    const std::string word = ascii::lowered(header);
    for (const auto& [known, name] : words) {
        if (word == known)
            return name;
    }
    return {};
}

class FlowTable {
public:
    explicit FlowTable(const Source& source) : source_(source), lines_(source.text()) { }

    Result<std::vector<StatedFlow>> read(char separator)
    {
        const CsvTable table = read_csv(source_.text(), separator);
        if (table.open_quote)
            wrong(*table.open_quote, "this quote is not closed; add the second '\"'");
        else if (read_header(table.rows.front())) {
            for (std::size_t row = 1; row < table.rows.size(); ++row)
                read_row(table.rows[row]);
        }
        if (error_)
            return tl::unexpected(std::move(*error_));
        return std::move(flows_);
    }

private:
    [[nodiscard]] std::string place(std::uint32_t offset) const
    {
        const Position at = lines_.position(offset);
        return fmt::format("{}:{}:{}", source_.path(), at.line, at.column);
    }

    void wrong(std::uint32_t offset, std::string_view sentence)
    {
        add_mistake(error_,
            {ErrorKind::invalid, fmt::format("{}: {}", place(offset), sentence), {source_.id(), offset, 0}});
    }

    bool read_header(const CsvRow& row)
    {
        bool from = false;
        bool to = false;
        for (const std::string& cell : row.cells) {
            columns_.push_back(column_of(cell));
            from = from || columns_.back() == "from";
            to = to || columns_.back() == "to";
            if (!columns_.back().empty()) {
                if (std::ranges::count(columns_, columns_.back()) > 1)
                    wrong(row.offset, fmt::format("two columns state '{}'; leave one out", columns_.back()));
                continue;
            }
            std::vector<std::string_view> known;
            for (const DocumentKey& key : flow_keys::flow.keys)
                known.push_back(key.name);
            const std::string_view near = nearest(cell, known);
            wrong(row.offset,
                near.empty() ? fmt::format("unknown column '{}'; type {}", redact(cell), listed(known, "or"))
                             : fmt::format("unknown column '{}'; did you mean '{}'?", redact(cell), near));
        }
        if (!error_ && !(from && to))
            wrong(row.offset, "the header has no columns for the two ends; type from,to,class,rate,start_us");
        return !error_;
    }

    void read_row(const CsvRow& row)
    {
        if (row.cells.size() > columns_.size())
            return wrong(row.offset,
                fmt::format(
                    "this row has {}, and the header {}; put a value that contains the separator into "
                    "quotes",
                    counted(row.cells.size(), "cell"),
                    counted(columns_.size(), "column")));
        StatedFlow flow{.place = place(row.offset)};
        for (std::size_t column = 0; column < columns_.size(); ++column) {
            const std::string_view cell = column < row.cells.size() ? row.cells[column] : std::string_view();
            if (const std::string sentence = set_value(flow, columns_[column], cell); !sentence.empty())
                wrong(row.offset, sentence);
        }
        flows_.push_back(std::move(flow));
    }

    const Source& source_;
    LineTable lines_;
    std::vector<std::string_view> columns_;
    std::vector<StatedFlow> flows_;
    std::optional<Error> error_;
};

// The first line that is neither empty nor a comment.
std::string_view first_line_of(std::string_view text)
{
    while (!text.empty()) {
        const std::string_view line
            = ascii::trimmed(ascii::take_line(text), [](char c) { return ascii::is_blank_or_cr(c); });
        if (!line.empty() && line.front() != '#')
            return line;
    }
    return {};
}

Result<std::vector<StatedFlow>> read_document(const Source& source)
{
    const Tree tree = parse_yaml(source, YamlAuthor::person);
    DocumentReader reader(tree);
    std::vector<StatedFlow> flows;
    if (tree.root != nullptr && reader.good() && tree.root->kind != Node::Kind::null)
        FlowDocument(reader, flows).read(*tree.root);
    if (!reader.good())
        return tl::unexpected(reader.errors());
    return flows;
}

}

Result<std::vector<StatedFlow>> read_flows(const Source& source)
{
    const std::string_view header = first_line_of(source.text());
    const char separator = header.starts_with('{') || header.find(':') != std::string_view::npos
        ? '\0'
        : csv_separator(header);
    auto flows = separator != '\0' ? FlowTable(source).read(separator) : read_document(source);
    if (flows && flows->empty())
        return fail(ErrorKind::invalid,
            fmt::format("{}:1:1: no flow is stated; type one such as flows: [{{from: host1, to: host2}}]",
                source.path()));
    return flows;
}

}

// SPDX-License-Identifier: Apache-2.0
// Answers come from a file or from options; both are read by the same rows, so that both accept and reject the
// same values in the same words.
#include "models/advice/answer_keys.h"
#include "models/advice/answers.h"
#include "models/syntax/document_reader.h"
#include "models/syntax/yaml/yaml_tree.h"
#include "models/text/nearest.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

namespace rocelint::advice {
namespace {

constexpr std::string_view whole_hint = "type a number of GPUs such as 1024";
constexpr std::string_view share_hint = "it is a share from 0 to 1: type 0.25 for 25 %";
constexpr std::string_view efficiency_hint
    = "it is bus bandwidth divided by that of the faster fabric, above 0 and at most 1: type 0.9 for 90 %";
constexpr std::string_view money_hint = "type an amount of 0 or more, without a currency";

constexpr AnswerRow rows[] = {
    {"gpus", "N", "GPUs that the fabric connects now", &Answers::gpus, {}, {}, whole_hint},
    {"gpus_in_two_years",
        "N",
        "GPUs that it has to connect in two years",
        &Answers::gpus_in_two_years,
        {},
        {},
        whole_hint},
    {"gpus_per_host",
        "N",
        "GPUs of one host",
        &Answers::gpus_per_host,
        {},
        {},
        "type a number of GPUs from 1 to 1024"},
    {"job_gpus",
        "N",
        "GPUs of the largest job whose GPUs wait for each other",
        &Answers::job_gpus,
        {},
        {},
        whole_hint},
    {"workload", "WORD", "training, inference or mixed", {}, &Answers::workload, {}},
    {"communication",
        "F",
        "Share of a step that waits for communication, from 0 to 1",
        &Answers::communication,
        {},
        {},
        share_hint},
    {"efficiency_roce",
        "E",
        "Bus bandwidth of RoCE on standard switches, divided by InfiniBand's",
        &Answers::efficiency_roce,
        {},
        {},
        efficiency_hint},
    {"efficiency_spectrum_x",
        "E",
        "The same for Spectrum-X",
        &Answers::efficiency_spectrum_x,
        {},
        {},
        efficiency_hint},
    {"runs",
        "FABRICS",
        "Fabrics in operation today: infiniband, ethernet or nothing",
        {},
        {},
        &Answers::runs},
    {"skills",
        "FABRICS",
        "Fabrics that the team has run: infiniband, ethernet or nothing",
        {},
        {},
        &Answers::skills},
    {"shared_with",
        "USES",
        "What else uses the fabric: storage, tenants or nothing",
        {},
        {},
        &Answers::shared_with},
    {"hours",
        "H",
        "Hours over which losses are counted; a year has 8760",
        &Answers::hours,
        {},
        {},
        "type hours of 0 or more, such as 8760 for a year"},
    {"utilisation",
        "U",
        "Share of the hours in which the GPUs run jobs, from 0 to 1",
        &Answers::utilisation,
        {},
        {},
        "it is a share from 0 to 1: type 0.8 for 80 %"},
    {"gpu_hour_price",
        "AMOUNT",
        "What an hour of one GPU costs the site",
        &Answers::gpu_hour_price,
        {},
        {},
        money_hint},
    {"fabric_premium",
        "AMOUNT",
        "How much more InfiniBand costs than Ethernet over the hours",
        &Answers::fabric_premium,
        {},
        {},
        money_hint},
};

Objection wrong_value(std::string_view text, std::string_view hint)
{
    return Objection(fmt::format("cannot be '{}'; {}", text, hint));
}

// The number if it is within the bounds of the key.
std::optional<double> number_of(std::string_view text, const KeyTable& table, std::string_view key)
{
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const DocumentKey* known = find_key(table, key);
    const bool good = error == std::errc{} && end == text.data() + text.size() && known != nullptr
        && number >= known->least && number <= known->most;
    return good ? std::optional(number) : std::nullopt;
}

Objection check_word(std::string_view word, std::string_view key)
{
    const auto known = words_taken(answer_keys::top, key);
    if (std::ranges::find(known, word) != known.end())
        return {};
    const std::string_view near = nearest(word, std::vector<std::string_view>(known.begin(), known.end()));
    return near.empty() ? wrong_value(word, fmt::format("type {}", listed(known, "or")))
                        : wrong_value(word, fmt::format("did you mean '{}'?", near));
}

// Stores a list of words. `nothing` is the answer of an empty list, and contradicts any other word.
Objection set_words(Answers& answers, const AnswerRow& row, std::string_view text)
{
    std::set<std::string, std::less<>> found;
    bool nothing = false;
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        const std::string_view word = text.substr(0, comma);
        text.remove_prefix(std::min(comma + 1, text.size()));
        if (Objection objection = check_word(word, row.key))
            return objection;
        if (word == "nothing")
            nothing = true;
        else
            found.emplace(word);
    }
    if (nothing && !found.empty())
        return Objection("cannot be 'nothing' and something else; type one of both");
    answers.*row.words = std::move(found);
    return {};
}

class AnswerReader {
public:
    AnswerReader(DocumentReader& reader, Answers& answers) : reader_(reader), answers_(answers) { }

    void read(const Node& root)
    {
        if (!reader_.object_of(root, answer_keys::top))
            return;
        for (const Node& field : root) {
            if (field.key == "version")
                static_cast<void>(reader_.number(field, answer_keys::top, "version"));
            else if (field.key == "findings")
                read_findings(field);
            else
                read(field, answer_row(field.key));
        }
    }

private:
    void read(const Node& field, const AnswerRow& row)
    {
        std::string text;
        if (row.words != nullptr) {
            for (const Node* element : reader_.list(field))
                add_item(text, reader_.text(*element), ",");
        } else {
            text = reader_.text(field);
        }
        if (!reader_.good())
            return;
        if (const Objection objection = set_answer(answers_, row, text))
            reader_.wrong(field, fmt::format("{} {}", row.key, objection.sentence()));
    }

    void read_findings(const Node& field)
    {
        if (!reader_.is_object(field, "findings"))
            return;
        for (const Node& finding : field) {
            const std::string text = fmt::format("{}={}", finding.key, reader_.text(finding));
            if (!reader_.good())
                return;
            if (const Objection objection = set_finding(answers_, text))
                reader_.wrong(finding, fmt::format("{} {}", finding.key, objection.sentence()));
        }
    }

    DocumentReader& reader_;
    Answers& answers_;
};

}

std::optional<Usage> Answers::usage() const
{
    if (!gpus || !hours || !utilisation)
        return std::nullopt;
    return Usage{*gpus, *hours, {*utilisation}};
}

std::span<const AnswerRow> answer_rows() { return rows; }

const AnswerRow& answer_row(std::string_view key)
{
    const auto* const found = std::ranges::find(rows, key, &AnswerRow::key);
    ensure(found != std::end(rows), "a key of an answers file has no row");
    return *found;
}

Objection set_answer(Answers& answers, const AnswerRow& row, std::string_view text)
{
    if (row.words != nullptr)
        return set_words(answers, row, text);
    if (row.word != nullptr) {
        if (Objection objection = check_word(text, row.key))
            return objection;
        answers.*row.word = std::string(text);
        return {};
    }
    const auto number = number_of(text, answer_keys::top, row.key);
    if (!number)
        return wrong_value(text, row.hint);
    answers.*row.number = *number;
    return {};
}

Objection set_finding(Answers& answers, std::string_view text)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0)
        return wrong_value(
            text, "write the code and the bandwidth that is left while it is not corrected: PFC001=0.5");
    const std::string_view word = text.substr(equals + 1);
    const auto number = number_of(word, answer_keys::findings, text.substr(0, equals));
    if (!number)
        return wrong_value(word, efficiency_hint);
    answers.findings.insert_or_assign(std::string(text.substr(0, equals)), *number);
    return {};
}

Result<Answers> read_answers(const Source& source)
{
    const Tree tree = parse_yaml(source, YamlAuthor::person);
    DocumentReader reader(tree);
    Answers answers;
    if (tree.root != nullptr && reader.good() && tree.root->kind != Node::Kind::null)
        AnswerReader(reader, answers).read(*tree.root);
    if (!reader.good())
        return tl::unexpected(reader.error());
    return answers;
}

}

// SPDX-License-Identifier: Apache-2.0
#include "models/syntax/yaml_writer.h"

#include "models/text/result.h"

#include <fmt/format.h>
#include <yaml-cpp/emitter.h>
#include <yaml-cpp/emittermanip.h>

#include <algorithm>

namespace rocelint {
namespace {

// The library begins each comment at the left margin; it belongs above the entry that it explains. No text
// that is written here continues in another line, so a line that begins with '#' is a comment.
std::string with_indented_comments(std::string_view text)
{
    std::string out;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end);
        if (line.front() == '#') {
            std::string_view next = text;
            while (next.starts_with('#') && next.find('\n') != std::string_view::npos)
                next.remove_prefix(next.find('\n') + 1);
            out.append(std::min(next.find_first_not_of(' '), next.size()), ' ');
        }
        out += line;
    }
    return out;
}

}

struct YamlWriter::Emitter {
    YAML::Emitter out;

    [[nodiscard]] bool is_inside_line() const
    {
        return out.size() > 0 && out.c_str()[out.size() - 1] != '\n';
    }
};

YamlWriter::YamlWriter() : emitter_(std::make_unique<Emitter>()) { }
YamlWriter::~YamlWriter() = default;

void YamlWriter::begin_map(Layout layout)
{
    emitter_->out << (layout == Layout::row ? YAML::Flow : YAML::Block) << YAML::BeginMap;
}

void YamlWriter::begin_list(Layout layout)
{
    emitter_->out << (layout == Layout::row ? YAML::Flow : YAML::Block) << YAML::BeginSeq;
}

void YamlWriter::end_map() { emitter_->out << YAML::EndMap; }
void YamlWriter::end_list() { emitter_->out << YAML::EndSeq; }

YamlWriter& YamlWriter::key(std::string_view name)
{
    emitter_->out << YAML::Key << std::string(name) << YAML::Value;
    return *this;
}

YamlWriter& YamlWriter::text_key(std::string_view name)
{
    emitter_->out << YAML::Key << YAML::DoubleQuoted << std::string(name) << YAML::Value;
    return *this;
}

YamlWriter& YamlWriter::quoted_key(std::string_view name)
{
    emitter_->out << YAML::Key << YAML::SingleQuoted << std::string(name) << YAML::Value;
    return *this;
}

void YamlWriter::word(std::string_view value) { emitter_->out << std::string(value); }
void YamlWriter::text(std::string_view value) { emitter_->out << YAML::DoubleQuoted << std::string(value); }
void YamlWriter::quoted(std::string_view value) { emitter_->out << YAML::SingleQuoted << std::string(value); }
void YamlWriter::number(std::uint64_t value) { word(fmt::format("{}", value)); }
void YamlWriter::decimal(double value) { word(fmt::format("{}", value)); }

void YamlWriter::comment(std::string_view words)
{
    if (emitter_->is_inside_line())
        emitter_->out << YAML::Newline;
    emitter_->out << YAML::Comment(std::string(words));
}

std::string YamlWriter::take_value()
{
    ensure(emitter_->out.good(), "a YAML document is written whose parts do not fit");
    return with_indented_comments({emitter_->out.c_str(), emitter_->out.size()});
}

std::string YamlWriter::take()
{
    std::string text = take_value();
    if (!text.ends_with('\n'))
        text += '\n';
    return text;
}

}

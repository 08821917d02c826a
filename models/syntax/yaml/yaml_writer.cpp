// SPDX-License-Identifier: Apache-2.0
#include "models/syntax/yaml/yaml_writer.h"

#include "models/text/result.h"

#include <fmt/format.h>
#include <yaml-cpp/emitter.h>
#include <yaml-cpp/emittermanip.h>

#include <algorithm>

namespace rocelint {
namespace {

// The library begins each comment at the left margin, but it belongs above the entry that it explains. No
// text written here continues on another line, so a line that begins with '#' is always a comment.
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

    // Control characters need double quotes, and 0x7f also needs the setting that escapes all non-ASCII
    // characters; otherwise the library writes them unescaped.
    void scalar(std::string_view value, YAML::EMITTER_MANIP style)
    {
        constexpr char last = 0x7f;
        const bool has_control = std::ranges::any_of(
            value, [](char c) { return c == last || (static_cast<unsigned char>(c) < ' '); });
        if (value.find(last) != std::string_view::npos)
            out << YAML::EscapeNonAscii;
        out << (has_control ? YAML::DoubleQuoted : style) << std::string(value);
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
    emitter_->out << YAML::Key;
    emitter_->scalar(name, YAML::Auto);
    emitter_->out << YAML::Value;
    return *this;
}

YamlWriter& YamlWriter::text_key(std::string_view name)
{
    emitter_->out << YAML::Key;
    text(name);
    emitter_->out << YAML::Value;
    return *this;
}

YamlWriter& YamlWriter::quoted_key(std::string_view name)
{
    emitter_->out << YAML::Key;
    quoted(name);
    emitter_->out << YAML::Value;
    return *this;
}

void YamlWriter::word(std::string_view value) { emitter_->scalar(value, YAML::Auto); }
void YamlWriter::text(std::string_view value) { emitter_->scalar(value, YAML::DoubleQuoted); }
void YamlWriter::quoted(std::string_view value) { emitter_->scalar(value, YAML::SingleQuoted); }
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

// SPDX-License-Identifier: Apache-2.0
// A writer for rendered configurations. Appends to a string instead of building a tree, because a fabric has
// thousands of configurations.
#include "models/syntax/json/json_lines.h"

#include "models/text/append.h"

#include <array>
#include <charconv>

namespace rocelint {
namespace {

template <class Number>
std::string_view digits(Number value, std::array<char, 24>& buffer)
{
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), static_cast<std::size_t>(end - buffer.data())};
}

// RFC 8259 section 7: characters that must be escaped.
bool needs_escape(char c) { return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20; }

}

JsonLines::JsonLines() : out_("{") { open_.emplace_back(); }

void JsonLines::begin_member()
{
    if (!open_.back().empty)
        out_ += ',';
    open_.back().empty = false;
    out_ += '\n';
    out_.append(2 * open_.size(), ' ');
}

void JsonLines::append_escaped(std::string_view text)
{
    for (const char c : text) {
        if (!needs_escape(c))
            out_ += c;
        else if (c == '"' || c == '\\')
            (out_ += '\\') += c;
        else
            append(out_, "\\u{:04x}", static_cast<unsigned>(c));
    }
}

void JsonLines::quoted_parts(std::initializer_list<std::string_view> parts)
{
    out_ += '"';
    for (const std::string_view part : parts)
        append_escaped(part);
    out_ += '"';
}

void JsonLines::quote(std::string_view text) { quoted_parts({text}); }

void JsonLines::open(std::initializer_list<std::string_view> key)
{
    Open fresh;
    fresh.begin = out_.size();
    const bool first = open_.back().empty;
    begin_member();
    quoted_parts(key);
    out_ += ": {";
    // If the object stays empty, its comma is removed too.
    open_.back().empty = first;
    open_.push_back(fresh);
}

void JsonLines::close()
{
    const Open closed = open_.back();
    open_.pop_back();
    if (closed.empty) {
        out_.resize(closed.begin);
        return;
    }
    open_.back().empty = false;
    out_ += '\n';
    out_.append(2 * open_.size(), ' ');
    out_ += '}';
}

void JsonLines::text(std::string_view key, std::string_view value)
{
    begin_member();
    quote(key);
    out_ += ": ";
    quote(value);
}

void JsonLines::number(std::string_view key, std::uint64_t value)
{
    std::array<char, 24> buffer;
    text(key, digits(value, buffer));
}

void JsonLines::signed_number(std::string_view key, std::int64_t value)
{
    std::array<char, 24> buffer;
    text(key, digits(value, buffer));
}

std::string JsonLines::take()
{
    while (open_.size() > 1)
        close();
    out_ += open_.back().empty ? "}\n" : "\n}\n";
    open_.pop_back();
    return std::move(out_);
}

}

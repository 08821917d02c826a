// SPDX-License-Identifier: Apache-2.0
// Layout and nesting of the program's JSON. The JSON library, which only this file includes, escapes strings
// and formats numbers.
#include "models/syntax/json/json_writer.h"

#include "models/text/append.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace rocelint {

void JsonWriter::new_line()
{
    out_ += '\n';
    out_.append(static_cast<std::size_t>(std::ranges::count(open_, Layout::rows, &Open::layout)), ' ');
}

void JsonWriter::before_value()
{
    if (after_key_) {
        after_key_ = false;
        return;
    }
    if (open_.empty())
        return;
    Open& inside = open_.back();
    if (!inside.empty)
        out_ += inside.layout == Layout::rows || blanks_ == Blanks::none ? "," : ", ";
    if (inside.layout == Layout::rows)
        new_line();
    inside.empty = false;
}

void JsonWriter::open(char opening, char closing, Layout layout)
{
    before_value();
    out_ += opening;
    open_.push_back({closing, layout});
}

void JsonWriter::end()
{
    const Open closed = open_.back();
    open_.pop_back();
    if (closed.layout == Layout::rows && !closed.empty)
        new_line();
    out_ += closed.closing;
}

JsonWriter& JsonWriter::key(std::string_view name)
{
    before_value();
    quote(name);
    out_ += blanks_ == Blanks::none ? ":" : ": ";
    after_key_ = true;
    return *this;
}

void JsonWriter::quote(std::string_view text)
{
    const auto plain = [](char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; };
    if (std::ranges::all_of(text, plain)) {
        out_ += '"';
        out_ += text;
        out_ += '"';
        return;
    }
    out_ += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void JsonWriter::string(std::string_view value)
{
    before_value();
    quote(value);
}

void JsonWriter::number(std::uint64_t value)
{
    before_value();
    append(out_, "{}", value);
}

void JsonWriter::signed_number(std::int64_t value)
{
    before_value();
    append(out_, "{}", value);
}

void JsonWriter::decimal(double value)
{
    before_value();
    out_ += nlohmann::json(value).dump();
}

void JsonWriter::boolean(bool value)
{
    before_value();
    out_ += value ? "true" : "false";
}

void JsonWriter::raw(std::string_view json)
{
    before_value();
    out_ += json;
}

void JsonWriter::null()
{
    before_value();
    out_ += "null";
}

void JsonWriter::text_or_null(std::string_view name, std::string_view value)
{
    key(name);
    if (value.empty())
        null();
    else
        string(value);
}

std::string JsonWriter::take()
{
    out_ += '\n';
    return std::move(out_);
}

}

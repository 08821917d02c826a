// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint {

/// Writes JSON into one string, member by member, so that a report with a million findings needs no second
/// copy in memory. The JSON library does the escaping. Arrays and objects opened with `Layout::rows` put each
/// entry on its own line.
class JsonWriter {
public:
    enum class Layout : std::uint8_t { compact, rows };
    /// Blanks between the entries of a line: some for readability, none for lines with very many numbers.
    enum class Blanks : std::uint8_t { some, none };

    explicit JsonWriter(Blanks blanks = Blanks::some) : blanks_(blanks) { }

    void begin_object(Layout layout = Layout::compact) { open('{', '}', layout); }
    void begin_array(Layout layout = Layout::compact) { open('[', ']', layout); }
    /// Closes the innermost object or array.
    void end();

    /// The key of the next value.
    JsonWriter& key(std::string_view name);

    void string(std::string_view value);
    void number(std::uint64_t value);
    void signed_number(std::int64_t value);
    void decimal(double value);
    void boolean(bool value);
    void null();
    /// A value that is already JSON.
    void raw(std::string_view json);

    /// `key` with a string. text_or_null() writes null instead of an empty string.
    void text(std::string_view name, std::string_view value) { key(name).string(value); }
    void text_or_null(std::string_view name, std::string_view value);
    void count(std::string_view name, std::uint64_t value) { key(name).number(value); }

    /// The result as a file, ending with a line feed.
    [[nodiscard]] std::string take();
    /// The result without a final line feed, for raw().
    [[nodiscard]] std::string take_value() { return std::move(out_); }

private:
    struct Open {
        char closing;
        Layout layout;
        bool empty = true;
    };
    void open(char opening, char closing, Layout layout);
    void before_value();
    void new_line();
    void quote(std::string_view text);

    Blanks blanks_;
    std::string out_;
    std::vector<Open> open_;
    bool after_key_ = false;
};

}

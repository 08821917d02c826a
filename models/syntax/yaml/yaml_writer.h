// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace rocelint {

/// Writes a YAML document value by value. yaml-cpp does the layout and the quoting.
class YamlWriter {
public:
    enum class Layout : std::uint8_t {
        lines, ///< each entry on its own line; must not be empty
        row, ///< all entries on one line, in brackets
    };

    YamlWriter();
    ~YamlWriter();
    YamlWriter(const YamlWriter&) = delete;
    YamlWriter& operator=(const YamlWriter&) = delete;

    void begin_map(Layout layout);
    void begin_list(Layout layout);
    void end_map();
    void end_list();

    /// The key of the next value, in quotes only if it needs them.
    YamlWriter& key(std::string_view name);
    /// A user-chosen key: always in double quotes.
    YamlWriter& text_key(std::string_view name);
    /// A key that would be a number without quotes.
    YamlWriter& quoted_key(std::string_view name);

    /// A word or number, in quotes only if it needs them.
    void word(std::string_view value);
    /// A user-chosen text: always in double quotes.
    void text(std::string_view value);
    /// A text in single quotes, as PyYAML writes it.
    void quoted(std::string_view value);
    /// A whole number.
    void number(std::uint64_t value);
    /// In the shortest form: 5, 0.6.
    void decimal(double value);

    /// A comment above the next entry, in as many lines as `words` has.
    void comment(std::string_view words);

    /// The document, with a line feed at its end.
    [[nodiscard]] std::string take();
    /// The document without that line feed.
    [[nodiscard]] std::string take_value();

private:
    struct Emitter;
    std::unique_ptr<Emitter> emitter_;
};

}

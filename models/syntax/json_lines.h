// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// Writes a new JSON document of objects and texts, one member a line, indented by two blanks, in the order
/// of the calls. An object that gets no member is left out.
class JsonLines {
public:
    JsonLines();
    /// A member that is an object. Members follow until close(). The key may be given in parts.
    void open(std::string_view key) { open({key}); }
    void open(std::initializer_list<std::string_view> key);
    void close();
    void text(std::string_view key, std::string_view value);
    /// A number, written as a text.
    void number(std::string_view key, std::uint64_t value);
    void signed_number(std::string_view key, std::int64_t value);
    /// The document, with a line feed at its end. What is open is closed.
    [[nodiscard]] std::string take();

private:
    struct Open {
        std::size_t begin = 0; ///< of the text that an empty object would have written
        bool empty = true;
    };
    void begin_member();
    void quote(std::string_view text);
    void quoted_parts(std::initializer_list<std::string_view> parts);
    void append_escaped(std::string_view text);

    std::string out_;
    std::vector<Open> open_;
};

}

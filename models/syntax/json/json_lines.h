// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// Writes a new JSON document of objects and strings, one member per line, indented by two blanks, in the
/// order of the calls. Leaves out objects without members.
class JsonLines {
public:
    JsonLines();
    /// Opens a member that is an object; the members until close() belong to it. The key may be given in
    /// parts.
    void open(std::string_view key) { open({key}); }
    void open(std::initializer_list<std::string_view> key);
    void close();
    void text(std::string_view key, std::string_view value);
    /// A number, written as a string.
    void number(std::string_view key, std::uint64_t value);
    void signed_number(std::string_view key, std::int64_t value);
    /// The document, with a line feed at its end. Closes all open objects.
    [[nodiscard]] std::string take();

private:
    struct Open {
        std::size_t begin = 0; ///< start of the text to remove if the object stays empty
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

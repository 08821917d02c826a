// SPDX-License-Identifier: Apache-2.0
// Reads as much as possible of documents that simdjson refuses as a whole, and reports what simdjson
// tolerates but RFC 8259 does not (equal names, text after the end).
#include "models/syntax/json/json_tree.h"

#include "models/syntax/json/json_text.h"
#include "models/syntax/json/json_walk.h"
#include "models/syntax/tree_builder.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace rocelint {
namespace {

// Length of the character that begins at `at`, or 0 if none does.
std::size_t utf8_length(std::string_view text, std::size_t at)
{
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t length = lead < 0x80 ? 1
        : lead < 0xc2                      ? 0
        : lead < 0xe0                      ? 2
        : lead < 0xf0                      ? 3
        : lead < 0xf5                      ? 4
                                           : 0;
    if (length == 0 || at + length > text.size())
        return 0;
    return is_utf8(text.substr(at, length)) ? length : 0;
}

class Reader {
public:
    // `text` lies in the builder's source, so readable bytes follow it.
    Reader(TreeBuilder& builder, std::string_view text)
        : source_(builder.source())
        , builder_(builder)
        , part_{text, static_cast<std::size_t>(text.data() - builder.source().data())}
    {
    }

    void read()
    {
        const std::size_t depth = builder_.depth();
        replace_bad_utf8();
        if (auto mistake = find_trouble())
            stop(*mistake);
        while (builder_.depth() > depth)
            builder_.close();
    }

private:
    // A modifiable copy of the first bytes, with room for one more and readable bytes after that.
    [[nodiscard]] char* padded_copy(std::size_t size)
    {
        char* copy = builder_.arena().bytes(size + 1 + Source::padding);
        std::memcpy(copy, part_.text.data(), size);
        std::memset(copy + size, 0, 1 + Source::padding);
        return copy;
    }

    [[nodiscard]] std::uint32_t place(std::size_t offset) const
    {
        return static_cast<std::uint32_t>(part_.offset + offset);
    }

    // Replaces bytes that are not UTF-8 with '?' in a copy of the same length, so that one bad byte does not
    // affect other lines.
    void replace_bad_utf8()
    {
        if (is_utf8(part_.text))
            return;
        char* copy = padded_copy(part_.text.size());
        std::size_t good = 0;
        bool reported = false;
        while (good < part_.text.size()) {
            const std::size_t length = utf8_length(part_.text, good);
            if (length == 0) {
                if (!reported) {
                    builder_.problem(SyntaxProblem::Severity::warning,
                        {source_.id(), place(good), 1},
                        "this byte is not UTF-8; it is read as '?'");
                }
                reported = true;
                copy[good] = '?';
            }
            good += length == 0 ? 1 : length;
        }
        part_.text = {copy, part_.text.size()};
    }

    std::optional<JsonMistake> find_trouble()
    {
        const std::size_t start = first_json_token(part_.text);
        if (start >= part_.text.size())
            return JsonMistake{0, "the file is empty"};
        if (part_.text[start] != '{' && part_.text[start] != '[')
            return JsonMistake{start, "a JSON object or array is expected here"};
        JsonWalk walk = walk_json(builder_, closed(part_.text.size()));
        std::optional<JsonMistake> bad_string;
        if (walk.opened == JsonWalk::Opened::bad_string)
            bad_string = find_bad_json_string(part_.text);
        // Read the part before the bad string anyway.
        if (bad_string)
            walk = walk_json(builder_, closed(bad_string->offset));
        if (walk.opened != JsonWalk::Opened::yes)
            return walk.mistake;
        if (bad_string)
            return bad_string;
        const bool reached_end = walk.mistake ? walk.mistake->offset >= part_.text.size() : closer_added_;
        if (reached_end)
            return JsonMistake{part_.text.size(), "the document ends before its brackets are closed"};
        return walk.mistake;
    }

    // simdjson rejects a document whose last character is not its closing bracket. A copy of such a document
    // gets one, so that the walk fails at the real error.
    const JsonPart& closed(std::size_t size)
    {
        const char closer = part_.text[first_json_token(part_.text)] == '{' ? '}' : ']';
        const std::size_t last = part_.text.substr(0, size).find_last_not_of(" \t\r\n");
        closer_added_ = last == std::string_view::npos || part_.text[last] != closer;
        part_.size = size;
        if (closer_added_) {
            char* copy = padded_copy(size);
            copy[size] = closer;
            part_.text = {copy, size};
            ++part_.size;
        }
        return part_;
    }

    void stop(const JsonMistake& wrong)
    {
        const std::uint32_t offset = place(std::min(wrong.offset, part_.text.size()));
        const std::uint32_t length = wrong.offset < part_.text.size() ? 1 : 0;
        builder_.problem(SyntaxProblem::Severity::error, {source_.id(), offset, length}, wrong.what);
        builder_.stop_reading_at(offset);
    }

    const Source& source_;
    TreeBuilder& builder_;
    JsonPart part_;
    bool closer_added_ = false;
};

}

Tree parse_json(const Source& source)
{
    TreeBuilder builder(source);
    Reader(builder, source.text()).read();
    return builder.finish();
}

void parse_json_part(TreeBuilder& builder, std::string_view part) { Reader(builder, part).read(); }

}

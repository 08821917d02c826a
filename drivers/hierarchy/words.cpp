// SPDX-License-Identifier: Apache-2.0
// A statement's words with their offsets, so that each becomes a Span.
#include "drivers/hierarchy/words.h"

#include "models/text/ascii.h"

#include <cstring>

namespace rocelint::hierarchy {

Word StatementWords::next()
{
    while (at_ < text_.size() && ascii::is_white(text_[at_]))
        ++at_;
    if (at_ >= text_.size())
        return {};
    if (text_[at_] == '"')
        return quoted();
    const std::size_t from = at_;
    while (at_ < text_.size() && !ascii::is_white(text_[at_]))
        ++at_;
    return {text_.substr(from, at_ - from),
        offset_ + static_cast<std::uint32_t>(from),
        static_cast<std::uint32_t>(at_ - from)};
}

Word StatementWords::quoted()
{
    const std::size_t from = at_++;
    bool escaped = false;
    while (at_ < text_.size() && text_[at_] != '"') {
        if (text_[at_] == '\\') {
            escaped = true;
            ++at_;
        }
        ++at_;
    }
    const std::size_t end = at_ < text_.size() ? at_ : text_.size();
    at_ = end < text_.size() ? end + 1 : end;
    std::string_view inner = text_.substr(from + 1, end - from - 1);
    if (escaped) {
        char* copy = arena_->bytes(inner.size());
        std::size_t size = 0;
        for (std::size_t at = 0; at < inner.size(); ++at) {
            if (inner[at] == '\\' && at + 1 < inner.size())
                ++at;
            copy[size++] = inner[at];
        }
        inner = {copy, size};
    }
    return {inner, offset_ + static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(at_ - from)};
}

Word below_top(const Language& language, Word word)
{
    std::string_view sign = language.top;
    if (sign.ends_with(' '))
        sign.remove_suffix(1);
    if (sign.empty() || !word.text.starts_with(sign) || word.length != word.text.size())
        return word;
    const auto length = static_cast<std::uint32_t>(sign.size());
    return {word.text.substr(sign.size()), word.offset + length, word.length - length};
}

}

// SPDX-License-Identifier: Apache-2.0
// The base protocol: headers with the length of the body. If a client sends a wrong length, it gets an error,
// and reading continues at the next header that can be found.
#include "cli/lsp/frames.h"

#include "models/text/ascii.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace rocelint::cli {
namespace {

constexpr std::string_view length_name = "Content-Length:";
constexpr std::string_view header_end = "\r\n\r\n";

bool is_same_name(std::string_view a, std::string_view b)
{
    return std::ranges::equal(a, b, {}, ascii::lower, ascii::lower);
}

// Returns the length that a header states. Content-Type is ignored, since its charset can only be UTF-8.
std::optional<std::size_t> stated_length(std::string_view header)
{
    std::optional<std::size_t> length;
    while (!header.empty()) {
        const std::size_t end = std::min(header.find("\r\n"), header.size());
        const std::string_view line = header.substr(0, end);
        header.remove_prefix(std::min(end + 2, header.size()));
        if (line.size() < length_name.size()
            || !is_same_name(line.substr(0, length_name.size()), length_name))
            continue;
        const std::string_view word = ascii::trimmed(line.substr(length_name.size()), ascii::is_blank);
        std::size_t value = 0;
        const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (word.empty() || error != std::errc{} || stop != word.data() + word.size())
            return std::nullopt;
        length = value;
    }
    return length;
}

}

void Frames::drop(std::size_t count)
{
    begin_ += count;
    searched_ = 0;
    // Moving the rest to the front each time would take quadratic time for a long queue.
    constexpr std::size_t worth_moving = std::size_t{1} << 16;
    if (begin_ == bytes_.size() || (begin_ > worth_moving && begin_ > bytes_.size() / 2)) {
        bytes_.erase(0, begin_);
        begin_ = 0;
    }
}

Frame Frames::fail(std::string fault)
{
    lost_ = true;
    body_size_.reset();
    return {{}, std::move(fault)};
}

bool Frames::find_header()
{
    const std::string_view rest = std::string_view(bytes_).substr(begin_);
    const auto found = std::ranges::search(rest, length_name, {}, ascii::lower, ascii::lower);
    if (!found.empty()) {
        drop(static_cast<std::size_t>(found.begin() - rest.begin()));
        lost_ = false;
        return true;
    }
    // Keep what may be the beginning of a header.
    drop(rest.size() - std::min(rest.size(), length_name.size() - 1));
    return false;
}

std::optional<Frame> Frames::next()
{
    if (lost_ && !find_header())
        return std::nullopt;
    if (!body_size_) {
        const std::string_view rest = std::string_view(bytes_).substr(begin_);
        const std::size_t end = rest.find(header_end, searched_);
        if (end == std::string_view::npos) {
            if (rest.size() >= max_header + header_end.size()) {
                drop(1);
                return fail("a header has no end");
            }
            searched_ = rest.size() - std::min(rest.size(), header_end.size() - 1);
            return std::nullopt;
        }
        const auto length = end > max_header ? std::nullopt : stated_length(rest.substr(0, end));
        drop(length ? end + header_end.size() : 1);
        if (!length)
            return fail("a header has no valid Content-Length");
        if (*length > max_body)
            return fail("the message is too long");
        body_size_ = length;
    }
    if (bytes_.size() - begin_ < *body_size_)
        return std::nullopt;
    Frame frame{bytes_.substr(begin_, *body_size_), {}};
    drop(*body_size_);
    body_size_.reset();
    return frame;
}

}

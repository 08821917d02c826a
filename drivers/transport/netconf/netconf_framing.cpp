// SPDX-License-Identifier: Apache-2.0
// Both framings of RFC 6242 section 4, tolerant of the blank lines that Junos sends. Anything else is
// refused, since nothing after it could be trusted.
#include "drivers/transport/netconf/netconf_framing.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace rocelint {
namespace {

constexpr std::size_t longest_chunk_size = 10;

// The offset after the ">" of the start tag at `at`, ignoring any ">"
// in quoted values; for an unterminated tag, the end of the text.
std::size_t tag_end(std::string_view xml, std::size_t at)
{
    char quote = 0;
    for (++at; at < xml.size() && (quote || xml[at] != '>'); ++at) {
        if (quote ? xml[at] == quote : xml[at] == '"' || xml[at] == '\'')
            quote = quote ? '\0' : xml[at];
    }
    return std::min(at + 1, xml.size());
}

}

// Takes one message up to its end mark; false if none is complete yet.
bool NetconfDeframer::next_marked(std::vector<std::string>& messages)
{
    if (at_ == 0)
        buffer_.erase(0, std::min(buffer_.find_first_not_of(" \t\r\n"), buffer_.size()));
    const std::size_t end = buffer_.find(end_of_message, at_);
    if (end == std::string::npos) {
        // The mark may have arrived in part.
        at_ = buffer_.size() < end_of_message.size() ? 0 : buffer_.size() - end_of_message.size() + 1;
        return false;
    }
    messages.push_back(buffer_.substr(0, end));
    buffer_.erase(0, end + end_of_message.size());
    at_ = 0;
    return true;
}

// Takes one chunk or the end of a message, from at_ on; false if it is not complete yet.
bool NetconfDeframer::next_chunk(std::vector<std::string>& messages, bool& broken)
{
    const std::string_view rest = std::string_view(buffer_).substr(at_);
    const std::size_t sign = rest.find_first_not_of(" \t\r\n");
    if (sign == std::string_view::npos)
        return false;
    broken = rest[sign] != '#';
    const std::size_t line_end = broken ? std::string_view::npos : rest.find('\n', sign);
    const std::string_view size = broken ? std::string_view{} : rest.substr(sign + 1, line_end - sign - 1);
    // Even before the whole line has arrived: a chunk-size has at most
    // ten digits and does not begin with a zero (RFC 6242 section 4.2).
    broken = broken || size.size() > longest_chunk_size || size.starts_with('0');
    if (broken || line_end == std::string_view::npos)
        return false;
    if (size == "#") {
        messages.push_back(std::move(message_));
        message_.clear();
        at_ += line_end + 1;
        return true;
    }
    std::size_t length = 0;
    const auto [end, error] = std::from_chars(size.data(), size.data() + size.size(), length);
    broken = error != std::errc() || end != size.data() + size.size() || length == 0;
    overflowed_ = !broken && length > largest - message_.size();
    broken = broken || overflowed_;
    if (broken || rest.size() - line_end - 1 < length)
        return false;
    message_ += rest.substr(line_end + 1, length);
    at_ += line_end + 1 + length;
    return true;
}

bool NetconfDeframer::feed(std::string_view bytes, std::vector<std::string>& messages)
{
    overflowed_ = buffer_.size() + bytes.size() > largest;
    if (overflowed_)
        return false;
    buffer_ += bytes;
    if (!chunked_) {
        while (next_marked(messages)) { }
        return true;
    }
    bool broken = false;
    while (next_chunk(messages, broken)) { }
    buffer_.erase(0, at_);
    at_ = 0;
    return !broken;
}

bool deeper_than(std::string_view xml, int most)
{
    int depth = 0;
    const auto skip = [&](std::size_t at, std::string_view end) {
        const std::size_t found = xml.find(end, at);
        return found == std::string_view::npos ? xml.size() : found + end.size();
    };
    for (std::size_t at = xml.find('<'); at < xml.size(); at = xml.find('<', at)) {
        const std::string_view rest = xml.substr(at);
        if (rest.starts_with("<!--")) {
            at = skip(at, "-->");
        } else if (rest.starts_with("<![CDATA[")) {
            at = skip(at, "]]>");
        } else if (rest.starts_with("<?")) {
            at = skip(at, "?>");
        } else if (rest.starts_with("</")) {
            --depth;
            ++at;
        } else {
            const std::size_t end = tag_end(xml, at);
            const bool empty = xml.substr(at, end - at).ends_with("/>");
            if (depth + 1 > most)
                return true;
            depth += empty ? 0 : 1;
            at = end;
        }
    }
    return false;
}

bool more_attributes_than(std::string_view xml, std::size_t most)
{
    for (std::size_t at = xml.find('<'); at < xml.size(); at = xml.find('<', at)) {
        const std::size_t end = tag_end(xml, at);
        std::size_t attributes = 0;
        char quote = 0;
        for (const char c : xml.substr(at, end - at)) {
            if (quote != 0)
                quote = c == quote ? 0 : quote;
            else if (c == '"' || c == '\'')
                quote = c;
            else if (c == '=' && ++attributes > most)
                return true;
        }
        at = end;
    }
    return false;
}

bool more_elements_than(std::string_view xml, std::size_t most)
{
    std::size_t elements = 0;
    for (std::size_t at = xml.find('<'); at != std::string_view::npos; at = xml.find('<', at + 1)) {
        const char next = at + 1 < xml.size() ? xml[at + 1] : '/';
        if (next != '/' && next != '!' && next != '?' && ++elements > most)
            return true;
    }
    return false;
}

std::optional<std::string> too_much_xml(std::string_view xml)
{
    if (more_elements_than(xml, most_xml_elements))
        return fmt::format("has more than {} elements", most_xml_elements);
    if (deeper_than(xml, deepest_xml))
        return fmt::format("has elements more than {} levels deep", deepest_xml);
    if (more_attributes_than(xml, most_xml_attributes))
        return fmt::format("has an element with more than {} attributes", most_xml_attributes);
    return std::nullopt;
}

std::string frame_message(std::string_view message, bool chunked)
{
    return chunked ? fmt::format("\n#{}\n{}\n##\n", message.size(), message)
                   : fmt::format("{}{}", message, end_of_message);
}

}

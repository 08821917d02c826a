// SPDX-License-Identifier: Apache-2.0
// Owns and pads the bytes once, so that simdjson and every Span may point into them for as long as the
// program runs. A FIFO, a folder or a file over the size limit is refused before anything is read.
#include "models/text/source.h"

#include "models/text/similar_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace rocelint {
namespace {

struct Descriptor {
    int number = -1;
    ~Descriptor()
    {
        if (number >= 0)
            ::close(number);
    }
};

std::string system_message(int code) { return std::generic_category().message(code); }

Error cannot_read(const std::string& path, const std::string& why)
{
    return {ErrorKind::unreadable, fmt::format("{}: cannot be read: {}", path, why), {}};
}

std::unique_ptr<char[]> padded(std::size_t size)
{
    auto bytes = std::make_unique_for_overwrite<char[]>(size + Source::padding);
    std::memset(bytes.get() + size, 0, Source::padding);
    return bytes;
}

std::unique_ptr<char[]> padded_copy(std::string_view text)
{
    auto bytes = padded(text.size());
    if (!text.empty())
        std::memcpy(bytes.get(), text.data(), text.size());
    return bytes;
}

void append_utf8(std::string& out, std::uint32_t code)
{
    const auto byte = [&out](std::uint32_t value) { out.push_back(static_cast<char>(value)); };
    if (code < 0x80) {
        byte(code);
    } else if (code < 0x800) {
        byte(0xc0 | (code >> 6));
        byte(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        byte(0xe0 | (code >> 12));
        byte(0x80 | ((code >> 6) & 0x3f));
        byte(0x80 | (code & 0x3f));
    } else {
        byte(0xf0 | (code >> 18));
        byte(0x80 | ((code >> 12) & 0x3f));
        byte(0x80 | ((code >> 6) & 0x3f));
        byte(0x80 | (code & 0x3f));
    }
}

std::string from_utf16(std::string_view bytes, bool little_endian)
{
    const auto unit = [&](std::size_t at) {
        const auto low = static_cast<unsigned char>(bytes[little_endian ? at : at + 1]);
        const auto high = static_cast<unsigned char>(bytes[little_endian ? at + 1 : at]);
        return static_cast<std::uint32_t>(low | (high << 8));
    };
    std::string out;
    out.reserve(bytes.size() / 2);
    for (std::size_t at = 0; at + 1 < bytes.size(); at += 2) {
        std::uint32_t code = unit(at);
        if (code >= 0xd800 && code < 0xdc00 && at + 3 < bytes.size()) {
            const std::uint32_t second = unit(at + 2);
            if (second >= 0xdc00 && second < 0xe000) {
                code = 0x10000 + ((code - 0xd800) << 10) + (second - 0xdc00);
                at += 2;
            }
        }
        constexpr std::uint32_t mark = 0xfeff; // of a file that was joined to another
        if (code != mark)
            append_utf8(out, code >= 0xd800 && code < 0xe000 ? 0xfffd : code);
    }
    return out;
}

// Whether the bytes are ASCII characters with a zero byte after each.
bool is_utf16_text(std::string_view bytes)
{
    constexpr std::size_t least = 16;
    constexpr std::size_t looked_at = 256;
    if (bytes.size() < least)
        return false;
    const std::string_view begin = bytes.substr(0, std::min(bytes.size() & ~std::size_t{1}, looked_at));
    for (std::size_t at = 0; at < begin.size(); at += 2) {
        const char c = begin[at];
        const bool is_text = (c >= ' ' && c <= '~') || c == '\t' || c == '\r' || c == '\n';
        if (!is_text || begin[at + 1] != '\0')
            return false;
    }
    return true;
}

}

Source::Source(SourceId id, std::string path, std::unique_ptr<char[]> bytes, std::size_t size)
    : id_(id), path_(std::move(path)), bytes_(std::move(bytes)), size_(size)
{
    convert_encoding();
}

Source::Source(SourceId id, std::string path, std::string_view text)
    : Source(id, std::move(path), padded_copy(text), text.size())
{
}

Source::Source(SourceId id, const Source& other)
    : id_(id)
    , path_(other.path_)
    , bytes_(padded_copy(other.text()))
    , size_(other.size_)
    , conversion_(other.conversion_)
{
}

void Source::convert_encoding()
{
    const std::string_view text = this->text();
    if (text.starts_with("\xef\xbb\xbf")) {
        std::memmove(bytes_.get(), bytes_.get() + 3, size_ - 3 + padding);
        size_ -= 3;
        conversion_ = "UTF-8 byte order mark removed";
        return;
    }
    const bool little_endian = text.starts_with("\xff\xfe");
    if (!little_endian && !text.starts_with("\xfe\xff"))
        return convert_appended_utf16();
    const std::string converted = from_utf16(text.substr(2), little_endian);
    bytes_ = padded_copy(converted);
    size_ = converted.size();
    conversion_ = little_endian ? "UTF-16LE converted to UTF-8" : "UTF-16BE converted to UTF-8";
}

void Source::convert_appended_utf16()
{
    const std::string_view text = this->text();
    const std::size_t zero = text.find('\0');
    if (zero == std::string_view::npos || zero == 0 || !is_utf16_text(text.substr(zero - 1)))
        return;
    const std::string converted
        = std::string(text.substr(0, zero - 1)) + from_utf16(text.substr(zero - 1), true);
    bytes_ = padded_copy(converted);
    size_ = converted.size();
    conversion_ = "UTF-16LE without a byte order mark converted to UTF-8";
}

Result<std::unique_ptr<Source>> Source::read(SourceId id, std::string path)
{
    // O_NONBLOCK: opening a FIFO without a writer must not wait; the file type is checked on the open
    // descriptor.
    const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    if (file.number < 0)
        return tl::unexpected(cannot_read(path, system_message(errno)));
    struct stat status { };
    if (::fstat(file.number, &status) != 0)
        return tl::unexpected(cannot_read(path, system_message(errno)));
    if (S_ISDIR(status.st_mode))
        return tl::unexpected(cannot_read(path, "it is a folder; name a file"));
    if (!S_ISREG(status.st_mode))
        return tl::unexpected(cannot_read(path, "not a regular file"));
    if (static_cast<std::size_t>(status.st_size) > max_size)
        return tl::unexpected(cannot_read(path, fmt::format("larger than {} MiB", max_size >> 20)));

    const auto announced = static_cast<std::size_t>(status.st_size);
    auto bytes = padded(announced);
    std::size_t size = 0;
    while (size < announced) {
        const ssize_t got = ::read(file.number, bytes.get() + size, announced - size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return tl::unexpected(cannot_read(path, system_message(errno)));
        if (got == 0)
            break;
        size += static_cast<std::size_t>(got);
    }
    std::memset(bytes.get() + size, 0, padding);
    return std::unique_ptr<Source>(new Source(id, std::move(path), std::move(bytes), size));
}

Result<std::unique_ptr<Source>> Source::read_named(SourceId id, const std::string& path)
{
    auto source = read(id, path);
    if (!source)
        source.error().message += meant_path(path);
    return source;
}

Result<std::unique_ptr<Source>> Source::read_descriptor(SourceId id, std::string path, int descriptor)
{
    std::string text;
    char block[65536];
    for (;;) {
        const ssize_t got = ::read(descriptor, block, sizeof block);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return tl::unexpected(cannot_read(path, system_message(errno)));
        if (got == 0)
            break;
        text.append(block, static_cast<std::size_t>(got));
        if (text.size() > max_size)
            return tl::unexpected(cannot_read(path, fmt::format("larger than {} MiB", max_size >> 20)));
    }
    return std::make_unique<Source>(id, std::move(path), text);
}

Span Source::span_of(std::string_view part) const
{
    const auto offset = part.data() - bytes_.get();
    if (part.data() < bytes_.get() || static_cast<std::size_t>(offset) + part.size() > size_)
        return {id_, 0, 0};
    return {id_, static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(part.size())};
}

std::string_view Source::text_at(Span span) const
{
    if (span.source != id_ || span.offset > size_)
        return {};
    return text().substr(span.offset, span.length);
}

std::string_view Source::file_name() const
{
    const std::size_t slash = path_.find_last_of('/');
    return slash == std::string::npos ? std::string_view(path_) : std::string_view(path_).substr(slash + 1);
}

void SourceSet::put(std::shared_ptr<const Source> source)
{
    const SourceId id = source->id();
    if (id >= sources_.size())
        sources_.resize(id + 1);
    sources_[id] = std::move(source);
}

std::string_view SourceSet::text_at(Span span) const
{
    const Source* source = find(span.source);
    return source == nullptr ? std::string_view{} : source->text_at(span);
}

std::string_view SourceSet::path_of(Span span) const
{
    const Source* source = find(span.source);
    return source == nullptr ? std::string_view{} : std::string_view(source->path());
}

}

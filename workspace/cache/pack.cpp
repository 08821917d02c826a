// SPDX-License-Identifier: Apache-2.0
#include "workspace/cache/pack.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace rocelint::workspace {
namespace {

// The number is the form of the file. The form of a content belongs to the program, which is part of the key.
constexpr std::string_view sign = "rocelint cache 1";
constexpr std::string_view ending = ".pack";
constexpr std::string_view unfinished = ".unfinished";
constexpr std::size_t digits = 16;
constexpr std::size_t digest_size = Digest{}.size();
constexpr std::size_t row_size = 2 * digest_size + 2 * sizeof(std::uint64_t);
constexpr std::size_t foot_size = sizeof(std::uint64_t) + digest_size + sign.size();
constexpr std::size_t buffer_size = std::size_t{1} << 20;

void put(std::string& out, std::uint64_t number)
{
    for (std::size_t byte = 0; byte < sizeof(number); ++byte)
        out += static_cast<char>((number >> (8 * byte)) & 0xffU);
}

std::uint64_t take_number(std::string_view& in)
{
    std::uint64_t number = 0;
    for (std::size_t byte = 0; byte < sizeof(number); ++byte)
        number |= static_cast<std::uint64_t>(static_cast<std::uint8_t>(in[byte])) << (8 * byte);
    in.remove_prefix(sizeof(number));
    return number;
}

Digest take_digest(std::string_view& in)
{
    Digest digest{};
    in.copy(reinterpret_cast<char*>(digest.data()), digest.size());
    in.remove_prefix(digest.size());
    return digest;
}

Digest digest_of(const Digest& key, std::string_view content)
{
    Sha256 hash;
    hash.add(bytes_of(key));
    hash.add(content);
    return hash.finish();
}

Digest digest_of(std::string_view bytes)
{
    Sha256 hash;
    hash.add(bytes);
    return hash.finish();
}

bool read_at(int file, std::string& bytes, std::uint64_t offset)
{
    std::size_t size = 0;
    while (size < bytes.size()) {
        const ssize_t part
            = ::pread(file, bytes.data() + size, bytes.size() - size, static_cast<off_t>(offset + size));
        if (part < 0 && errno == EINTR)
            continue;
        if (part <= 0)
            return false;
        size += static_cast<std::size_t>(part);
    }
    return true;
}

bool is_hexadecimal(std::string_view text)
{
    return text.size() == digits && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept
{
    std::swap(descriptor_, other.descriptor_);
    return *this;
}

bool Descriptor::close()
{
    const int descriptor = std::exchange(descriptor_, -1);
    return descriptor < 0 || ::close(descriptor) == 0;
}

std::string pack_name(std::uint64_t time, std::uint64_t run)
{
    return fmt::format("{:016x}-{:016x}{}", time, run, ending);
}

bool is_pack_name(std::string_view name)
{
    return name.size() == 2 * digits + 1 + ending.size() && name.ends_with(ending) && name[digits] == '-'
        && is_hexadecimal(name.substr(0, digits)) && is_hexadecimal(name.substr(digits + 1, digits));
}

std::string unfinished_name(const std::string& pack) { return pack + std::string(unfinished); }

bool is_unfinished_name(std::string_view name)
{
    return name.ends_with(unfinished) && is_pack_name(name.substr(0, name.size() - unfinished.size()));
}

const char* open_pack(int folder, std::string name, Pack& pack)
{
    pack.name = std::move(name);
    pack.file
        = Descriptor(::openat(folder, pack.name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat status { };
    if (!pack.file.valid() || ::fstat(pack.file.get(), &status) != 0)
        return "it cannot be opened";
    if (!S_ISREG(status.st_mode))
        return "it is not a file";
    pack.bytes = static_cast<std::uint64_t>(status.st_size);
    pack.used_at = status.st_mtim.tv_sec;
    if (pack.bytes < foot_size)
        return "it is torn";
    std::string foot(foot_size, '\0');
    if (!read_at(pack.file.get(), foot, pack.bytes - foot_size))
        return "it cannot be read";
    std::string_view left = foot;
    const std::uint64_t count = take_number(left);
    const Digest digest = take_digest(left);
    if (left != sign)
        return "it is torn or has another form";
    const std::uint64_t room = pack.bytes - foot_size;
    if (count > room / row_size)
        return "it is torn";
    std::string rows(static_cast<std::size_t>(count) * row_size, '\0');
    const std::uint64_t end = room - rows.size();
    if (!read_at(pack.file.get(), rows, end))
        return "it cannot be read";
    if (digest_of(rows) != digest)
        return "it is not as it was written";
    pack.rows.reserve(static_cast<std::size_t>(count));
    for (left = rows; !left.empty();) {
        PackRow& row = pack.rows.emplace_back();
        row.key = take_digest(left);
        row.digest = take_digest(left);
        row.offset = take_number(left);
        row.size = take_number(left);
        if (row.offset > end || row.size > end - row.offset) {
            pack.rows.clear();
            return "it is not as it was written";
        }
    }
    return nullptr;
}

const char* read_entry(const Pack& pack, const PackRow& row, std::string& content)
{
    content.resize(static_cast<std::size_t>(row.size));
    if (!read_at(pack.file.get(), content, row.offset))
        return "it cannot be read";
    return digest_of(row.key, content) == row.digest ? nullptr : "it is not as it was written";
}

bool PackWriter::open(int folder, std::string name)
{
    constexpr mode_t of_owner = 0600;
    folder_ = folder;
    name_ = std::move(name);
    file_ = Descriptor(::openat(folder,
        unfinished_name(name_).c_str(),
        O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
        of_owner));
    return file_.valid();
}

bool PackWriter::add(const Digest& key, std::string_view content)
{
    return add(PackRow{.key = key, .digest = digest_of(key, content)}, content);
}

bool PackWriter::add(const PackRow& row, std::string_view content)
{
    PackRow& added = rows_.emplace_back(row);
    added.offset = offset_;
    added.size = content.size();
    offset_ += content.size();
    buffer_ += content;
    return buffer_.size() < buffer_size || flush();
}

bool PackWriter::flush()
{
    std::string_view left = buffer_;
    while (!left.empty()) {
        const ssize_t written = ::write(file_.get(), left.data(), left.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        left.remove_prefix(static_cast<std::size_t>(written));
    }
    buffer_.clear();
    return true;
}

bool PackWriter::finish()
{
    std::string rows;
    rows.reserve(rows_.size() * row_size);
    for (const PackRow& row : rows_) {
        rows += bytes_of(row.key);
        rows += bytes_of(row.digest);
        put(rows, row.offset);
        put(rows, row.size);
    }
    buffer_ += rows;
    put(buffer_, rows_.size());
    buffer_ += bytes_of(digest_of(rows));
    buffer_ += sign;
    return flush() && file_.close()
        && ::renameat(folder_, unfinished_name(name_).c_str(), folder_, name_.c_str()) == 0;
}

void PackWriter::give_up()
{
    file_.close();
    ::unlinkat(folder_, unfinished_name(name_).c_str(), 0);
}

}

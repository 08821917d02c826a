// SPDX-License-Identifier: Apache-2.0
// Loose objects (gitformat-loose(5)): zlib data (RFC 1950) of stored blocks (RFC 1951), named by SHA-1 (RFC 3174).
#include "tests/fuzz/git_objects.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>

namespace rocelint::fuzz {
namespace {

using Words5 = std::array<std::uint32_t, 5>;

std::uint32_t byte_of(char c) { return static_cast<unsigned char>(c); }

std::string big_endian(std::uint64_t number, unsigned bytes)
{
    std::string text;
    while (bytes-- > 0)
        text += static_cast<char>((number >> (8 * bytes)) & 0xffU);
    return text;
}

void add_block(Words5& hash, std::string_view block)
{
    std::array<std::uint32_t, 80> w{};
    for (std::size_t t = 0; t < 16; ++t)
        w[t] = byte_of(block[4 * t]) << 24U | byte_of(block[4 * t + 1]) << 16U
            | byte_of(block[4 * t + 2]) << 8U | byte_of(block[4 * t + 3]);
    for (std::size_t t = 16; t < w.size(); ++t)
        w[t] = std::rotl(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
    auto [a, b, c, d, e] = hash;
    for (std::size_t t = 0; t < w.size(); ++t) {
        const std::uint32_t f = t < 20 ? (b & c) | (~b & d)
            : t >= 40 && t < 60        ? (b & c) | (b & d) | (c & d)
                                       : b ^ c ^ d;
        constexpr std::array<std::uint32_t, 4> k{0x5a827999U, 0x6ed9eba1U, 0x8f1bbcdcU, 0xca62c1d6U};
        const std::uint32_t next = std::rotl(a, 5) + f + e + k[t / 20] + w[t];
        e = d;
        d = c;
        c = std::rotl(b, 30);
        b = a;
        a = next;
    }
    const Words5 sum{a, b, c, d, e};
    for (std::size_t at = 0; at < sum.size(); ++at)
        hash[at] += sum[at];
}

std::string sha1(std::string_view text)
{
    std::string padded(text);
    padded += '\x80';
    padded.resize((padded.size() + 8 + 63) / 64 * 64 - 8, '\0');
    padded += big_endian(std::uint64_t{text.size()} * 8, 8);
    Words5 hash{0x67452301U, 0xefcdab89U, 0x98badcfeU, 0x10325476U, 0xc3d2e1f0U};
    for (std::size_t at = 0; at < padded.size(); at += 64)
        add_block(hash, std::string_view(padded).substr(at, 64));
    std::string name;
    for (const std::uint32_t word : hash)
        name += fmt::format("{:08x}", word);
    return name;
}

std::string stored_blocks(std::string_view text)
{
    constexpr std::size_t longest = 0xffff;
    std::uint32_t a = 1;
    std::uint32_t b = 0;
    for (const char c : text) {
        a = (a + byte_of(c)) % 65521;
        b = (b + a) % 65521;
    }
    std::string data("\x78\x01", 2);
    do {
        const std::string_view block = text.substr(0, longest);
        text.remove_prefix(block.size());
        data += text.empty() ? '\x01' : '\0';
        const std::string size = big_endian(block.size(), 2);
        data
            += {size[1], size[0], static_cast<char>(~byte_of(size[1])), static_cast<char>(~byte_of(size[0]))};
        data += block;
    } while (!text.empty());
    return data + big_endian(std::uint64_t{b} << 16U | a, 4);
}

void write_file(const std::filesystem::path& path, std::string_view text)
{
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

}

GitObjects::GitObjects(std::string path) : path_(std::move(path))
{
    const std::filesystem::path git = std::filesystem::path(path_) / ".git";
    std::filesystem::create_directories(git / "objects");
    std::filesystem::create_directories(git / "refs");
    write_file(git / "HEAD", "ref: refs/heads/main\n");
    write_file(git / "config", "[core]\n\trepositoryformatversion = 0\n\tbare = false\n");
}

std::string GitObjects::write(std::string_view type, std::string_view content)
{
    std::string text = fmt::format("{} {}", type, content.size());
    text += '\0';
    text += content;
    std::string id = sha1(text);
    const std::string file = fmt::format("{}/.git/objects/{}/{}", path_, id.substr(0, 2), id.substr(2));
    if (!std::filesystem::exists(file))
        write_file(file, stored_blocks(text));
    return id;
}

std::string GitObjects::write_tree(std::vector<TreeEntry> entries)
{
    std::ranges::sort(
        entries, {}, [](const TreeEntry& entry) { return entry.name + (entry.mode == "40000" ? "/" : ""); });
    std::string content;
    for (const TreeEntry& entry : entries) {
        content += fmt::format("{} {}", entry.mode, entry.name.substr(0, entry.name.find('\0')));
        content += '\0';
        for (std::size_t at = 0; at + 1 < entry.id.size(); at += 2)
            content += static_cast<char>(std::stoi(entry.id.substr(at, 2), nullptr, 16));
    }
    return write("tree", content);
}

}

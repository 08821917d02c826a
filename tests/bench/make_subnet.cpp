// SPDX-License-Identifier: Apache-2.0
// make_subnet FOLDER [NAME=NUMBER…]: writes the output of ibnetdiscover and dump_lfts -n for a three-level fat tree, for timing
// the search for credit loops. The names are listed below.
#include "models/fabric/value/priority.h"
#include "tests/bench/subnet_tree.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace rocelint::bench {
namespace {

struct Word {
    std::string_view name;
    std::uint32_t Shape::*member;
};

constexpr Word words[]{{"pods", &Shape::pods},
    {"leaves", &Shape::leaves},
    {"spines", &Shape::spines},
    {"hosts", &Shape::hosts},
    {"cores", &Shape::cores},
    {"cables", &Shape::cables},
    {"files", &Shape::files},
    {"loop", &Shape::loop}};

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

void flush(fmt::memory_buffer& text, std::FILE* file, std::size_t least)
{
    if (text.size() < least)
        return;
    std::fwrite(text.data(), 1, text.size(), file);
    text.clear();
}

std::uint64_t guid_of(const Tree& tree, std::uint32_t number)
{
    constexpr std::uint64_t first_switch = 0x0c42a10300200000;
    constexpr std::uint64_t first_host = 0x0c42a10300800000;
    return number < tree.switches() ? first_switch + number : first_host + std::uint64_t{number} * 2;
}

void write_topology(const Tree& tree, std::FILE* file)
{
    constexpr std::size_t at_once = 1U << 20U;
    fmt::memory_buffer text;
    const auto out = std::back_inserter(text);
    fmt::format_to(out,
        "#\n# Topology file: generated on Mon Jun  1 12:00:00 2026\n#\n# Initiated from node {:016x} port {:016x}\n",
        guid_of(tree, tree.switches()),
        guid_of(tree, tree.switches()) + 1);
    for (std::uint32_t at = 0; at < tree.nodes(); ++at) {
        const bool is_switch = at < tree.switches();
        const std::uint64_t guid = guid_of(tree, at);
        fmt::format_to(
            out, "\nvendid=0x2c9\ndevid={}\nsysimgguid=0x{:x}\n", is_switch ? "0xd2f2" : "0x101b", guid);
        if (is_switch)
            fmt::format_to(out,
                "switchguid=0x{0:x}({0:x})\nSwitch\t64 \"S-{0:016x}\"\t\t# \"{1}\" enhanced port 0 lid {2} lmc 0\n",
                guid,
                tree.name(at),
                at + 1);
        else
            fmt::format_to(out, "caguid=0x{0:x}\nCa\t1 \"H-{0:016x}\"\t\t# \"{1}\"\n", guid, tree.name(at));
        for (std::uint32_t port = 1; port <= tree.cabled_ports(at); ++port) {
            const Tree::End far = tree.far(at, port);
            const std::uint64_t far_guid = guid_of(tree, far.node);
            if (!is_switch)
                fmt::format_to(out,
                    "[1]({:x}) \t\"S-{:016x}\"[{}]\t\t# lid {} lmc 0 \"{}\" lid {} 4xHDR\n",
                    guid + 1,
                    far_guid,
                    far.port,
                    at + 1,
                    tree.name(far.node),
                    far.node + 1);
            else if (far.node < tree.switches())
                fmt::format_to(out,
                    "[{}]\t\"S-{:016x}\"[{}]\t\t# \"{}\" lid {} 4xHDR\n",
                    port,
                    far_guid,
                    far.port,
                    tree.name(far.node),
                    far.node + 1);
            else
                fmt::format_to(out,
                    "[{}]\t\"H-{:016x}\"[1]({:x}) \t\t# \"{}\" lid {} 4xHDR\n",
                    port,
                    far_guid,
                    far_guid + 1,
                    tree.name(far.node),
                    far.node + 1);
        }
        flush(text, file, at_once);
    }
    flush(text, file, 1);
}

// In pod 0 the first two spines send some packets for other pods down to a leaf, which sends them up to the other spine.
std::optional<std::uint32_t> bounced(const Tree& tree, std::uint32_t at, std::uint32_t to)
{
    constexpr std::uint32_t some = 64;
    const Node here = tree.node(at);
    const Node there = tree.node(to);
    if (here.pod != 0 || here.index > 1 || there.kind != Node::Kind::host || there.pod == 0
        || to % some != here.index)
        return std::nullopt;
    if (here.kind == Node::Kind::spine)
        return 1 + here.index;
    if (here.kind == Node::Kind::leaf)
        return tree.port(at, tree.spine(0, 1 - here.index));
    return std::nullopt;
}

// Writes the tables of the switches [begin, end).
void write_tables(const Tree& tree, bool loop, std::uint32_t begin, std::uint32_t end, std::FILE* file)
{
    constexpr std::size_t at_once = 1U << 20U;
    const auto digits = [](std::uint32_t number) { return "0123456789abcdef"[number & 15U]; };
    fmt::memory_buffer text;
    const auto out = std::back_inserter(text);
    for (std::uint32_t at = begin; at < end; ++at) {
        fmt::format_to(out,
            "Unicast lids [0x0-0x{:x}] of switch DR path slid 0; dlid 0; 0,1 guid 0x{:016x} ({}):\n  Lid  Out   Destination\n"
            "       Port     Info \n",
            tree.nodes(),
            guid_of(tree, at),
            tree.name(at));
        for (std::uint32_t to = 0; to < tree.nodes(); ++to) {
            const std::uint32_t lid = to + 1;
            std::uint32_t port = tree.port(at, to);
            if (loop)
                port = bounced(tree, at, to).value_or(port);
            const std::array<char, 12> row{'0',
                'x',
                digits(lid >> 12U),
                digits(lid >> 8U),
                digits(lid >> 4U),
                digits(lid),
                ' ',
                static_cast<char>('0' + port / 100),
                static_cast<char>('0' + port / 10 % 10),
                static_cast<char>('0' + port % 10),
                ' ',
                '\n'};
            text.append(row.data(), row.data() + row.size());
        }
        fmt::format_to(out, "{} valid lids dumped \n", tree.nodes());
        flush(text, file, at_once);
    }
    flush(text, file, 1);
}

bool take(std::string_view text, Shape& shape)
{
    const std::size_t sign = text.find('=');
    for (const auto& [name, member] : words) {
        const auto number
            = sign == std::string_view::npos ? std::nullopt : parse_number(text.substr(sign + 1));
        if (text.substr(0, sign) == name && number) {
            shape.*member = static_cast<std::uint32_t>(*number);
            return true;
        }
    }
    return false;
}

}
}

int main(int argc, char** argv)
{
    using namespace rocelint::bench;
    Shape shape;
    for (int at = 2; at < argc; ++at) {
        if (take(argv[at], shape))
            continue;
        std::fprintf(stderr, "make_subnet: '%s' is not a name with a number\n", argv[at]);
        return 2;
    }
    const Tree tree(shape);
    constexpr std::uint32_t most_lids = 0xbfff;
    constexpr std::uint32_t most_ports = 254;
    if (argc < 2 || shape.files == 0 || tree.nodes() > most_lids || shape.hosts + shape.spines > most_ports
        || shape.leaves + shape.cores * shape.cables > most_ports || shape.pods * shape.cables > most_ports) {
        std::fputs(
            "usage: make_subnet FOLDER [NAME=NUMBER...], of at most 49151 nodes and 254 ports\n", stderr);
        return 2;
    }
    const std::filesystem::path folder(argv[1]);
    std::filesystem::create_directories(folder);
    const File topology(std::fopen((folder / "ibnetdiscover.txt").c_str(), "wb"), std::fclose);
    if (!topology) {
        std::fputs("make_subnet: the files cannot be written\n", stderr);
        return 1;
    }
    write_topology(tree, topology.get());
    for (std::uint32_t part = 0; part < shape.files; ++part) {
        const File tables(
            std::fopen((folder / fmt::format("dump_lfts-{}.txt", part + 1)).c_str(), "wb"), std::fclose);
        if (!tables) {
            std::fputs("make_subnet: the files cannot be written\n", stderr);
            return 1;
        }
        write_tables(tree,
            shape.loop != 0,
            tree.switches() * part / shape.files,
            tree.switches() * (part + 1) / shape.files,
            tables.get());
    }
    std::printf("%u switches, %u hosts\n", tree.switches(), tree.nodes() - tree.switches());
    return 0;
}

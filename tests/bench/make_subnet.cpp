// SPDX-License-Identifier: Apache-2.0
// make_subnet FOLDER [NAME=NUMBER…]: writes what ibnetdiscover and dump_lfts -n would show of a fat tree of three levels, for
// timing the search for credit loops. The names are those below.
#include "models/fabric/priority.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::bench {
namespace {

// 18 432 hosts on 1 664 switches unless told otherwise.
struct Shape {
    std::uint32_t pods = 18;
    std::uint32_t leaves = 32; ///< in each pod
    std::uint32_t spines = 32; ///< in each pod; as many planes of cores
    std::uint32_t hosts = 32; ///< on each leaf
    std::uint32_t cores = 16; ///< in each plane
    std::uint32_t cables = 2; ///< from each spine to each core of its plane
    std::uint32_t files = 4; ///< that the tables are parted into: one file may have 256 MiB
    std::uint32_t loop = 0; ///< 1: two spines and two leaves send some packets around
};

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

// Which switch, or which host, a number stands for. Leaves come first, then spines, cores and hosts.
struct Node {
    enum class Kind : std::uint8_t { leaf, spine, core, host };
    Kind kind;
    std::uint32_t pod; ///< of a core: its plane
    std::uint32_t index; ///< in the pod or plane; of a host: on its leaf
    std::uint32_t leaf; ///< of a host: in the pod
};

class Tree {
public:
    explicit Tree(const Shape& shape) : shape_(shape) { }

    [[nodiscard]] std::uint32_t leaf(std::uint32_t pod, std::uint32_t index) const
    {
        return pod * shape_.leaves + index;
    }
    [[nodiscard]] std::uint32_t spine(std::uint32_t pod, std::uint32_t index) const
    {
        return shape_.pods * shape_.leaves + pod * shape_.spines + index;
    }
    [[nodiscard]] std::uint32_t core(std::uint32_t plane, std::uint32_t index) const
    {
        return shape_.pods * (shape_.leaves + shape_.spines) + plane * shape_.cores + index;
    }
    [[nodiscard]] std::uint32_t host(std::uint32_t leaf, std::uint32_t index) const
    {
        return switches() + leaf * shape_.hosts + index;
    }
    [[nodiscard]] std::uint32_t switches() const
    {
        return shape_.pods * (shape_.leaves + shape_.spines) + shape_.spines * shape_.cores;
    }
    [[nodiscard]] std::uint32_t nodes() const
    {
        return switches() + shape_.pods * shape_.leaves * shape_.hosts;
    }

    [[nodiscard]] Node node(std::uint32_t number) const
    {
        const std::uint32_t leaves = shape_.pods * shape_.leaves;
        const std::uint32_t spines = leaves + shape_.pods * shape_.spines;
        if (number < leaves)
            return {Node::Kind::leaf, number / shape_.leaves, number % shape_.leaves, 0};
        if (number < spines)
            return {
                Node::Kind::spine, (number - leaves) / shape_.spines, (number - leaves) % shape_.spines, 0};
        if (number < switches())
            return {Node::Kind::core, (number - spines) / shape_.cores, (number - spines) % shape_.cores, 0};
        const std::uint32_t leaf = (number - switches()) / shape_.hosts;
        return {Node::Kind::host,
            leaf / shape_.leaves,
            (number - switches()) % shape_.hosts,
            leaf % shape_.leaves};
    }

    [[nodiscard]] std::string name(std::uint32_t number) const
    {
        const Node one = node(number);
        switch (one.kind) {
        case Node::Kind::leaf:
            return fmt::format("leaf{}.{}", one.pod, one.index);
        case Node::Kind::spine:
            return fmt::format("spine{}.{}", one.pod, one.index);
        case Node::Kind::core:
            return fmt::format("core{}.{}", one.pod, one.index);
        case Node::Kind::host:
            break;
        }
        return fmt::format("host{}.{}.{} mlx5_0", one.pod, one.leaf, one.index);
    }

    // The port by which a switch sends packets for a node on: up by the address, then down.
    [[nodiscard]] std::uint32_t port(std::uint32_t at, std::uint32_t to) const
    {
        if (at == to)
            return 0;
        const Node here = node(at);
        const Node there = node(to);
        const bool below = there.kind == Node::Kind::leaf || there.kind == Node::Kind::host;
        const std::uint32_t leaf_there = there.kind == Node::Kind::host ? there.leaf : there.index;
        const std::uint32_t plane = there.kind == Node::Kind::core ? there.pod
            : there.kind == Node::Kind::spine                      ? there.index
                                                                   : to % shape_.spines;
        switch (here.kind) {
        case Node::Kind::leaf:
            if (there.kind == Node::Kind::host && there.pod == here.pod && there.leaf == here.index)
                return 1 + there.index;
            return shape_.hosts + 1 + plane;
        case Node::Kind::spine:
            if (below && there.pod == here.pod)
                return 1 + leaf_there;
            if (plane != here.index && !below)
                return 1 + to % shape_.leaves; // down to a leaf, which is of its plane too
            if (there.kind == Node::Kind::spine && there.pod == here.pod)
                return 1 + to % shape_.leaves;
            return shape_.leaves + 1
                + (there.kind == Node::Kind::core ? there.index * shape_.cables + to % shape_.cables
                                                  : to / shape_.spines % (shape_.cores * shape_.cables));
        case Node::Kind::core:
        case Node::Kind::host:
            break;
        }
        const std::uint32_t pod = there.kind == Node::Kind::core ? to % shape_.pods : there.pod;
        return 1 + pod * shape_.cables + to % shape_.cables;
    }

    // The node and port at the other end of a switch's port; nothing behind the last cabled one.
    struct End {
        std::uint32_t node;
        std::uint32_t port;
    };
    [[nodiscard]] std::uint32_t cabled_ports(std::uint32_t at) const
    {
        const Node here = node(at);
        return here.kind == Node::Kind::leaf ? shape_.hosts + shape_.spines
            : here.kind == Node::Kind::spine ? shape_.leaves + shape_.cores * shape_.cables
            : here.kind == Node::Kind::core  ? shape_.pods * shape_.cables
                                             : 1;
    }
    [[nodiscard]] End far(std::uint32_t at, std::uint32_t port) const
    {
        const Node here = node(at);
        const std::uint32_t index = port - 1;
        switch (here.kind) {
        case Node::Kind::leaf:
            if (index < shape_.hosts)
                return {host(at, index), 1};
            return {spine(here.pod, index - shape_.hosts), here.index + 1};
        case Node::Kind::spine:
            if (index < shape_.leaves)
                return {leaf(here.pod, index), shape_.hosts + 1 + here.index};
            return {core(here.index, (index - shape_.leaves) / shape_.cables),
                1 + here.pod * shape_.cables + (index - shape_.leaves) % shape_.cables};
        case Node::Kind::core:
            return {spine(index / shape_.cables, here.pod),
                shape_.leaves + 1 + here.index * shape_.cables + index % shape_.cables};
        case Node::Kind::host:
            break;
        }
        return {leaf(here.pod, here.leaf), here.index + 1};
    }

private:
    Shape shape_;
};

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

// In pod 0 the first two spines send some packets for other pods down to a leaf, which sends them up to the other of the two.
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

// The tables of the switches [begin, end).
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

// SPDX-License-Identifier: Apache-2.0
// What several platforms make of the lines of a device in the same way.
#include "drivers/line_cli/grammar/listed_words.h"
#include "drivers/line_cli/grammar/port_ranges.h"
#include "drivers/line_cli/grammar/rows.h"
#include "drivers/line_cli/read/bound_names.h"
#include "drivers/line_cli/read/buffer_lines.h"
#include "drivers/line_cli/read/file_header.h"
#include "drivers/line_cli/read/line_sorter.h"
#include "drivers/line_cli/read/neighbour_lines.h"
#include "drivers/line_cli/read/pause_maps.h"
#include "drivers/line_cli/read/port_steps.h"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_shared {
namespace {

using namespace line_cli::rows;
using namespace line_cli::vocabulary;

enum Scope : Scopes { top = 1, port_scope = 2, profile_scope = 4 };
enum class Kind : std::uint8_t {
    nothing,
    port,
    profile,
    use,
    marks,
    headroom,
    share,
    address,
    route,
    local,
    port_id,
    about,
    name
};

constexpr Statement statements[]{
    reads(top, "interface {rest}", {rest}, Kind::port, "", port_scope),
    defines("profile", reads(top, "profile {name}", {text("name")}, Kind::profile, "", profile_scope)),
    reads(profile_scope, "marks {percent}", {number("percent", 0, 100)}, Kind::marks, ""),
    uses("profile", reads(port_scope, "use {name}", {text("name")}, Kind::use, "")),
    reads(port_scope,
        "headroom {group} {size}",
        {index("group", 7), number("size", 1, 9000)},
        Kind::headroom,
        ""),
    reads(port_scope,
        "share {group} {exponent}",
        {index("group", 7), number("exponent", 1, 9)},
        Kind::share,
        ""),
    reads(port_scope, "ip address {rest}", {rest}, Kind::address, ""),
    reads(top, "ip route {rest}", {rest}, Kind::route, ""),
    reads(top, "local: {rest}", {rest}, Kind::local, ""),
    reads(top, "port: {rest}", {rest}, Kind::port_id, ""),
    reads(top, "about: {rest}", {rest}, Kind::about, ""),
    reads(top, "name: {rest}", {rest}, Kind::name, ""),
};
constexpr Dialect dialect{};
constexpr line_cli::Grammar grammar{dialect, statements, {}};

constexpr line_cli::KindWord kind_words[]{
    {"HundredGigE", PortKind::physical, 100}, {"Bundle", PortKind::lag}, {"Vlan", PortKind::vlan}};
PortKind kind_of_port(std::string_view name) { return line_cli::kind_by_word(name, kind_words); }

struct Config : line_cli::DeviceLines {
    Config(Device& target, const Tree& tree, std::vector<SyntaxProblem>& found)
        : DeviceLines(grammar, top, {&tree, 1}, target, found, kind_of_port)
    {
    }
    std::string steps; ///< which were taken, in order
};

class Sorter final : public line_cli::LineSorter<Config> {
public:
    using LineSorter::LineSorter;

private:
    void take(const Stanza&, const Fact& header, std::span<const Fact> inside) override
    {
        constexpr std::string_view elsewhere[]{"dhcp"};
        if (static_cast<Kind>(header.kind) == Kind::port)
            config_.for_each_port_line(header, {}, inside, [&](std::uint32_t port, const Fact& line) {
                if (static_cast<Kind>(line.kind) == Kind::address)
                    config_.take_spaced_address(port, line, elsewhere, true);
                else
                    config_.said.put(config_.ports[port].place, line);
            });
        else if (static_cast<Kind>(header.kind) == Kind::route)
            config_.take_spaced_route(header, "vpn");
        else
            neighbours_.take(config_, header);
    }
    void take_unmatched(const Node& node) override { config_.steps += std::string(node.key) + ";"; }
    void finish() override { config_.steps += "end;"; }

    line_cli::NeighbourLines neighbours_{{Kind::local, Kind::local, Kind::port_id, Kind::about, Kind::name}};
};

struct Reading {
    Source source;
    Tree tree;
    std::vector<SyntaxProblem> problems;
    Device device;
    Config config;

    explicit Reading(std::string_view written)
        : source(0, "leaf1.cfg", written)
        , tree(parse_indented(source, {.comment = '!'}))
        , config(device, tree, problems)
    {
        Sorter(config).run();
    }
};

template <char letter>
void step(Config& config, std::uint32_t port)
{
    config.steps += std::string{letter} + std::string(config.device.ports[port].name) + ";";
}

}

TEST_CASE("the lines of a device are taken in order, then those that no row reads")
{
    const Reading read("switch#\ninterface HundredGigE1\n   use P\nleaf1#\n");
    CHECK(read.config.steps == "switch#;leaf1#;end;");
    CHECK(read.config.find(read.config.ports[0].place, Kind::use)->text == "P");
}

TEST_CASE("each port with lines of its own is resolved in the steps for its kind")
{
    Reading read(
        "interface HundredGigE1\n   use P\ninterface Bundle2\n   use P\ninterface Vlan3\n   use P\n");
    read.config.port_index("HundredGigE9", {});
    read.config.steps.clear();
    line_cli::resolve_ports(read.config,
        {.link = step<'l'>, .classes = step<'c'>, .of_vlan = step<'v'>, .queues = {step<'p'>, step<'q'>}});
    CHECK(read.config.steps
        == "lHundredGigE1;cHundredGigE1;pHundredGigE1;qHundredGigE1;lBundle2;cBundle2;lVlan3;vVlan3;");
    std::string with_line;
    line_cli::for_each_with(
        read.config, PortKind::vlan, Kind::use, [&](std::uint32_t port, const Fact& line) {
            with_line += std::string(read.device.ports[port].name) + " " + std::string(line.text);
        });
    CHECK(with_line == "Vlan3 P");
}

TEST_CASE("a port whose name has a dot is a subinterface, and a word may say its speed")
{
    CHECK(kind_of_port("HundredGigE1.100") == PortKind::subinterface);
    CHECK(kind_of_port("Bundle1.100") == PortKind::subinterface);
    CHECK(kind_of_port("Vlan1.100") == PortKind::vlan);
    CHECK(line_cli::speed_by_word("HundredGigE1", kind_words) == BitsPerSecond{100'000'000'000});
    CHECK(line_cli::speed_by_word("Bundle1", kind_words) == BitsPerSecond{});
    CHECK(line_cli::speed_by_word("Other1", kind_words) == BitsPerSecond{});
}

TEST_CASE("addresses and routes may have their mask lengths as words of their own")
{
    Reading read("interface HundredGigE1\n   ip address 10.0.0.1 31\n   ip address dhcp\n"
                 "ip route 10.1.0.0 16 10.0.0.0\nip route vpn RED 10.2.0.0 16 10.0.0.0\n");
    read.config.resolve_networks(Kind::use, "management");
    REQUIRE(read.device.forwarding.addresses.size() == 1);
    CHECK(read.device.forwarding.addresses[0].prefix.length == 96 + 31);
    REQUIRE(read.device.forwarding.routes.size() == 1);
    CHECK(read.device.forwarding.routes[0].to.length == 96 + 16);
}

TEST_CASE("lines of a listing make neighbors, one after the other")
{
    const Reading read("local: HundredGigE1\nport: Ethernet7\nabout: uplink\nname: spine1\n"
                       "local: HundredGigE2\nname: spine2\n");
    REQUIRE(read.device.neighbours.size() == 2);
    CHECK(read.device.neighbours[0].device == "spine1");
    CHECK(read.device.neighbours[0].port_id == "Ethernet7");
    CHECK(read.device.neighbours[0].port_description == "uplink");
    CHECK(read.device.neighbours[1].device == "spine2");
    CHECK(read.device.neighbours[1].port_id.empty());
}

TEST_CASE("lines in the block of a name give it duties, if they count")
{
    const auto duties = [](std::string_view written) {
        const Reading read(written);
        constexpr line_cli::LineDuty rows[]{
            {Kind::marks, Duty::marking, [](const Fact& line) { return line.value() != 0; }}};
        NameBook names;
        line_cli::enter_names(names, read.config.lines, rows, [](std::string_view) { return false; });
        REQUIRE(names.unbound().size() == 1);
        return names.unbound()[0].duties;
    };
    CHECK(duties("profile P\n   marks 5\n") == Duties::of(Duty::marking));
    CHECK(duties("profile P\n   marks 0\n") == Duties{});
}

TEST_CASE("groups have the buffers that lines of their port state")
{
    Reading read("interface HundredGigE1\n   headroom 3 500\n   share 4 many\n");
    read.device.ports[0].pfc_tx = {PrioritySet::of(3), read.device.origins.explicit_at({})};
    constexpr std::array kinds{Kind::headroom, Kind::share};
    std::size_t made = 0;
    line_cli::add_groups(
        read.config, 0, 8, kinds, "no line states it", [&](const line_cli::BufferLines<Kind, 2>& lines) {
            CHECK(lines[Kind::headroom]->value(1) == 500);
            CHECK(lines[Kind::share] == nullptr);
            ++made;
            return Ref{7};
        });
    CHECK(made == 1);
    REQUIRE(read.device.groups.size() == 8);
    CHECK(read.device.groups[3].buffer.value == Ref{7});
    CHECK(read.device.groups[3].lossless.is(true));
    CHECK(read.device.groups[4].lossless.is(false));
    CHECK(read.device.origins.look_up(read.device.groups[4].buffer.origin).note == not_understood);
    CHECK(read.device.origins.look_up(read.device.groups[5].buffer.origin).note == "no line states it");
}

TEST_CASE("packets without a tag have the class of the 802.1p value that a port gives them")
{
    Device device;
    ClassMap map;
    const OriginId here = device.origins.explicit_at({});
    map.set(2, 5, here);
    device.maps.push_back(map);
    const auto class_of = [&](const Setting<std::uint8_t>& value) {
        return line_cli::class_of_untagged(device, value, {Ref{0}, here});
    };
    CHECK(class_of({2, here}).is(std::uint8_t{5}));
    CHECK(!class_of(Setting<std::uint8_t>::unread(device.origins.unread("why"))).peek_known());
}

TEST_CASE("lists of words are read as models, numbers and hashed fields")
{
    CHECK(line_cli::is_of_models("CE68 CE88", "CE8850-64CQ"));
    CHECK(!line_cli::is_of_models("CE68 CE88", "CE128"));
    CHECK(!line_cli::is_of_models("", "CE128"));
    CHECK(line_cli::listed_numbers<4>("1 0 2") == std::array<std::uint8_t, 4>{1, 0, 2, 0});
    constexpr line_cli::HashWord words[]{{HashField::source_ip, "src"}, {HashField::source_port, "port"}};
    const HashFields fields = line_cli::hashed_fields("src flow global port", words, {"global"});
    CHECK(fields.has(HashField::source_ip));
    CHECK(fields.has(HashField::other));
    CHECK(!fields.has(HashField::source_port));
    HashFields wanted;
    wanted.insert(HashField::source_port);
    CHECK(line_cli::words_to_hash(fields, wanted, words) == "src port");
    CHECK(line_cli::words_to_hash(fields, fields, words).empty());
}

TEST_CASE("a banner's text ends with the characters that it begins with")
{
    CHECK(line_cli::open_delimiter("% hello") == "%");
    CHECK(line_cli::open_delimiter("% hello %").empty());
    CHECK(line_cli::open_delimiter("^C hello", 2) == "^C");
    CHECK(line_cli::open_delimiter("").empty());
}

}

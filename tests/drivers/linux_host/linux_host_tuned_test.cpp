// SPDX-License-Identifier: Apache-2.0
// Profiles of TuneD, which set up NICs at boot.
#include "drivers/linux_host/config/tuned_choice.h"
#include "tests/drivers/linux_host/script_reading.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace rocelint::tests {
namespace {

constexpr std::string_view profile = "[main]\n"
                                     "include=throughput-performance\n"
                                     "\n"
                                     "[rails]\n"
                                     "type=net\n"
                                     "devices=eth0,eth1\n"
                                     "mtu=9000 # jumbo\n"
                                     "pause=autoneg off rx off tx off\n"
                                     "ring=rx 8192\n"
                                     "\n"
                                     "[sysfs]\n"
                                     "/sys/class/net/eth0/ecn/roce_np/enable/3=1\n"
                                     "/sys/class/infiniband/mlx5_0/tc/1/traffic_class=106\n"
                                     "/sys/class/net/e*/ecn/roce_rp/enable/3=1\n"
                                     "/sys/kernel/mm/ksm/run=0\n"
                                     "\n"
                                     "[sysctl]\n"
                                     "net.ipv4.conf.all.arp_announce=2\n"
                                     "vm.swappiness=10\n"
                                     "\n"
                                     "[script]\n"
                                     "script=${i:PROFILE_DIR}/roce.sh\n"
                                     "\n"
                                     "[bootloader]\n"
                                     "cmdline_roce=iommu=pt pci=realloc=off\n";

}

TEST_CASE("a profile of tuned sets the MTU, link pause and files of its interfaces")
{
    const ReadFiles host("linux-host",
        {{"host1/etc/tuned/roce/tuned.conf", profile},
            {"host1/etc/tuned/roce/roce.sh", "#!/bin/sh\nmlnx_qos -i eth0 --trust dscp\n"},
            {"host1/rdma-link.txt", "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev eth0\n"}});
    CHECK(host.all_recognised());
    CHECK(host.problems().empty());
    for (const std::string_view name : {"eth0", "eth1"}) {
        CAPTURE(name);
        CHECK(port_of(host, name).ip_mtu.is(Bytes{9000}));
        CHECK(port_of(host, name).pause_rx.is(false));
        CHECK(port_of(host, name).pause_tx.is(false));
    }
    REQUIRE(host.nic("mlx5_0") != nullptr);
    CHECK(host.nic("mlx5_0")->traffic_class.is(106));
    CHECK(host.gaps()
        == "14 unsupported /sys/class/net/e*/ecn/roce_rp/enable/3=1\n"
           "25 unsupported cmdline_roce=iommu=pt pci=realloc=off\n");
}

TEST_CASE("a profile of tuned for interfaces that it does not name is unsupported")
{
    const ReadFiles host("linux-host",
        {{"host1/etc/tuned/roce/tuned.conf",
            "[net]\nmtu=9000\n\n[other]\ntype=net\ndevices=eth*\npause=rx on\n"}});
    CHECK(host.gaps() == "2 unsupported mtu=9000\n7 unsupported pause=rx on\n");
    CHECK(host.device().ports.empty());
}

TEST_CASE("what tuned does not accept for link pause is an error and sets nothing")
{
    const ReadFiles host("linux-host",
        {{"host1/etc/tuned/roce/tuned.conf", "[net]\ndevices=eth0\nmtu=9000\npause=rx off tx\n"}});
    REQUIRE(host.problems().size() == 1);
    CHECK(host.problems()[0].message == "tuned does not accept this for pause, and sets nothing");
    CHECK_FALSE(port_of(host, "eth0").pause_rx.known());
}

TEST_CASE("of several profiles of tuned none is taken, and shipped profiles are not read")
{
    const ReadFiles host("linux-host",
        {{"host1/etc/tuned/a/tuned.conf", "[net]\ndevices=eth0\nmtu=9000\n"},
            {"host1/etc/tuned/b/tuned.conf", "[net]\ndevices=eth0\nmtu=1500\n"}});
    REQUIRE(host.problems().size() == 2);
    CHECK(host.problems()[0].severity == SyntaxProblem::Severity::warning);
    CHECK(host.gaps(0) == "3 unsupported mtu=9000\n");
    CHECK(host.gaps(1) == "3 unsupported mtu=1500\n");
    const Source shipped(0, "usr/lib/tuned/network/tuned.conf", "[net]\nmtu=9000\n");
    CHECK(detect(*find_driver("linux-host"), shipped).confidence == 0);
}

TEST_CASE("of several profiles of tuned only those count that are active, and their scripts")
{
    const ReadFiles host("linux-host",
        {{"host1/etc/tuned/active_profile", "b\n"},
            {"host1/etc/tuned/a/tuned.conf", "[net]\ndevices=eth0\nmtu=abc\n"},
            {"host1/etc/tuned/a/roce.sh", "#!/bin/sh\nmlnx_qos -i eth0 --trust pcp\n"},
            {"host1/etc/tuned/b/tuned.conf", "[net]\ndevices=eth0\nmtu=9000\n"},
            {"host1/etc/tuned/b/roce.sh", "#!/bin/sh\nmlnx_qos -i eth0 --trust dscp\n"}});
    CHECK(host.all_recognised());
    CHECK(host.problems().empty());
    CHECK(port_of(host, "eth0").ip_mtu.is(Bytes{9000}));
    CHECK(port_of(host, "eth0").trust.is(Trust::dscp));
    for (std::size_t file = 0; file < 5; ++file)
        CHECK(host.gaps(file).empty());
}

TEST_CASE("a profile of tuned that is not active sets nothing, even if it is the only one of the host")
{
    const ReadFiles host("linux-host",
        {{"host1/etc/tuned/active_profile", "throughput-performance\n"},
            {"host1/etc/tuned/a/tuned.conf", "[net]\ndevices=eth0\nmtu=1500\n"}});
    CHECK(host.problems().empty());
    CHECK(host.gaps(1).empty());
    CHECK(host.device().ports.empty());
    CHECK(host.device().fragment);
}

TEST_CASE("a profile of tuned is laid over those that it includes, section by section")
{
    struct Row {
        std::string_view over; ///< the active profile
        std::uint64_t mtu = 0; ///< of eth0; 0: nothing is set
        bool sets_pause = false;
    };
    constexpr Row rows[]{
        {"[main]\ninclude=base\n", 1500, true},
        {"[main]\ninclude=other, base\n[net]\ndevices=eth0\nmtu=9000\n", 9000, true},
        {"[main]\ninclude=base\n[net]\ndevices=eth0\nmtu=9000\nreplace=1\n", 9000, false},
        {"[main]\ninclude=base\n[net]\ndevices=eth0\ndrop=mtu\n", 0, true},
        {"[main]\ninclude=base\n[net]\ndevices=eth0\nenabled=0\n", 0, false},
        // Its section is for all interfaces, which it does not name.
        {"[main]\ninclude=base\n[net]\nmtu=9000\n", 0, false},
        {"[net]\ndevices=eth0\nmtu=9000\n", 9000, false},
        {"[main]\ninclude=base\n[other]\ntype=net\ndevices=eth1\nmtu=9000\n", 1500, true},
    };
    for (const Row& row : rows) {
        CAPTURE(row.over);
        const ReadFiles host("linux-host",
            {{"host1/etc/tuned/active_profile", "roce"},
                {"host1/etc/tuned/base/tuned.conf", "[net]\ndevices=eth0\nmtu=1500\npause=rx off tx off\n"},
                {"host1/etc/tuned/roce/tuned.conf", row.over}});
        CHECK(host.all_recognised());
        CHECK(host.problems().empty());
        const Port* port = host.port("eth0");
        REQUIRE((port != nullptr) == (row.mtu != 0 || row.sets_pause));
        if (port == nullptr)
            continue;
        CHECK(port->pause_rx.known() == row.sets_pause);
        CHECK(port->ip_mtu.known() == (row.mtu != 0));
        CHECK((row.mtu == 0 || port->ip_mtu.is(Bytes{row.mtu})));
    }
}

TEST_CASE("profiles of tuned that include each other are loaded once each")
{
    const ReadFiles host("linux-host",
        {{"host1/etc/tuned/active_profile", "a b"},
            {"host1/etc/tuned/a/tuned.conf", "[main]\ninclude=b\n[net]\ndevices=eth0\nmtu=9000\n"},
            {"host1/etc/tuned/b/tuned.conf", "[main]\ninclude=a\n[net]\ndevices=eth0\nmtu=1500\n"}});
    CHECK(port_of(host, "eth0").ip_mtu.is(Bytes{9000}));
}

TEST_CASE("hundreds of profiles of tuned that include each other are merged once")
{
    std::vector<std::pair<std::string, std::string>> texts;
    for (int number = 0; number < 600; ++number)
        texts.emplace_back(fmt::format("host1/etc/tuned/p{}/tuned.conf", number),
            fmt::format("[main]\ninclude=p{}\n[net]\ndevices=eth0\nmtu={}\n", number + 1, 1500 + number));
    std::vector<ReadFiles::File> files(texts.begin(), texts.end());
    files.emplace_back("host1/etc/tuned/active_profile", "p0");
    const ReadFiles host("linux-host", std::span<const ReadFiles::File>(files));
    CHECK(port_of(host, "eth0").ip_mtu.is(Bytes{1500}));
}

TEST_CASE("a chain of thousands of profiles of tuned is followed to its end")
{
    constexpr SourceId number_of_profiles = 30000;
    std::vector<std::unique_ptr<Source>> sources;
    for (SourceId number = 0; number < number_of_profiles; ++number)
        sources.push_back(std::make_unique<Source>(number + 1,
            fmt::format("host1/etc/tuned/p{}/tuned.conf", number),
            fmt::format("[main]\ninclude=p{}\n[net]\ndevices=eth0\nmtu={}\n", number + 1, 1500 + number)));
    sources.push_back(
        std::make_unique<Source>(number_of_profiles + 1, "host1/etc/tuned/active_profile", "p0\n"));
    std::vector<Tree> trees(sources.size());
    std::vector<const Tree*> files;
    for (std::size_t at = 0; at < sources.size(); ++at) {
        trees[at].source = sources[at].get();
        files.push_back(&trees[at]);
    }
    const linux_host::TunedChoice choice(files);
    REQUIRE(choice.merged() != nullptr);
    const auto net = std::ranges::find(*choice.merged(), "net", &linux_host::ProfileSection::name);
    REQUIRE(net != choice.merged()->end());
    REQUIRE(net->option("mtu") != nullptr);
    CHECK(net->option("mtu")->value == "1500");
    for (const Tree& tree : trees)
        CHECK(choice.use_of(tree) == linux_host::HostParts::ProfileUse::active);
}

TEST_CASE("sections of a profile of tuned that are off or hold for some kernels only set nothing")
{
    for (const std::string_view off : {"False", "no", "0", "off"}) {
        CAPTURE(off);
        const std::string text = std::string("[net]\nenabled=").append(off) + "\ndevices=eth0\nmtu=9000\n";
        CHECK(ReadFiles("linux-host", {{"host1/etc/tuned/roce/tuned.conf", text}}).device().ports.empty());
    }
    const ReadFiles some("linux-host",
        {{"host1/etc/tuned/roce/tuned.conf", "[net]\nuname_regex=aarch64\ndevices=eth0\nmtu=9000\n"}});
    CHECK(some.gaps() == "4 unsupported mtu=9000\n");
    CHECK(some.device().ports.empty());
}

TEST_CASE(
    "a list of interfaces of tuned may continue, a backslash continues nothing, and a tab begins a comment")
{
    const ReadFiles host("linux-host",
        {{"host1/etc/tuned/roce/tuned.conf",
            "[bootloader]\ncmdline_hpc=quiet \\\n[net]\ndevices=eth0,\n  eth1\nmtu=9000\t# jumbo\n"}});
    CHECK(host.problems().empty());
    CHECK(host.gaps().empty());
    CHECK(port_of(host, "eth0").ip_mtu.is(Bytes{9000}));
    CHECK(port_of(host, "eth1").ip_mtu.is(Bytes{9000}));
}

TEST_CASE("tuned gives an interface to the first section that matches it")
{
    const ReadFiles host("linux-host",
        {{"host1/etc/tuned/roce/tuned.conf",
            "[a]\ntype=net\ndevices=eth0\nmtu=9000\n[b]\ntype=net\ndevices=eth0,ens1\nmtu=1500\n"}});
    REQUIRE(host.problems().size() == 1);
    CHECK(host.problems()[0].severity == SyntaxProblem::Severity::warning);
    CHECK(host.gaps() == "8 unsupported mtu=1500\n");
    CHECK(port_of(host, "eth0").ip_mtu.is(Bytes{9000}));
    CHECK(port_of(host, "ens1").ip_mtu.is(Bytes{1500}));
}

}

// SPDX-License-Identifier: Apache-2.0
#include "tests/e2e/live/linux_host_steps.h"

#include <doctest/doctest.h>

#include <filesystem>

namespace rocelint::e2e::linux_host_steps {
namespace {

constexpr const char* boot_script = "/usr/local/sbin/rocelint-host1.sh";
constexpr const char* boot_unit = "/etc/systemd/system/rocelint-host1.service";

TEST_CASE("a host is read as check reads it, with a reproducible hash")
{
    Host host;
    const Snapshot first = host.read();
    CHECK(first.files[0].name == "host1.txt");
    const Understood read(first.files[0].text);
    CHECK(read.reading.device.name == "host1");
    const Port& port = read.port("ens1f0np0");
    CHECK(port.trust.is(Trust::pcp));
    CHECK(port.pfc_tx.is(PrioritySet{}));
    CHECK(port.ip_mtu.is(Bytes{1500}));
    CHECK(port.link_up.is(true));
    REQUIRE(read.reading.device.nics.size() == 2);
    CHECK(read.reading.device.nics[0].ecn_reaction.is(PrioritySet{0xff}));
    CHECK(read.reading.device.nics[0].cm_tos.is(0));
    CHECK(!holds(first.files[0].text, "valid_lft"));
    CHECK(host.read().hash == first.hash);
}

TEST_CASE("every line that a collected host shows is understood or left out for a reason")
{
    Host host;
    const Understood read(host.read().files[0].text);
    for (const Node& section : *read.tree.root) {
        INFO(section.key);
        CHECK(section.state != CoverageState::unrecognised);
    }
    CHECK(read.reading.problems.empty());
}

TEST_CASE("a link that is down does not change the hash, but a setting does")
{
    Host host(R"({"link_seconds": 600})");
    const std::string before = host.read().hash;
    host.shell("mlnx_qos -i ens1f0np0 --pfc 0,0,0,1,0,0,0,0");
    CHECK(host.read().hash != before);
    host.shell("mlnx_qos -i ens1f0np0 --pfc 0,0,0,0,0,0,0,0");
    const Snapshot down = host.read();
    CHECK(holds(down.files[0].text, "Link detected: no"));
    CHECK(down.hash == before);
    host.shell("ip link set dev ens1f1np1 mtu 9000");
    CHECK(host.read().hash != before);
}

TEST_CASE(
    "a change is staged, put in force, confirmed and kept over a reboot; its undo restores everything exactly")
{
    Host host;
    const std::string before = host.read().hash;
    const Transaction made = host.plan(std::string(Transaction::longest_id, 't'));
    CHECK(holds(*host.live->stage(made), "+ mlnx_qos -i ens1f0np0 --pfc 0,0,0,1,0,0,0,0\n"));
    CHECK(host.read().hash == before);
    CHECK(host.pending(made) == Pending::none);
    host.stage_and_commit(made);
    CHECK(host.pending(made) == Pending::ours);
    const std::string after = host.read().hash;
    CHECK(after != before);
    CHECK(holds(refusal(host.live->persist(made)), "not confirmed"));
    CHECK(host.boot_file(boot_script).empty());
    host.succeed(host.live->confirm(made));
    CHECK(host.pending(made) == Pending::none);
    host.succeed(host.live->confirm(made));
    host.device.set_control(R"({"hurry": true})");
    CHECK(host.read().hash == after);
    host.succeed(host.live->persist(made));
    CHECK(holds(host.boot_file(boot_script), "mlnx_qos -i ens1f0np0 --dscp2prio set,46,3\n"));
    CHECK(holds(host.boot_file(boot_unit), "rocelint-host1.sh"));
    host.device.set_control(Host::quick);

    const Transaction back = Host::reversed(made, "t2");
    host.stage_and_commit(back);
    CHECK(host.read().hash == before);
    host.succeed(host.live->confirm(back));
    host.succeed(host.live->persist(back));
    CHECK(host.boot_file(boot_script).empty());
    CHECK(host.boot_file(boot_unit).empty());

    // A plan that was undone can be pushed again: its transaction keeps its name.
    host.stage_and_commit(made);
    CHECK(host.read().hash == after);
    CHECK(holds(refusal(host.live->stage(made)), "is in force"));
}

TEST_CASE("a host is identified by its board and its RDMA devices, or without both by its installation")
{
    const auto serial = [](Host& host) {
        auto hardware = host.live->hardware();
        REQUIRE(hardware.has_value());
        return hardware->serial;
    };
    Host one;
    Host other;
    (void)one.read();
    (void)other.read();
    CHECK(serial(one).size() == 36 + 1 + 19);
    CHECK(serial(one) == serial(one));
    CHECK(serial(one) != serial(other));
    // Boards whose vendor set no unique UUID, and a host without RDMA.
    const std::string machine = one.boot_file("/etc/machine-id").substr(0, 32);
    one.device.folder().write("root/sys/class/dmi/id/product_uuid", "ffffffff-ffff-ffff-ffff-ffffffffffff\n");
    CHECK(serial(one).starts_with("0c42:a100:0003:"));
    std::filesystem::remove_all(one.device.folder().path("root/sys/class/infiniband"));
    CHECK(serial(one) == machine);
}

TEST_CASE("a kept change survives a reboot, and one that awaits confirmation does not")
{
    Host host;
    const std::string before = host.read().hash;
    const Transaction made = host.plan();
    host.stage_and_commit(made);
    const std::string after = host.read().hash;
    host.shell("systemctl reboot");
    CHECK(host.read().hash == before);
    CHECK(host.pending(made) == Pending::none);
    CHECK(holds(refusal(host.live->confirm(made)), "already been rolled back"));
    host.stage_and_commit(made);
    host.succeed(host.live->confirm(made));
    host.succeed(host.live->persist(made));
    host.shell("systemctl reboot");
    CHECK(host.read().hash == after);
}

TEST_CASE("what a later push keeps is added to what an earlier one kept")
{
    Host host;
    const auto keep = [&](const std::string& id, const std::string& line, const std::string& before) {
        Transaction one;
        one.id = id;
        one.ports = {"ens1f0np0"};
        one.commands = "set -eu\n" + line + "\n";
        one.undo = "set -eu\n" + before + "\n";
        one.persistent = "cat > /usr/local/sbin/rocelint-host1.sh <<'END'\n#!/bin/sh\nset -eu\n" + line
            + "\nEND\nchmod 755 x\ncat > /etc/systemd/system/rocelint-host1.service <<'END'\n[Service]\nEND\n";
        host.stage_and_commit(one);
        host.succeed(host.live->confirm(one));
        host.succeed(host.live->persist(one));
    };
    keep("t1", "ip link set dev ens1f0np0 mtu 9000", "ip link set dev ens1f0np0 mtu 1500");
    keep("t2", "mlnx_qos -i ens1f0np0 --trust dscp", "mlnx_qos -i ens1f0np0 --trust pcp");
    keep("t3", "ip link set dev ens1f0np0 mtu 4200", "ip link set dev ens1f0np0 mtu 9000");
    CHECK(host.boot_file(boot_script)
        == "#!/bin/sh\nset -eu\nmlnx_qos -i ens1f0np0 --trust dscp\nip link set dev ens1f0np0 mtu 4200\n");
}

TEST_CASE(
    "an undo restores a map that trust discarded, each side of link pause, and the scheduling of classes")
{
    Host host;
    host.shell(
        "mlnx_qos -i ens1f0np0 --trust dscp; mlnx_qos -i ens1f0np0 --dscp2prio set,46,3; ethtool -A ens1f0np0 rx on");
    const Snapshot before = host.read();
    const Understood now(before.files[0].text);
    SchedulerTarget half;
    half.bandwidth = Percent{5000};
    Change share = now.change(Property::scheduler, half);
    share.number = 3;
    const std::vector<Change> changes{
        now.change(Property::trust, Trust::pcp), now.change(Property::link_pause, false), share};
    Transaction made;
    made.id = "t1";
    made.ports = {"ens1f0np0"};
    made.commands = platform().commands({&now.tree, 1}, now.reading.device, changes).text;
    const Commands back = platform().undo({&now.tree, 1}, {&now.tree, 1}, now.reading.device, changes);
    REQUIRE(back.refused.empty());
    made.undo = back.text;
    host.stage_and_commit(made);
    const Understood changed(host.read().files[0].text);
    CHECK(changed.port("ens1f0np0").trust.is(Trust::pcp));
    CHECK(changed.port("ens1f0np0").pause_rx.is(false));
    REQUIRE(host.live->abandon(made).has_value());
    CHECK(host.read().hash == before.hash);
}

TEST_CASE("a setting that a host cannot unset, or did not show, has no undo")
{
    Host host;
    const Understood now(host.read().files[0].text);
    const auto refused = [&](const Change& change) {
        const Commands back
            = platform().undo({&now.tree, 1}, {&now.tree, 1}, now.reading.device, {&change, 1});
        REQUIRE(back.refused.size() == 1);
        CHECK(back.text.empty());
        return back.refused[0].reason;
    };
    CHECK(holds(refused(now.change(Property::fec, Fec::rs)), "FEC"));
    Change reserve = now.change(Property::reserve, Bytes{65536});
    reserve.number = 3;
    CHECK(holds(refused(reserve), "by hand"));
}

}
}

// SPDX-License-Identifier: Apache-2.0
#include "drivers/driver.h"
#include "drivers/linux_host/capture_script.h"
#include "drivers/live.h"
#include "drivers/transport/ssh_session.h"
#include "models/text/source.h"
#include "tests/e2e/device.h"

#include <doctest/doctest.h>

namespace rocelint::e2e {
namespace {

using std::chrono::seconds;

const Driver& platform() { return *find_driver("linux-host"); }

// What one file of a host says.
struct Understood {
    explicit Understood(const std::string& text)
        : source(SourceId{0}, "host1.txt", text)
        , tree(platform().parse(source))
        , reading(platform().read({&tree, 1}, "x"))
    {
    }
    [[nodiscard]] const Port& port(std::string_view name) const
    {
        const std::uint32_t index = reading.device.find_port(name);
        REQUIRE(index != Port::no_index);
        return reading.device.ports[index];
    }
    [[nodiscard]] Change change(Property property, ChangeValue value) const
    {
        Change made;
        made.port.port = reading.device.find_port("ens1f0np0");
        made.property = property;
        made.value = std::move(value);
        return made;
    }
    Source source;
    Tree tree;
    Reading reading;
};

// Priority 3 becomes lossless, and DSCP 26 is sorted into it.
std::vector<Change> enable(const Understood& host)
{
    return {host.change(Property::pfc, PriorityDelta{PrioritySet{8}, {}}),
        host.change(Property::trust, Trust::dscp),
        host.change(Property::dscp_map, MapEntry{MapKind::dscp_to_tc, 46, 3}),
        host.change(Property::mtu, Bytes{9000}),
        host.change(Property::congestion_control, PriorityDelta{{}, PrioritySet{1}}),
        host.change(Property::rdma_marking, std::uint8_t{106})};
}

class Host {
public:
    explicit Host(const std::string& control = {}, const std::string& interfaces = {})
        : device(Device::Kind::linux_host, control)
    {
        if (!interfaces.empty())
            device.folder().write("interfaces.json", interfaces);
        connect();
    }

    void connect()
    {
        LiveTarget target;
        target.endpoint = device.endpoint("host1");
        target.device = "host1";
        auto opened = platform().open(target);
        REQUIRE_MESSAGE(opened.has_value(), opened.error().message);
        live = *std::move(opened);
    }

    Snapshot read()
    {
        auto snapshot = live->read();
        REQUIRE_MESSAGE(snapshot.has_value(), snapshot.error().message);
        REQUIRE(snapshot->files.size() == 1);
        return *std::move(snapshot);
    }

    Transaction plan(const std::string& id = "t1")
    {
        const Understood now(read().files[0].text);
        const std::vector<Change> changes = enable(now);
        const Commands forward = platform().commands({&now.tree, 1}, now.reading.device, changes);
        const Commands back = platform().undo({&now.tree, 1}, {&now.tree, 1}, now.reading.device, changes);
        REQUIRE(forward.refused.empty());
        REQUIRE(back.refused.empty());
        Transaction transaction;
        transaction.id = id;
        transaction.ports = {"ens1f0np0"};
        transaction.disruptive = true;
        transaction.commands = forward.text;
        transaction.persistent = forward.persistent;
        transaction.undo = back.text;
        transaction.undo_persistent = back.persistent;
        return transaction;
    }

    static Transaction reversed(const Transaction& made, const std::string& id)
    {
        Transaction back = made;
        back.id = id;
        std::swap(back.commands, back.undo);
        std::swap(back.persistent, back.undo_persistent);
        return back;
    }

    void shell(const std::string& command)
    {
        auto session = SshSession::connect(device.endpoint());
        REQUIRE(session.has_value());
        auto run = session->exec(command);
        REQUIRE(run.has_value());
        CHECK_MESSAGE(run->status == 0, command, ": ", run->err);
    }

    [[nodiscard]] std::string boot_file(const std::string& path) const
    {
        return file_text(device.folder().path("root" + path));
    }

    void stage_and_commit(const Transaction& transaction)
    {
        const auto ready = live->check_ready(transaction);
        REQUIRE_MESSAGE(ready.has_value(), ready.error().message);
        const auto staged = live->stage(transaction);
        REQUIRE_MESSAGE(staged.has_value(), staged.error().message);
        const auto committed = live->commit(transaction, live->least_window(transaction));
        REQUIRE_MESSAGE(committed.has_value(), committed.error().message);
    }

    Pending pending(const Transaction& transaction)
    {
        auto state = live->pending(transaction);
        REQUIRE_MESSAGE(state.has_value(), state.error().message);
        return *state;
    }

    void succeed(const Result<void>& result) { CHECK_MESSAGE(result.has_value(), result.error().message); }

    Device device;
    std::unique_ptr<LiveDevice> live;
};

template <class T>
std::string refusal(const Result<T>& result)
{
    REQUIRE(!result.has_value());
    CHECK(result.error().kind == ErrorKind::refused);
    return result.error().message;
}

constexpr const char* boot_script = "/usr/local/sbin/rocelint-host1.sh";
constexpr const char* boot_unit = "/etc/systemd/system/rocelint-host1.service";

TEST_CASE("a host is read as check reads it, and twice with the same hash")
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

TEST_CASE("a link that is down does not change the hash, and a setting does")
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
    "a change is staged, put in force, confirmed and kept over a reboot; its undo restores all of it exactly")
{
    Host host;
    const std::string before = host.read().hash;
    const Transaction made = host.plan();
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
    host.device.set_control("{}");

    const Transaction back = Host::reversed(made, "t2");
    host.stage_and_commit(back);
    CHECK(host.read().hash == before);
    host.succeed(host.live->confirm(back));
    host.succeed(host.live->persist(back));
    CHECK(host.boot_file(boot_script).empty());
    CHECK(host.boot_file(boot_unit).empty());
}

TEST_CASE("a kept change is there after a reboot, and one that waits for its confirmation is not")
{
    Host host;
    const std::string before = host.read().hash;
    const Transaction made = host.plan();
    host.stage_and_commit(made);
    const std::string after = host.read().hash;
    host.shell("systemctl reboot");
    CHECK(host.read().hash == before);
    CHECK(host.pending(made) == Pending::none);
    CHECK(holds(refusal(host.live->confirm(made)), "taken back already"));
    host.stage_and_commit(made);
    host.succeed(host.live->confirm(made));
    host.succeed(host.live->persist(made));
    host.shell("systemctl reboot");
    CHECK(host.read().hash == after);
}

TEST_CASE("what a later push keeps stands beside what an earlier one kept")
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

TEST_CASE("whoever is left alone takes the change back, whether our connection stands or not")
{
    Host host(R"({"faults": [{"match": "mtu 9000", "do": "drop_after"}]})");
    const std::string before = host.read().hash;
    const Transaction made = host.plan();
    REQUIRE(host.live->stage(made).has_value());
    const auto lost = host.live->commit(made, seconds(600));
    REQUIRE(!lost.has_value());
    CHECK(lost.error().kind == ErrorKind::unreachable);
    host.connect();
    CHECK(host.pending(made) == Pending::ours);
    host.device.set_control(R"({"hurry": true})");
    CHECK(wait_for([&] { return host.pending(made) == Pending::none; }));
    CHECK(host.read().hash == before);
    CHECK(holds(refusal(host.live->confirm(made)), "taken back already"));
    const auto left = host.live->abandon(made);
    REQUIRE(left.has_value());
    CHECK(*left == seconds(0));
}

TEST_CASE("a new session confirms what the old one put in force, and is refused by a change of somebody else")
{
    Host host;
    const Transaction made = host.plan();
    host.stage_and_commit(made);
    host.connect();
    Transaction other = made;
    other.id = "t9";
    CHECK(host.pending(other) == Pending::foreign);
    CHECK(holds(refusal(host.live->check_ready(other)), "waits for its confirmation"));
    REQUIRE(host.live->stage(other).has_value());
    CHECK(holds(refusal(host.live->commit(other, seconds(60))), "somebody else"));
    REQUIRE(host.live->abandon(other).has_value());
    CHECK(host.pending(made) == Pending::ours);
    host.succeed(host.live->confirm(made));
    CHECK(host.pending(other) == Pending::none);
}

TEST_CASE("a transaction is abandoned in every state")
{
    Host host;
    const std::string before = host.read().hash;
    const Transaction made = host.plan();
    const auto gone = [&] {
        const auto left = host.live->abandon(made);
        REQUIRE_MESSAGE(left.has_value(), left.error().message);
        CHECK(*left == seconds(0));
        CHECK(host.pending(made) == Pending::none);
        CHECK(host.read().hash == before);
    };
    gone();
    REQUIRE(host.live->stage(made).has_value());
    gone();
    host.stage_and_commit(made);
    gone();
    gone();
    host.stage_and_commit(made);
    host.succeed(host.live->confirm(made));
    REQUIRE(host.live->abandon(made).has_value());
    CHECK(host.read().hash != before);
}

TEST_CASE("a command that is refused in the middle leaves nothing")
{
    Host host(
        R"({"faults": [{"match": "--dscp2prio set,46,3", "count": 1, "do": "refuse", "text": "busy"}]})");
    const std::string before = host.read().hash;
    const Transaction made = host.plan();
    REQUIRE(host.live->stage(made).has_value());
    const std::string said = refusal(host.live->commit(made, seconds(60)));
    CHECK(holds(said, "taken back: busy"));
    CHECK(host.pending(made) == Pending::none);
    CHECK(host.read().hash == before);
    host.device.set_control("{}");
    host.stage_and_commit(made);
    CHECK(host.read().hash != before);
}

TEST_CASE("a command that says ok and does nothing shows when the host is read")
{
    Host host(R"({"faults": [{"match": "--pfc", "do": "lie"}]})");
    const Transaction made = host.plan();
    host.stage_and_commit(made);
    const Understood read(host.read().files[0].text);
    CHECK(read.port("ens1f0np0").trust.is(Trust::dscp));
    CHECK(read.port("ens1f0np0").pfc_tx.is(PrioritySet{}));
}

TEST_CASE("without a timer that runs nothing is changed")
{
    for (const char* fault : {R"({"faults": [{"match": "systemd-run", "do": "refuse", "text": "no bus"}]})",
             R"({"faults": [{"match": "systemd-run", "do": "lie"}]})"}) {
        Host host(fault);
        const std::string before = host.read().hash;
        const Transaction made = host.plan();
        REQUIRE(host.live->stage(made).has_value());
        refusal(host.live->commit(made, seconds(60)));
        CHECK(host.pending(made) == Pending::none);
        CHECK(host.read().hash == before);
    }
}

TEST_CASE("a timer that cannot be stopped is no confirmation, and strikes")
{
    Host host(R"({"faults": [{"match": "systemctl stop", "do": "lie"}]})");
    const std::string before = host.read().hash;
    const Transaction made = host.plan();
    host.stage_and_commit(made);
    const auto confirmed = host.live->confirm(made);
    REQUIRE(!confirmed.has_value());
    CHECK(holds(confirmed.error().message, "cannot be stopped"));
    CHECK(host.pending(made) == Pending::ours);
    host.device.set_control(R"({"hurry": true})");
    CHECK(wait_for([&] { return host.pending(made) == Pending::none; }));
    CHECK(host.read().hash == before);
}

TEST_CASE("the way back is tried again where a command of it fails")
{
    Host host(R"({"faults": [{"match": "mtu 1500", "count": 1, "do": "refuse"}]})");
    const std::string before = host.read().hash;
    const Transaction made = host.plan();
    host.stage_and_commit(made);
    REQUIRE(host.live->abandon(made).has_value());
    CHECK(host.read().hash == before);
}

TEST_CASE("the interface of our own connection is not touched, also below a bond or a VLAN")
{
    constexpr const char* below
        = R"({"ens1f0np0": {"rdma": "mlx5_0", "master": "bond0"}, "ens1f1np1": "mlx5_1",
        "bond0": {"rdma": ""}, "bond0.7": {"rdma": "", "link": "bond0"}, "eth0": ""})";
    for (const char* interface : {"ens1f0np0", "bond0", "bond0.7"}) {
        Host host(std::string(R"({"ssh_interface": ")") + interface + "\"}", below);
        CHECK(holds(refusal(host.live->check_ready(host.plan())), "carries this SSH connection"));
    }
    Host host(R"({"ssh_interface": "eth0"})", below);
    host.succeed(host.live->check_ready(host.plan()));
    host.device.set_control(R"({"ssh_interface": "nowhere"})");
    CHECK(holds(refusal(host.live->check_ready(host.plan())), "cannot be told"));
}

TEST_CASE("a port whose DCBX the firmware has is refused, with what to do")
{
    Host host;
    host.shell("mlnx_qos -i ens1f0np0 --dcbx fw");
    const std::string said = refusal(host.live->check_ready(host.plan()));
    CHECK(holds(said, "mlnx_qos -i ens1f0np0 --dcbx os"));
}

TEST_CASE("what has no way back, or would not be kept, is refused")
{
    Host host;
    Transaction made = host.plan();
    made.undo.clear();
    CHECK(holds(refusal(host.live->check_ready(made)), "taken back"));
    made = host.plan();
    made.persistent = "# rocelint fix --write corrects setup.sh: put the files back on the host\n";
    CHECK(holds(refusal(host.live->check_ready(made)), "setup.sh"));
    made = host.plan();
    made.commands = "if\n";
    CHECK(holds(refusal(host.live->stage(made)), "does not take do.sh"));
    CHECK(host.pending(made) == Pending::none);
}

TEST_CASE("links, RDMA ports and counters are told, and what cannot be read is named")
{
    Host host(R"({"link_seconds": 600, "counters": {"ens1f0np0": {"rx_prio3_discards": 7}}})");
    host.shell("mlnx_qos -i ens1f0np0 --pfc 0,0,0,1,0,0,0,0");
    auto all = host.live->health({});
    REQUIRE(all.has_value());
    REQUIRE(all->links.size() == 2);
    CHECK(all->links[0].port == "ens1f0np0");
    CHECK(!all->links[0].up);
    CHECK(!all->links[0].rdma);
    CHECK(all->links[1].up);
    REQUIRE(all->counters.size() == 8);
    bool found = false;
    for (const PortCounter& counter : all->counters) {
        if (counter.name == "rx_prio3_discards" && counter.port == "ens1f0np0")
            found = counter.value == 7 && counter.kind == PortCounter::Kind::drop;
    }
    CHECK(found);
    host.device.set_control(R"({"hurry": true})");
    auto some = host.live->health({"ens1f0np0", "ens9"});
    REQUIRE(some.has_value());
    REQUIRE(some->links.size() == 1);
    CHECK(some->links[0].up);
    CHECK(some->links[0].rdma);
    CHECK(!some->unknown.empty());
}

TEST_CASE("the script for hosts without access runs under dash and bash and prints what is read")
{
    Host host;
    const std::string script = host.device.folder().write("collect.sh", linux_host::capture_script());
    for (const char* shell : {"/bin/dash", "/bin/bash --posix"}) {
        auto session = SshSession::connect(host.device.endpoint());
        REQUIRE(session.has_value());
        auto run = session->exec(std::string(shell) + ' ' + script);
        REQUIRE(run.has_value());
        CHECK(run->status == 0);
        CHECK(run->err.empty());
        CHECK(holds(run->out, "+ rdma link\n"));
    }
}

}
}

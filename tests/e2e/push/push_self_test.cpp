// SPDX-License-Identifier: Apache-2.0
// The self-test of a push, on every emulated platform: the timer strikes, and nothing is different afterwards.
#include "drivers/driver.h"
#include "push/reach/reading.h"
#include "push/run/self_test.h"
#include "tests/e2e/push/one_device.h"
#include "tests/e2e/server/junos_text.h"
#include "tests/support/reason.h"

#include <fmt/format.h>

namespace rocelint::e2e {
namespace {

struct Platform {
    const char* name;
    Device::Kind kind;
    const char* spare; ///< its spare port
    /// The command to the emulator, with {} for the port, so that it has no link.
    const char* control = R"("down": ["{}"])";
    /// A text of its example, and what stands there instead.
    std::string_view instead_of = {};
    std::string_view with = {};
};

constexpr Platform tried_platforms[]{
    {"eos", Device::Kind::eos, ""},
    {"onyx", Device::Kind::onyx, ""},
    {"nxos", Device::Kind::nxos, ""},
    {"os10", Device::Kind::os10, ""},
    {"sonic-cli", Device::Kind::sonic_cli, ""},
    {"aoscx", Device::Kind::aoscx, ""},
    {"vrp", Device::Kind::vrp, ""},
    {"nvue", Device::Kind::nvue, ""},
    {"sonic", Device::Kind::sonic, "", R"("down_ports": ["{}"])"},
    {"junos", Device::Kind::junos, "", R"("ports": {{"{}": {{"up": false}}}})"},
    {"linux-host", Device::Kind::linux_host, "ens1f1np1", R"("link_seconds": 0)"},
};

// A device of the platform with one port that has no link.
class Spare {
public:
    explicit Spare(const Platform& platform)
        : platform_(platform)
        , driver_(*find_driver(platform.name))
        , device_(
              platform.kind, {}, platform.kind == Device::Kind::junos ? junos_xml(example()) : std::string())
    {
        const std::string text = example();
        if (platform.kind == Device::Kind::linux_host)
            device_.folder().write("interfaces.json",
                R"({"ens1f0np0": "mlx5_0", "ens1f1np1": {"rdma": "mlx5_1", "down_until": 99999999999}, "eth0": ""})");
        else if (platform.kind == Device::Kind::sonic)
            device_.folder().write("config_db.json", text);
        else if (platform.kind != Device::Kind::junos)
            device_.folder().write("startup-config", text);
        port_ = platform.spare;
        if (port_.empty())
            port_ = last_port();
        control({});
    }

    void control(const std::string& more) const
    {
        std::string words = platform_.control;
        if (holds(words, "{}"))
            words = fmt::format(fmt::runtime(words), port_);
        device_.set_control(fmt::format("{{{}{}{}}}", words, more.empty() ? "" : ", ", more));
    }

    // `cancel` may be null.
    [[nodiscard]] Result<std::unique_ptr<LiveDevice>> open(const CancelFlag* cancel) const
    {
        LiveTarget target;
        target.cancel = cancel;
        target.endpoint = device_.endpoint("leaf1");
        target.device = "leaf1";
        target.netconf = platform_.kind == Device::Kind::junos;
        target.state_key = "a key of this test alone";
        return driver_.open(target);
    }

    [[nodiscard]] Snapshot read() const
    {
        auto live = open(nullptr);
        REQUIRE_MESSAGE(live.has_value(), testing::reason(live));
        auto snapshot = (*live)->read();
        REQUIRE_MESSAGE(snapshot.has_value(), testing::reason(snapshot));
        return *std::move(snapshot);
    }

    // What happens as soon as the change is in force.
    enum class Then { strike, strike_in_vain, interrupt };

    // Runs the self-test. Then the timer strikes, with or without effect, or Ctrl-C is pressed.
    Result<void> test(const std::string& port, Then then = Then::strike)
    {
        push::SelfTest test{.device = "leaf1",
            .driver = driver_,
            .port = port,
            .window = std::chrono::seconds(300),
            .open = [this] { return open(&cancelled_); },
            .open_again = [this] { return open(nullptr); },
            .cancel = &cancelled_,
            .report = {}};
        test.report = [this, then](const push::SelfTestStep& step) {
            steps += step.what + '\n';
            if (!holds(step.what, "awaits a confirmation"))
                return;
            in_force = read().hash;
            if (then == Then::strike)
                control(R"("hurry": true)");
            else if (then == Then::strike_in_vain)
                control(R"("hurry": true, "job_fails": true)");
            else
                cancelled_ = true;
        };
        return push::run_self_test(test);
    }

    [[nodiscard]] const std::string& port() const { return port_; }
    [[nodiscard]] std::string commands() const { return device_.commands(); }
    std::string steps; ///< as they were reported
    std::string in_force; ///< the hash meanwhile

private:
    [[nodiscard]] std::string example() const
    {
        std::string text = replaced(std::string(driver_.base_example), "@NAME@", "leaf1");
        if (platform_.kind == Device::Kind::nxos)
            text = replaced(std::move(text), "feature lldp", "feature lldp\nfeature scheduler");
        return platform_.instead_of.empty() ? text
                                            : replaced(std::move(text), platform_.instead_of, platform_.with);
    }

    [[nodiscard]] std::string last_port() const
    {
        std::string name;
        const ReadDevice device = push::read_collected(driver_, "leaf1", read().files);
        for (const Port& port : device.device.ports) {
            if (port.kind == PortKind::physical && port.lag == Port::no_index)
                name = port.name;
        }
        REQUIRE(!name.empty());
        return name;
    }

    const Platform& platform_;
    const Driver& driver_;
    Device device_;
    std::string port_;
    CancelFlag cancelled_{false};
};

TEST_CASE("every platform rolls back by itself what the self-test does not confirm, byte for byte")
{
    for (const Platform& platform : tried_platforms) {
        CAPTURE(std::string(platform.name));
        Spare spare(platform);
        const Snapshot before = spare.read();
        const auto passed = spare.test(spare.port());
        CAPTURE(spare.steps);
        CHECK_MESSAGE(passed.has_value(), testing::reason(passed));
        CHECK(holds(spare.steps, "byte for byte"));
        CHECK(!spare.in_force.empty());
        CHECK(spare.in_force != before.hash);
        const Snapshot after = spare.read();
        CHECK(after.hash == before.hash);
        REQUIRE(after.files.size() == before.files.size());
        for (std::size_t at = 0; at < after.files.size(); ++at)
            CHECK(after.files[at].text == before.files[at].text);
        if (platform.kind == Device::Kind::nxos) {
            CHECK(holds(spare.commands(), "mtu 9000"));
            CHECK(holds(spare.commands(), "no checkpoint rl-"));
        }
    }
}

TEST_CASE("the self-test gives a switched port of NX-OS an MTU that it takes")
{
    constexpr Platform switched{.name = "nxos",
        .kind = Device::Kind::nxos,
        .spare = "",
        .instead_of = "  no switchport\n  mtu 9216\n",
        .with = "  switchport\n"};
    Spare spare(switched);
    const auto passed = spare.test(spare.port());
    CAPTURE(spare.steps);
    CHECK_MESSAGE(passed.has_value(), testing::reason(passed));
    CHECK(holds(spare.steps, "MTU 9216 of"));
}

TEST_CASE("the self-test says why it cannot use a switched port of EOS")
{
    constexpr Platform switched{.name = "eos",
        .kind = Device::Kind::eos,
        .spare = "",
        .instead_of = "   mtu 9214\n   speed 100g-4\n   no switchport\n",
        .with = "   speed 100g-4\n"};
    Spare spare(switched);
    const auto refused = spare.test(spare.port());
    REQUIRE(!refused.has_value());
    CHECK_MESSAGE(holds(refused.error().message, "this port is switched"), refused.error().message);
}

TEST_CASE("after Ctrl-C the self-test rolls the change back at once, over a connection of its own")
{
    Spare spare(tried_platforms[0]);
    const Snapshot before = spare.read();
    const auto ended = spare.test(spare.port(), Spare::Then::interrupt);
    REQUIRE(!ended.has_value());
    CHECK_MESSAGE(
        holds(ended.error().message, "the change was rolled back from here"), ended.error().message);
    CHECK(spare.in_force != before.hash);
    CHECK(spare.read().hash == before.hash);
}

TEST_CASE("the self-test rolls back from here what the device's own timer left in force, and reports that")
{
    for (const Platform& platform : tried_platforms) {
        const bool can_be_rolled_back = platform.kind == Device::Kind::nxos;
        if (!can_be_rolled_back && platform.kind != Device::Kind::eos)
            continue;
        CAPTURE(std::string(platform.name));
        Spare spare(platform);
        const Snapshot before = spare.read();
        const auto failed = spare.test(spare.port(), Spare::Then::strike_in_vain);
        CAPTURE(spare.steps);
        REQUIRE(!failed.has_value());
        CAPTURE(failed.error().message);
        CHECK(holds(failed.error().message, "after its rollback the configuration is not the one before"));
        CHECK(!holds(spare.steps, "by itself"));
        CHECK(spare.in_force != before.hash);
        // EOS has no record of a change whose timer has run out.
        CHECK(holds(failed.error().message,
            can_be_rolled_back ? "the change was rolled back from here"
                               : "it could not be rolled back from here: look at the port"));
        CHECK((spare.read().hash == before.hash) == can_be_rolled_back);
    }
}

TEST_CASE("the self-test refuses a port that has a link or does not exist, and changes nothing")
{
    Spare spare(tried_platforms[0]);
    const Snapshot before = spare.read();
    const auto unknown = spare.test("Ethernet99/9");
    REQUIRE(!unknown.has_value());
    CHECK(holds(unknown.error().message, "it has no port Ethernet99/9"));
    const auto used = spare.test("Ethernet1/1");
    REQUIRE(!used.has_value());
    CHECK(holds(used.error().message, "Ethernet1/1 has a link: name a spare port"));
    CHECK(spare.read().hash == before.hash);
    CHECK(spare.in_force.empty());
}

TEST_CASE("the self-test is run by its option, with a port and an inventory")
{
    const OneDevice one(Device::Kind::eos, "eos", {});
    const Run incomplete = one.run({"push", "--self-test", "leaf1"});
    CHECK(incomplete.code == 2);
    CHECK(incomplete.says("--self-test needs --port"));
    const Run used
        = one.run({"push", "--self-test", "leaf1", "--port", "Ethernet1/1", "--inventory", "inventory.yaml"});
    CHECK(used.code == 4);
    CHECK(used.says("Ethernet1/1 has a link"));
    // It watches no drops, so that its window may be as short as the device allows.
    const Run short_window = one.run({"push",
        "--self-test",
        "leaf1",
        "--port",
        "Ethernet1/1",
        "--inventory",
        "inventory.yaml",
        "--confirm-timeout",
        "5"});
    CHECK(short_window.code == 4);
    CHECK(short_window.says("Ethernet1/1 has a link"));
}

}
}

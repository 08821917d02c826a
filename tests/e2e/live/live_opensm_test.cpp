// SPDX-License-Identifier: Apache-2.0
// Pushes to the host of a subnet manager: the real opensm over a simulated subnet.
#include "drivers/driver.h"
#include "drivers/live.h"
#include "tests/e2e/manager_files.h"
#include "tests/e2e/server/device.h"
#include "tests/support/reason.h"
#include "tests/support/skip.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace rocelint::e2e::live_opensm {
namespace {

using std::chrono::seconds;

bool is_missing()
{
    if (can_run_opensm())
        return false;
    testing::skip("opensm, ibsim or infiniband-diags are not installed, or no namespace can be made");
    return true;
}

constexpr const char* by_signal = "# opensm reads its files again by SIGHUP\n";
constexpr const char* by_restart = "# opensm reads its files again by a restart of its service\n";

// The line of an option in opensm.conf, by its number in wrong_manager.
struct Line {
    unsigned number;
    const char* old;
    const char* fresh;
};
constexpr Line timeout{12, "subnet_timeout 16", "subnet_timeout 18"};

std::string patch(const Line& line, const std::string& how, const std::string& meant)
{
    return fmt::format(
        "{}# then opensm runs with: {}\n--- opensm.conf\n+++ opensm.conf\n@@ -{},1 +{},1 @@\n-{}\n+{}\n",
        how,
        meant,
        line.number,
        line.number,
        line.old,
        line.fresh);
}

struct Host {
    Device device;
    std::unique_ptr<LiveDevice> live;

    explicit Host(std::string_view options = wrong_manager)
        : device(Device::Kind::opensm, {}, std::string(options))
    {
        connect();
    }
    void connect()
    {
        LiveTarget target;
        target.endpoint = device.endpoint("sm1");
        target.device = "sm1";
        target.state_key = "a key of this test alone";
        auto opened = find_driver("opensm")->open(target);
        REQUIRE_MESSAGE(opened.has_value(), testing::reason(opened));
        live = *std::move(opened);
    }
    [[nodiscard]] Snapshot read() const
    {
        auto snapshot = live->read();
        REQUIRE_MESSAGE(snapshot.has_value(), testing::reason(snapshot));
        return *snapshot;
    }
    [[nodiscard]] std::string path(const std::string& name) const
    {
        return device.folder().path("etc/opensm/" + name);
    }
    [[nodiscard]] std::string options() const { return file_text(path("opensm.conf")); }
    [[nodiscard]] std::string said() const { return file_text(device.folder().path("opensm.out")); }
    [[nodiscard]] std::string pid() const { return file_text(device.folder().path("opensm.pid")); }
    // The files that a push left on the host.
    [[nodiscard]] std::vector<std::string> left() const
    {
        std::vector<std::string> names;
        for (const char* folder : {"etc/systemd/system", "etc/opensm"}) {
            for (const auto& entry : std::filesystem::directory_iterator(device.folder().path(folder))) {
                if (entry.is_regular_file() && entry.path().filename() != "opensm.conf")
                    names.push_back(entry.path().filename());
            }
        }
        return names;
    }
};

Transaction transaction_of(const std::string& commands)
{
    Transaction made;
    made.id = "rl-12345678-0";
    made.commands = commands;
    made.undo = commands;
    return made;
}

template <class T>
std::string refusal(const Result<T>& result)
{
    return result.has_value() ? "" : result.error().message;
}

TEST_CASE("the files of a subnet manager are read with its keys hidden and a reproducible hash")
{
    if (is_missing())
        return;
    Host host;
    host.device.folder().write(
        "etc/opensm/partitions.conf", "Default=0x7fff, ipoib: ALL=full;\n# the password is hunter2\n");
    const Snapshot first = host.read();
    REQUIRE(first.files.size() == 2);
    CHECK(first.files[0].name == "opensm.conf");
    CHECK(first.files[1].name == "partitions.conf");
    CHECK(holds(first.files[0].text, "\nm_key <redacted "));
    CHECK(!holds(first.files[0].text, "cafe"));
    CHECK(!holds(first.files[1].text, "hunter2"));
    CHECK(host.read().hash == first.hash);
    // A changed key counts too, although stored texts never contain it.
    std::string text = host.options();
    text.replace(text.find("cafe0002"), 8, "cafe0007");
    host.device.folder().write("etc/opensm/opensm.conf", text);
    CHECK(host.read().hash != first.hash);
}

TEST_CASE("a line that opensm reads differently from what it means is refused, and nothing has changed")
{
    if (is_missing())
        return;
    Host host;
    const std::string before = host.options();
    const std::string hash = host.read().hash;
    const auto refused = [&](const Line& line, const char* meant) {
        const Transaction wrong = transaction_of(patch(line, by_signal, meant));
        CHECK(host.live->check_ready(wrong).has_value());
        std::string reason = refusal(host.live->stage(wrong));
        CHECK(host.live->pending(wrong) == Pending::none);
        CHECK(holds(refusal(host.live->commit(wrong, seconds(30))), "nothing is staged"));
        return reason;
    };
    // Only TRUE is true; a leading zero makes a number octal; a misspelt name is ignored.
    CHECK(refused({18, "qos FALSE", "qos true"}, "qos TRUE")
        == "sm1: opensm would run with qos FALSE, and qos TRUE is meant");
    CHECK(refused({5, "sm_priority 14", "sm_priority 010"}, "sm_priority 10")
        == "sm1: opensm would run with sm_priority 8, and sm_priority 10 is meant");
    CHECK(refused({12, "subnet_timeout 16", "subnet_timout 20"}, "subnet_timeout 20")
        == "sm1: opensm would run with subnet_timeout 18, and subnet_timeout 20 is meant");
    // The patch changes more than the plan intends.
    CHECK(refused({12, "subnet_timeout 16", "sm_priority 3"}, "subnet_timeout 18")
        == "sm1: opensm would run with sm_priority 3 in the place of 14, which is not meant");
    // Another user has changed the same line.
    CHECK(holds(refused({12, "subnet_timeout 17", "subnet_timeout 18"}, "subnet_timeout 18"),
        "are not those that were planned"));
    CHECK(host.options() == before);
    CHECK(host.read().hash == hash);
    CHECK(host.left().empty());
    CHECK(!holds(host.said(), "subnet_timeout = 18"));
}

TEST_CASE("a change is put in force by SIGHUP and confirmed, and the file's owner, mode and link are kept")
{
    if (is_missing())
        return;
    Host host;
    // opensm.conf is a symbolic link to a file with restricted mode.
    std::filesystem::rename(host.path("opensm.conf"), host.path("site.conf"));
    std::filesystem::create_symlink("site.conf", host.path("opensm.conf"));
    REQUIRE(::chmod(host.path("site.conf").c_str(), 0640) == 0);
    REQUIRE(::chown(host.path("site.conf").c_str(), 1, 2) == 0);
    const std::string before = host.read().hash;
    const std::string pid = host.pid();
    const Transaction made = transaction_of(patch(timeout, by_signal, "subnet_timeout 18"));
    const auto shown = host.live->stage(made);
    REQUIRE_MESSAGE(shown.has_value(), testing::reason(shown));
    CHECK(*shown == "- opensm.conf: subnet_timeout 16\n+ opensm.conf: subnet_timeout 18\n");
    CHECK(host.read().hash == before);
    CHECK(refusal(host.live->commit(made, seconds(300))).empty());
    CHECK(host.live->pending(made) == Pending::ours);
    (void)host.read();
    CHECK(host.live->unplanned() == std::nullopt);
    CHECK(std::filesystem::is_symlink(host.path("opensm.conf")));
    struct stat now { };
    REQUIRE(::stat(host.path("site.conf").c_str(), &now) == 0);
    CHECK((now.st_mode & 07777) == 0640);
    CHECK(now.st_uid == 1);
    CHECK(now.st_gid == 2);
    CHECK(holds(host.said(), "Loading Cached Option:subnet_timeout = 18"));
    CHECK(host.pid() == pid);
    CHECK(holds(refusal(host.live->persist(made)), "not confirmed"));
    CHECK(refusal(host.live->confirm(made)).empty());
    CHECK(refusal(host.live->persist(made)).empty());
    CHECK(host.live->pending(made) == Pending::none);
    host.device.set_control(R"({"hurry": true})");
    CHECK(holds(host.options(), "subnet_timeout 18\n"));
    // No copy of a key is left behind.
    const std::string folder = host.device.folder().path("var/lib/rocelint/opensm/rl-12345678-0");
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        CHECK(!holds(file_text(entry.path()), "cafe"));
}

TEST_CASE(
    "an option that opensm reads only at startup is changed by restarting its service, and rolled back likewise")
{
    if (is_missing())
        return;
    Host host;
    const std::string before = host.options();
    const std::string pid = host.pid();
    const Transaction made
        = transaction_of(patch({14, "long_transaction_timeout 500", "long_transaction_timeout 600"},
            by_restart,
            "long_transaction_timeout 600"));
    REQUIRE(host.live->check_ready(made).has_value());
    REQUIRE_MESSAGE(host.live->stage(made).has_value(), refusal(host.live->stage(made)));
    CHECK(refusal(host.live->commit(made, seconds(300))).empty());
    const std::string second = host.pid();
    CHECK(second != pid);
    CHECK(holds(host.said(), "Loading Cached Option:long_transaction_timeout = 600"));
    CHECK(refusal(host.live->abandon(made)).empty());
    CHECK(host.pid() != second);
    CHECK(host.options() == before);
    CHECK(!holds(host.said(), "long_transaction_timeout = 600"));
    CHECK(host.left().empty());
}

TEST_CASE("a manager that does not survive its new files gets its old ones back and is restarted")
{
    if (is_missing())
        return;
    Host host;
    const std::string before = host.options();
    host.device.folder().write("etc/opensm/partitions.conf", "Default=0x7fff, ipoib: ALL=full;\n");
    (void)host.read();
    // opensm -c does not read partitions: only the log shows the error, once the file is in place.
    const Transaction wrong = transaction_of(std::string(by_signal)
        + "--- partitions.conf\n+++ partitions.conf\n@@ -1,1 +1,1 @@\n-Default=0x7fff, ipoib: ALL=full;\n"
          "+Default=0x7fff, ipoib: ALL=full; tenant=0x1ffff0 ALL;\n");
    REQUIRE_MESSAGE(host.live->stage(wrong).has_value(), refusal(host.live->stage(wrong)));
    const std::string reason = refusal(host.live->commit(wrong, seconds(300)));
    CHECK_MESSAGE(holds(reason, "everything was rolled back: opensm complains: "), reason);
    CHECK_MESSAGE(holds(reason, "PARSE ERROR"), reason);
    CHECK(file_text(host.path("partitions.conf")) == "Default=0x7fff, ipoib: ALL=full;\n");
    CHECK(host.options() == before);
    CHECK(host.live->pending(wrong) == Pending::none);
    // Complaints that the log already had are allowed: a rollback restores the state before.
    REQUIRE(host.live->stage(wrong).has_value());
    CHECK(refusal(host.live->commit(wrong, seconds(300))).empty());
    CHECK(holds(file_text(host.path("partitions.conf")), "0x1ffff0"));
    CHECK(refusal(host.live->abandon(wrong)).empty());
    CHECK(file_text(host.path("partitions.conf")) == "Default=0x7fff, ipoib: ALL=full;\n");
}

TEST_CASE("a reboot inside the window restores the old files before opensm starts")
{
    if (is_missing())
        return;
    Host host;
    const std::string before = host.options();
    const Transaction made = transaction_of(patch(timeout, by_signal, "subnet_timeout 18"));
    REQUIRE(host.live->stage(made).has_value());
    REQUIRE(refusal(host.live->commit(made, seconds(300))).empty());
    REQUIRE(host.options() != before);
    run_tool({host.device.folder().path("bin/sh"), "-c", "systemctl reboot"},
        {"EMULATOR_STATE=" + host.device.folder().path(),
            "PATH=" + host.device.folder().path("bin") + ":/usr/sbin:/usr/bin:/sbin:/bin"});
    CHECK(host.options() == before);
    CHECK(holds(host.said(), "Loading Cached Option:subnet_timeout = 16"));
    CHECK(host.live->pending(made) == Pending::none);
    CHECK(host.left().empty());
}

TEST_CASE("another user's process that calls itself opensm is neither asked nor signalled")
{
    if (is_missing())
        return;
    Host host;
    std::string holder = file_text(host.device.folder().path("holder"));
    holder.pop_back();
    const std::string said = host.device.folder().path("impostor.log");
    Process impostor({"/usr/bin/nsenter",
                         "-t",
                         holder,
                         "-m",
                         "/usr/bin/setpriv",
                         "--reuid=65534",
                         "--regid=65534",
                         "--clear-groups",
                         "/usr/bin/python3",
                         "-c",
                         "import signal, time\n"
                         "open('/proc/self/comm', 'w').write('opensm')\n"
                         "signal.signal(signal.SIGHUP, lambda *_: print('signalled', flush=True))\n"
                         "print('ready', flush=True)\n"
                         "while True: time.sleep(1)\n"},
        {},
        said);
    REQUIRE(wait_for([&] { return holds(file_text(said), "ready"); }));
    const Transaction made = transaction_of(patch(timeout, by_signal, "subnet_timeout 18"));
    REQUIRE_MESSAGE(host.live->stage(made).has_value(), refusal(host.live->stage(made)));
    CHECK(refusal(host.live->commit(made, seconds(300))).empty());
    CHECK(refusal(host.live->confirm(made)).empty());
    CHECK(!holds(file_text(said), "signalled"));
    // Nor does the impostor count as a running manager.
    run_tool({host.device.folder().path("services/opensm.service"), "stop"},
        {"EMULATOR_STATE=" + host.device.folder().path()});
    CHECK(refusal(host.live->check_ready(made)) == "sm1: opensm does not run");
}

}
}

// SPDX-License-Identifier: Apache-2.0
// Plans, pushes and rolls back the host of a subnet manager by running the program as a user would: the real opensm over a
// simulated subnet, in its own namespaces, behind a real sshd.
#include "tests/cli/rocelint_run.h"
#include "tests/e2e/manager_files.h"
#include "tests/e2e/server/fleet.h"
#include "tests/support/skip.h"

#include <doctest/doctest.h>

#include <filesystem>

namespace rocelint::e2e::push_opensm {
namespace {

bool is_missing()
{
    if (can_run_opensm())
        return false;
    testing::skip("opensm, ibsim or infiniband-diags are not installed, or no namespace can be made");
    return true;
}

struct ManagerFleet {
    Fleet fleet;
    const Device& host;

    ManagerFleet() : host(fleet.add("sm1", Device::Kind::opensm, std::string(wrong_manager)))
    {
        (void)fleet.inventory();
    }
    Run run(const std::vector<std::string>& arguments)
    {
        RunOptions options;
        options.folder = fleet.work().path();
        options.environment = fleet.environment();
        Run done = rocelint(arguments, options);
        INFO(done.out);
        INFO(done.err);
        CHECK(done.code == 0);
        return done;
    }
    [[nodiscard]] std::string options() const
    {
        return file_text(host.folder().path("etc/opensm/opensm.conf"));
    }
    // The value that opensm itself last reported to have read.
    [[nodiscard]] std::string subnet_timeout() const
    {
        const std::string text = file_text(host.folder().path("opensm.out"));
        constexpr std::string_view mark = "Loading Cached Option:subnet_timeout = ";
        const std::size_t at = text.rfind(mark);
        return at == std::string::npos ? "as it starts" : text.substr(at + mark.size(), 2);
    }
};

TEST_CASE("a subnet manager is collected without its keys, planned for, pushed by SIGHUP, and rolled back")
{
    if (is_missing())
        return;
    ManagerFleet it;
    const std::string before = it.options();
    CHECK(it.subnet_timeout() == "16");
    it.run({"collect", "inventory.yaml", "-o", "before"});
    const std::string collected = file_text(it.fleet.work().path("before/sm1/opensm.conf"));
    CHECK(holds(collected, "sweep_interval 0     # switched off in spring\n"));
    CHECK(holds(collected, "m_key <redacted "));
    CHECK(!holds(collected, "cafe"));
    it.run({"plan", "inventory.yaml", "--allow-disruptive"});
    const Run shown = it.run({"plan", "show", "plan.json"});
    CAPTURE(shown.out);
    CHECK(shown.says("+sweep_interval 10     # switched off in spring"));
    it.run({"push", "plan.json", "--yes", "--observe", "0"});
    CHECK(holds(it.options(), "m_key 0x00000000cafe0001\n"));
    CHECK(holds(it.options(), "sweep_interval 10     # switched off in spring\n"));
    CHECK(holds(it.options(), "subnet_timeout 18\n"));
    CHECK(wait_for([&] { return it.subnet_timeout() == "18"; }));
    it.run({"rollback", "plan.json.journal", "--yes", "--observe", "0"});
    for (const auto& entry : std::filesystem::recursive_directory_iterator(it.fleet.work().path())) {
        if (entry.is_regular_file())
            CHECK_MESSAGE(!holds(file_text(entry.path()), "cafe"), entry.path().string());
    }
    CHECK(it.options() == before);
    CHECK(wait_for([&] { return it.subnet_timeout() == "16"; }));
}

}
}

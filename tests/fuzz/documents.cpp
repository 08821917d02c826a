// SPDX-License-Identifier: Apache-2.0
// Readers of files: those people write, those this program wrote earlier, and SSH configurations.
#include "analysis/policy/policy.h"
#include "drivers/driver.h"
#include "drivers/transport/ssh_config/ssh_config.h"
#include "models/fabric/topology.h"
#include "models/intent/fabric_intent.h"
#include "push/inventory/inventory.h"
#include "push/journal/journal.h"
#include "push/plan/plan.h"
#include "rules/rule_table.h"
#include "tests/fuzz/parts.h"
#include "workspace/topology_import/import_topology.h"
#include "workspace/topology_import/imported_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace rocelint::fuzz {
namespace {

// The user's home for the reader of ssh_config; removed at the end of the process.
class Home {
public:
    Home()
        : path_(
            fmt::format("{}/rocelint-fuzz-{}", std::filesystem::temp_directory_path().string(), ::getpid()))
    {
        std::filesystem::create_directories(path_ + "/.ssh");
    }
    ~Home()
    {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    Home(const Home&) = delete;
    Home& operator=(const Home&) = delete;
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    std::string path_;
};

}

void read_policy_bytes(std::string_view bytes)
{
    must_say(read_policy(Source(0, "rocelint.yaml", bytes), known_rules()));
}

void read_topology_bytes(std::string_view bytes)
{
    must_say(read_topology(Source(0, "topology.yaml", bytes)));
}

void import_topology_bytes(std::string_view bytes)
{
    const auto source = std::make_unique<Source>(0, "cables", bytes);
    auto topology = workspace::read_any_topology(*source);
    must_say(topology);
    if (!topology || topology->form.empty())
        return;
    std::vector<workspace::ImportedFile> files;
    files.push_back({std::make_unique<Source>(0, *source), *std::move(topology)});
    const std::string written = workspace::join_imported(files, ".").text;
    const auto again = read_topology(Source(1, "topology.yaml", written));
    must(again.has_value() && again->links.size() == files.front().topology.links.size(),
        "what is imported is written as a topology.yaml with the same cables");
}

void read_intent_bytes(std::string_view bytes)
{
    std::vector<std::string_view> platforms;
    for (const Driver* driver : all_drivers())
        platforms.push_back(driver->name);
    must_say(read_fabric_intent(Source(0, "fabric.yaml", bytes), platforms));
}

void read_inventory_bytes(std::string_view bytes)
{
    must_say(push::read_inventory(Source(0, "inventory.yaml", bytes)));
}

void read_plan_bytes(std::string_view bytes)
{
    const auto plan = push::read_plan(Source(0, "plan.json", bytes));
    must_say(plan);
    if (!plan)
        return;
    const std::string written = push::write_plan(*plan);
    const auto again = push::read_plan(Source(1, "plan.json", written));
    must(again.has_value() && push::write_plan(*again) == written,
        "a plan that was read is written and read again");
}

void read_journal_bytes(std::string_view bytes)
{
    const auto journal = push::read_journal(Source(0, "plan.json.journal", bytes));
    must_say(journal);
    if (!journal)
        return;
    for (const push::Entry& entry : journal->entries) {
        static_cast<void>(push::name_of(entry.event));
        static_cast<void>(push::hours_since(entry.time));
    }
    if (!journal->entries.empty()) {
        const push::Entry& first = journal->entries.front();
        must(journal->last(first.device, first.step).has_value(), "an entry that is there is found");
        static_cast<void>(journal->may_be_kept(first.device, first.step));
        static_cast<void>(journal->found_bad(first.device, first.step));
    }
}

void read_ssh_config_bytes(std::string_view bytes)
{
    static const Home home;
    // An Include can only lead into the folder that is created here.
    std::string text(bytes);
    std::ranges::replace(text, '/', '_');
    const std::string file = home.path() + "/.ssh/config";
    std::ofstream(file, std::ios::binary | std::ios::trunc) << text;
    Endpoint wanted;
    wanted.name = "leaf1";
    wanted.host = "leaf1";
    wanted.port = 0;
    must_say(complete_endpoint(wanted, {file, home.path(), "me", {}}));
}

}

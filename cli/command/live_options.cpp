// SPDX-License-Identifier: Apache-2.0
// The options of all commands that reach devices, in one table: a word means the same in each of them.
#include "cli/command/live_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace rocelint::cli {
namespace {

class LiveReader {
public:
    std::uint64_t number(std::string_view option,
        const std::string& word,
        std::uint64_t otherwise,
        std::uint64_t least,
        std::uint64_t most)
    {
        if (word.empty())
            return otherwise;
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (error == std::errc{} && end == word.data() + word.size() && value >= least && value <= most)
            return value;
        if (refusal_.empty())
            refusal_
                = fmt::format("{} cannot be '{}'; it is a number from {} to {}", option, word, least, most);
        return otherwise;
    }

    std::chrono::seconds seconds(std::string_view option,
        const std::string& word,
        std::chrono::seconds otherwise,
        std::uint64_t least,
        std::uint64_t most)
    {
        return std::chrono::seconds(
            number(option, word, static_cast<std::uint64_t>(otherwise.count()), least, most));
    }

    [[nodiscard]] const std::string& refusal() const { return refusal_; }

private:
    std::string refusal_;
};

std::vector<std::string> split(std::string_view list)
{
    std::vector<std::string> parts;
    while (!list.empty()) {
        const std::size_t comma = std::min(list.find(','), list.size());
        if (comma > 0)
            parts.emplace_back(list.substr(0, comma));
        list.remove_prefix(std::min(list.size(), comma + 1));
    }
    return parts;
}

}

const std::array<LiveEntry, 5> live_commands{{
    {for_collect,
        "collect",
        "INVENTORY",
        "An Ansible inventory (YAML)",
        "Fetch configurations and host captures"},
    {for_plan,
        "plan",
        "INVENTORY",
        "An Ansible inventory; or `show PLAN`",
        "Work out what has to change on live devices, and write it down"},
    {for_push,
        "push",
        "PLAN",
        "What `plan` wrote",
        "Carry out a plan: confirm what is good, roll back what is not"},
    {for_rollback, "rollback", "JOURNAL", "What `push` wrote", "Undo what a journal says was done"},
    {for_drift,
        "drift",
        "INTENT|DIR INVENTORY",
        "What should be: a fabric.yaml, or a folder of configurations",
        "Compare live devices with files"},
}};

const std::vector<LiveOption>& live_option_table()
{
    using W = LiveWords;
    constexpr unsigned all = for_collect | for_plan | for_push | for_rollback | for_drift;
    constexpr unsigned pushing = for_push | for_rollback;
    static const std::vector<LiveOption> table{
        {for_collect, "-o,--output", "DIR", &W::output, nullptr, "Folder for the configurations"},
        {for_collect,
            "--script",
            nullptr,
            nullptr,
            &W::script,
            "Print a shell script for hosts without access; its output is read by check"},
        {for_plan, "-o,--output", "FILE", &W::output, nullptr, "The plan (default: plan.json)"},
        {for_plan,
            "--intent",
            "FILE",
            &W::intent,
            nullptr,
            "Make the devices match this fabric.yaml, instead of correcting what rules find"},
        {for_plan,
            "--from",
            "DIR",
            &W::from,
            nullptr,
            "Use what `collect` wrote instead of asking the devices"},
        {for_plan | for_drift,
            "--policy",
            "FILE",
            &W::policy,
            nullptr,
            "Policy file (default: the nearest rocelint.yaml upward from the inventory)"},
        {for_plan | for_drift,
            "--topology",
            "FILE",
            &W::topology,
            nullptr,
            "Topology file (default: topology.yaml beside the inventory)"},
        {for_plan, "--select", "CODES", &W::select, nullptr, "Correct only what these rules find"},
        {for_plan, "--ignore", "CODES", &W::ignore, nullptr, "Leave these rules out"},
        {for_plan,
            "--allow-disruptive",
            nullptr,
            nullptr,
            &W::allow_disruptive,
            "Plan steps that may drop packets or take links down, too"},
        {for_plan, "--json", nullptr, nullptr, &W::json, "With `plan show`: the plan as JSON"},
        {pushing, "--inventory", "FILE", &W::inventory, nullptr, "An inventory to use instead of the plan's"},
        {pushing,
            "--journal",
            "FILE",
            &W::journal,
            nullptr,
            "The journal to write (default: beside the plan)"},
        {for_push,
            "--resume",
            "JOURNAL",
            &W::resume,
            nullptr,
            "Finish what an interrupted push left half done, then go on"},
        {pushing, "--wave", "N", &W::wave, nullptr, "Devices in one wave (default: 10)"},
        {pushing, "--max-failures", "N", &W::failures, nullptr, "Stop after this many failures (default: 1)"},
        {pushing,
            "--confirm-timeout",
            "SECONDS",
            &W::window,
            nullptr,
            "A device rolls back what is not confirmed within this time (default: 300)"},
        {pushing,
            "--settle",
            "SECONDS",
            &W::settle,
            nullptr,
            "How long links may take to recover (default: 60)"},
        {pushing,
            "--observe",
            "SECONDS",
            &W::observe,
            nullptr,
            "How long drop counters are watched before confirming (default: 5)"},
        {pushing,
            "--max-drops",
            "N",
            &W::drops,
            nullptr,
            "Packets that a port may drop meanwhile, beyond twice its usual rate (default: 0)"},
        {for_collect | for_plan | for_drift,
            "--limit",
            "PATTERNS",
            &W::limit,
            nullptr,
            "Only these devices: names or patterns, as in leaf*,host1"},
        {all,
            "--max-parallel",
            "N",
            &W::parallel,
            nullptr,
            "Devices at a time (default: 8 for push and rollback, else 32)"},
        {all, "--connect-timeout", "SECONDS", &W::connect_timeout, nullptr, "(default: 10)"},
        {all,
            "--timeout",
            "SECONDS",
            &W::command_timeout,
            nullptr,
            "For one command of a device (default: 60)"},
        {all, "--retries", "N", &W::retries, nullptr, "Connection attempts after the first (default: 2)"},
    };
    return table;
}

Result<LiveOptions> read_live_words(const LiveWords& words)
{
    LiveOptions options;
    options.words = words.words;
    options.inventory = words.inventory;
    options.output = words.output;
    options.policy = words.policy;
    options.topology = words.topology;
    options.intent = words.intent;
    options.from = words.from;
    options.journal = words.journal;
    options.resume = words.resume;
    options.limit = split(words.limit);
    options.select = split(words.select);
    options.ignore = split(words.ignore);
    options.script = words.script;
    options.allow_disruptive = words.allow_disruptive;
    options.json = words.json;
    constexpr std::uint64_t most_devices = 100'000;
    constexpr std::uint64_t most_parallel = 256;
    constexpr std::uint64_t longest = 3600;
    LiveReader reader;
    options.parallel = reader.number("--max-parallel", words.parallel, 0, 1, most_parallel);
    options.wave = reader.number("--wave", words.wave, options.wave, 1, most_devices);
    options.failures = reader.number("--max-failures", words.failures, options.failures, 1, most_devices);
    options.drops = reader.number("--max-drops", words.drops, 0, 0, UINT64_MAX);
    options.retries
        = static_cast<unsigned>(reader.number("--retries", words.retries, options.retries, 0, 10));
    options.window = reader.seconds("--confirm-timeout", words.window, options.window, 1, longest);
    options.settle = reader.seconds("--settle", words.settle, options.settle, 0, longest);
    options.observe = reader.seconds("--observe", words.observe, options.observe, 0, longest);
    options.connect_timeout
        = reader.seconds("--connect-timeout", words.connect_timeout, options.connect_timeout, 1, longest);
    options.command_timeout
        = reader.seconds("--timeout", words.command_timeout, options.command_timeout, 1, longest);
    if (!reader.refusal().empty())
        return fail(ErrorKind::usage, reader.refusal());
    return options;
}

}

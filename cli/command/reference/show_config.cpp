// SPDX-License-Identifier: Apache-2.0
// Unexpected results usually come from an unexpected file or option, so each value is shown with its origin.
#include "cli/command/reference/show_config.h"

#include "cli/command/state_key.h"
#include "cli/report/data/policy_values.h"
#include "cli/report/data/report_rules.h"
#include "cli/report/json/schema_versions.h"
#include "cli/terminal/version.h"
#include "cli/terminal/visible.h"
#include "models/parallel/parallel.h"
#include "models/text/append.h"
#include "models/text/sentence.h"
#include "workspace/check/known_codes.h"
#include "workspace/input/checked_policy.h"
#include "workspace/input/policy_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <thread>
#include <utility>

namespace rocelint::cli {
namespace {

// One setting in force. If it came from a file, it has a place.
struct Row {
    std::string name;
    std::string value;
    std::string from; ///< in words
    const PolicyPlace* place = nullptr;
};

struct Config {
    std::vector<Row> files;
    std::vector<Row> environment;
    std::vector<Row> options;
    std::vector<Row> policy;
};

class ConfigReader {
public:
    explicit ConfigReader(const ShowConfigOptions& asked) : options_(asked.options), given_(asked.given) { }

    Result<Config> read(Policy& policy)
    {
        const auto in_force = workspace::files_in_force(options_.input);
        if (!in_force)
            return tl::unexpected(in_force.error());
        auto says = workspace::PolicyFiles().read_file(in_force->policy);
        if (!says)
            return tl::unexpected(says.error());
        policy = *std::move(says);
        if (auto read = files(policy, in_force->topology); !read)
            return tl::unexpected(read.error());
        environment();
        options(policy);
        for (const PolicyValue& value : policy_values(policy)) {
            if (value.place != nullptr)
                config_.policy.push_back(
                    {value.key, value_words(value), place_words(value.place), value.place});
        }
        return std::move(config_);
    }

private:
    [[nodiscard]] bool is_given(std::string_view name) const
    {
        return std::ranges::find(given_, name) != given_.end();
    }

    [[nodiscard]] std::string found_from(std::string_view option) const
    {
        return is_given(option)
            ? std::string(option)
            : fmt::format("the nearest upward from the files of {}", options_.input.paths.front());
    }

    Result<void> files(const Policy& policy, const std::string& topology)
    {
        if (policy.given())
            config_.files.push_back({"policy", policy.path, found_from("--policy")});
        else
            config_.files.push_back({"policy", "none", "none is given, and none lies upward from the path"});
        for (const PolicyFile& file : policy.files) {
            if (file.shipped)
                config_.files.push_back({"profile", file.name, "extended by the policy"});
            else if (file.holds_rules)
                config_.files.push_back({"rules", file.name, "named by the policy"});
            else if (file.name != policy.path)
                config_.files.push_back({"extended", file.name, "extended by the policy"});
        }
        if (topology.empty()) {
            config_.files.push_back(
                {"topology", "none", "none is given, and none lies upward from the path"});
            return {};
        }
        const auto source = Source::read(0, topology);
        if (!source)
            return fail(ErrorKind::usage, source.error().message);
        const auto read = workspace::read_checked_topology(**source);
        if (!read)
            return tl::unexpected(read.error());
        config_.files.push_back({"topology", topology, found_from("--topology")});
        return {};
    }

    // Lists environment variables. For variables with secrets, shows only whether they are set.
    void environment()
    {
        const auto add = [&](const char* name, bool is_secret, std::string_view effect) {
            const char* value = std::getenv(name);
            config_.environment.push_back({name,
                value == nullptr || *value == '\0' ? "not set"
                    : is_secret                    ? "set"
                                                   : value,
                std::string(effect)});
        };
        add("NO_COLOR", false, "set: no colour");
        add("TERM", false, "dumb: no colour");
        add("HOME", false, "where ~/.ssh and the key of journals lie; for commands that reach devices");
        add("SSH_AUTH_SOCK", false, "the SSH agent; for commands that reach devices");
        add(state_key_variable.data(),
            true,
            "the key of plans and journals; for commands that reach devices");
    }

    void option(std::string_view name, std::string value)
    {
        config_.options.push_back(
            {std::string(name), std::move(value), is_given(name) ? "command line" : "built-in default"});
    }

    // An option that a policy may state by `key`; `said` is what it states, if it does.
    void option(std::string_view name,
        std::string value,
        const Policy& policy,
        std::string_view key,
        std::string said)
    {
        const auto place = policy.places.find(key);
        if (is_given(name) || place == policy.places.end())
            return option(name, std::move(value));
        config_.options.push_back(
            {std::string(name), std::move(said), place_words(&place->second), &place->second});
    }

    [[nodiscard]] static std::string list(const std::vector<std::string>& words, std::string_view otherwise)
    {
        return words.empty() ? std::string(otherwise) : fmt::format("{}", fmt::join(words, ","));
    }

    void options(const Policy& policy)
    {
        const Selection& selection = options_.selection;
        option("--platform", options_.input.platform.empty() ? "by content" : options_.input.platform);
        option("--follow", options_.input.follow ? "true" : "false");
        option("--documents", options_.input.documents ? "true" : "false");
        option("--select",
            list(selection.select, "all rules"),
            policy,
            "select",
            list(policy.select, "all rules"));
        option("--ignore", list(selection.ignore, "none"), policy, "ignore", list(policy.ignore, "none"));
        const std::optional<Severity> fail_on = options_.fail_on.under(policy);
        const std::string failing = fail_on ? name_of(*fail_on) : "never";
        option("--fail-on", failing, policy, "fail_on", failing);
        option("--strict-coverage", options_.strict_coverage ? "true" : "false");
        option("--fail-on-unchecked",
            options_.fail_on_unchecked ? list(options_.unchecked_codes, "any rule") : std::string("false"));
        option("--baseline",
            options_.baseline.empty() ? "none" : options_.baseline,
            policy,
            "baseline",
            policy.baseline);
        for (const PolicyReport& report : policy.reports)
            option("--report",
                "none",
                policy,
                "report." + report.format,
                fmt::format("{}={}", report.format, report.path));
        const std::string pages(rule_pages_in_force(options_.rule_pages, policy));
        option("--rule-pages", pages.empty() ? "none" : pages, policy, "rule_pages", pages);
        option("--jobs",
            options_.jobs == 0
                ? fmt::format("{} (one per core)", std::max(1U, std::thread::hardware_concurrency()))
                : fmt::format("{}", options_.jobs));
        option("--color",
            options_.colour == ColourMode::automatic    ? "auto"
                : options_.colour == ColourMode::always ? "always"
                                                        : "never");
    }

    const CheckOptions& options_;
    const std::vector<std::string>& given_;
    Config config_;
};

constexpr std::pair<const char*, std::vector<Row> Config::*> sections[] = {{"files", &Config::files},
    {"environment", &Config::environment},
    {"options", &Config::options},
    {"policy", &Config::policy}};

std::string as_text(const Config& config)
{
    std::string out;
    for (const auto& [name, member] : sections) {
        std::vector<std::array<std::string, 3>> rows;
        for (const Row& row : config.*member)
            rows.push_back({"  " + visible(row.name), visible(row.value), visible(row.from)});
        if (rows.empty())
            rows.push_back({"  nothing is set", "", ""});
        add_item(out, fmt::format("{}:\n{}", name, three_columns(rows)), "\n");
    }
    return out + "\nWhat the policy leaves out: rocelint policy show\n";
}

std::string as_json(const Config& config)
{
    JsonWriter out;
    out.begin_object(JsonWriter::Layout::rows);
    out.count("schema_version", SchemaVersions::config_show);
    out.key("tool").begin_object();
    out.text("name", "rocelint");
    out.text("version", version);
    out.end();
    for (const auto& [name, member] : sections) {
        out.key(name).begin_array(JsonWriter::Layout::rows);
        for (const Row& row : config.*member) {
            out.begin_object();
            out.text("name", row.name);
            out.text("value", row.value);
            if (row.place != nullptr)
                write_policy_place(out, "from", row.place);
            else
                out.text("from", row.from);
            out.end();
        }
        out.end();
    }
    out.end();
    return out.take() + '\n';
}

}

ExitCode run_show_config(const ShowConfigOptions& asked)
{
    const CheckOptions& options = asked.options;
    if (const auto known = workspace::check_platform_name(options.input.platform); !known) {
        print_failure(known.error());
        return ExitCode::usage;
    }
    for (const auto& [codes, option] : {std::pair{&options.selection.select, "--select"},
             std::pair{&options.selection.ignore, "--ignore"},
             std::pair{&options.unchecked_codes, "--fail-on-unchecked"}}) {
        if (const auto known = workspace::check_codes(*codes, option, options.input); !known) {
            print_failure(known.error());
            return ExitCode::usage;
        }
    }
    Policy policy; // places point into it
    const auto config = ConfigReader(asked).read(policy);
    if (!config) {
        print_failure(config.error());
        return ExitCode::usage;
    }
    print(options.format == ReportFormat::json ? as_json(*config) : as_text(*config));
    return ExitCode::good;
}

}

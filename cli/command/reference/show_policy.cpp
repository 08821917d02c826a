// SPDX-License-Identifier: Apache-2.0
// Shows a policy that consists of several files as one: each value, and the line that it comes from.
#include "cli/command/reference/show_policy.h"

#include "analysis/policy/policy_layers.h"
#include "analysis/policy_text.h"
#include "cli/report/data/policy_values.h"
#include "cli/report/json/schema_versions.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/version.h"
#include "cli/terminal/visible.h"
#include "models/text/append.h"
#include "models/text/nearest.h"
#include "workspace/input/checked_policy.h"
#include "workspace/input/policy_files.h"

#include <fmt/format.h>

#include <cmath>

namespace rocelint::cli {
namespace {

struct Shown {
    Policy policy;
    std::string role; ///< of the requested device
};

// A device's role may follow from its links, so all files are read.
Result<Shown> policy_of_device(const ShowPolicyOptions& options)
{
    Progress progress(options.format == ShowPolicyOptions::Format::text);
    auto inputs = workspace::read_inputs(options.input, progress.sink());
    if (!inputs)
        return tl::unexpected(inputs.error());
    const Fabric fabric = link(
        std::move(inputs->loaded.devices), std::move(inputs->loaded.sources), std::move(inputs->topology));
    std::vector<std::string_view> names;
    for (const Device& device : fabric.devices) {
        names.push_back(device.name);
        if (!equal_ignoring_case(device.name, options.device))
            continue;
        const Role role = device.role.value_or(Role::unknown);
        return Shown{DevicePolicies(inputs->policy).of(device.name, role), name_of(role)};
    }
    const std::string_view near = nearest(options.device, names);
    return fail(ErrorKind::usage,
        near.empty()
            ? fmt::format("no device is called '{}' here", options.device)
            : fmt::format("no device is called '{}' here; did you mean '{}'?", options.device, near));
}

std::string as_text(const Shown& shown, const ShowPolicyOptions& options)
{
    std::string out;
    if (!shown.policy.given())
        append(out,
            "no rocelint.yaml in {} or above it: built-in values apply\n",
            visible(options.input.paths.front()));
    for (const PolicyFile& file : shown.policy.files) {
        append(out,
            "{} {}{}{}\n",
            file.shipped ? "profile" : "file",
            visible(file.name),
            file.source.empty() ? "" : ": ",
            visible(file.source));
    }
    if (!options.device.empty())
        append(out, "as it holds for {}, role {}\n", visible(options.device), shown.role);
    std::vector<std::array<std::string, 3>> rows;
    for (const PolicyValue& value : policy_values(shown.policy)) {
        if (!options.changed || value.place != nullptr)
            rows.push_back(
                {visible(value.key), visible(value_words(value)), visible(place_words(value.place))});
    }
    return out + '\n' + three_columns(rows);
}

// Writes whole numbers without a fraction, as people do.
void write_number(JsonWriter& out, double number)
{
    if (std::trunc(number) == number)
        out.signed_number(static_cast<std::int64_t>(number));
    else
        out.decimal(number);
}

std::string as_json(const Shown& shown, const ShowPolicyOptions& options)
{
    JsonWriter out;
    out.begin_object(JsonWriter::Layout::rows);
    out.count("schema_version", SchemaVersions::policy_show);
    out.key("tool").begin_object();
    out.text("name", "rocelint");
    out.text("version", version);
    out.end();
    out.key("files").begin_array(JsonWriter::Layout::rows);
    for (const PolicyFile& file : shown.policy.files) {
        out.begin_object();
        out.text("kind", file.shipped ? "profile" : "file");
        out.text("name", file.name);
        out.text_or_null("source", file.source);
        out.end();
    }
    out.end();
    out.text_or_null("device", options.device);
    out.text_or_null("role", shown.role);
    out.key("values").begin_array(JsonWriter::Layout::rows);
    for (const PolicyValue& value : policy_values(shown.policy)) {
        if (options.changed && value.place == nullptr)
            continue;
        out.begin_object();
        out.text("key", value.key);
        out.key("value");
        if (const auto* text = std::get_if<std::string>(&value.value)) {
            out.string(*text);
        } else if (const auto* number = std::get_if<double>(&value.value)) {
            write_number(out, *number);
        } else {
            out.begin_array();
            for (const double each : std::get<std::vector<double>>(value.value))
                write_number(out, each);
            out.end();
        }
        write_policy_place(out, "from", value.place);
        out.end();
    }
    out.end();
    out.end();
    return out.take() + '\n';
}

}

ExitCode run_show_policy(const ShowPolicyOptions& options)
{
    Result<Shown> shown = [&]() -> Result<Shown> {
        if (!options.device.empty())
            return policy_of_device(options);
        const auto in_force = workspace::files_in_force(options.input);
        if (!in_force)
            return tl::unexpected(in_force.error());
        auto policy = workspace::PolicyFiles().read_file(in_force->policy);
        if (!policy)
            return tl::unexpected(policy.error());
        return Shown{std::move(*policy), {}};
    }();
    if (!shown) {
        print_failure(shown.error());
        return ExitCode::usage;
    }
    switch (options.format) {
    case ShowPolicyOptions::Format::text:
        print(as_text(*shown, options));
        break;
    case ShowPolicyOptions::Format::json:
        print(as_json(*shown, options));
        break;
    case ShowPolicyOptions::Format::yaml:
        print(policy_yaml(shown->policy));
        break;
    }
    return ExitCode::good;
}

}

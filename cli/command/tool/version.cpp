// SPDX-License-Identifier: Apache-2.0
// Prints what a bug report should say about the program and the system.
#include "cli/command/tool/version.h"

#include "analysis/document/document.h"
#include "cli/report/json/schema_versions.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/version.h"
#include "drivers/driver.h"
#include "models/late/presence.h"
#include "models/syntax/json/json_writer.h"
#include "push/plan/plan.h"
#include "rules/rule_table.h"
#include "workspace/known/baseline.h"

#include <fmt/format.h>

namespace rocelint::cli {
namespace {

#ifdef __clang__
constexpr std::string_view compiler = __VERSION__;
#else
constexpr std::string_view compiler = "GCC " __VERSION__;
#endif
constexpr std::string_view built_with = ROCELINT_BUILT_WITH;
constexpr std::string_view sanitizers = ROCELINT_SANITIZERS;

struct Schema {
    std::string_view name;
    std::uint64_t version;
};
constexpr Schema schemas[] = {
    {"report", SchemaVersions::report},
    {"trace", SchemaVersions::trace},
    {"headroom", SchemaVersions::headroom},
    {"advise", SchemaVersions::advise},
    {"diff", SchemaVersions::diff},
    {"baseline", workspace::baseline_version},
    {"baseline show", SchemaVersions::baseline_show},
    {"model", document::schema_version},
    {"policy show", SchemaVersions::policy_show},
    {"config show", SchemaVersions::config_show},
    {"show", SchemaVersions::show},
    {"simulate", SchemaVersions::simulate},
    {"version", SchemaVersions::about},
    {"plan", push::Plan::version},
};

std::string as_text(std::string_view commit)
{
    std::string out = fmt::format("rocelint {}\n", version);
    out += fmt::format(
        "commit       {}\n", commit.empty() ? "unknown: built outside a git checkout" : commit);
    out += fmt::format("compiler     {}\n", compiler);
    if (!sanitizers.empty())
        out += fmt::format("sanitizers   {}\n", sanitizers);
    out += fmt::format("built with   {}\n", built_with);
    for (const late::LateLibrary& library : late::libraries())
        out += fmt::format("{:<12} {} {}, for {}\n",
            library.name,
            library.soname,
            late::is_installed(library) ? "found" : "missing",
            library.needed_by);
    out += fmt::format("rules        {}\nplatforms    ", all_rules().size());
    for (const Driver* driver : all_drivers())
        out += fmt::format("{}{}", driver == all_drivers().front() ? "" : ", ", driver->name);
    out += "\nschemas      ";
    for (const Schema& schema : schemas)
        out += fmt::format("{}{} {}", &schema == schemas ? "" : ", ", schema.name, schema.version);
    return out + '\n';
}

std::string as_json(std::string_view commit)
{
    JsonWriter out;
    out.begin_object(JsonWriter::Layout::rows);
    out.count("schema_version", SchemaVersions::about);
    out.text("version", version);
    out.text_or_null("commit", commit);
    out.text("compiler", compiler);
    out.text_or_null("sanitizers", sanitizers);
    out.text("built_with", built_with);
    out.key("libraries").begin_array(JsonWriter::Layout::rows);
    for (const late::LateLibrary& library : late::libraries()) {
        out.begin_object();
        out.text("name", library.name);
        out.text("soname", library.soname);
        out.text("built_with", library.built_with);
        out.key("found").boolean(late::is_installed(library));
        out.text("needed_by", library.needed_by);
        out.end();
    }
    out.end();
    out.count("rules", all_rules().size());
    out.key("platforms").begin_array();
    for (const Driver* driver : all_drivers())
        out.string(driver->name);
    out.end();
    out.key("schemas").begin_object();
    for (const Schema& schema : schemas)
        out.count(schema.name, schema.version);
    out.end();
    out.end();
    return out.take();
}

}

ExitCode run_version(const VersionOptions& options)
{
    print(options.json ? as_json(options.commit) : as_text(options.commit));
    return ExitCode::good;
}

}

// SPDX-License-Identifier: Apache-2.0
// Shows how files were understood, so that a wrong guess is seen before a finding rests on it.
#include "cli/report/show/show_report.h"

#include "cli/report/json/schema_versions.h"
#include "cli/report/show/show_part.h"
#include "cli/terminal/version.h"
#include "cli/terminal/visible.h"

#include <fmt/format.h>

namespace rocelint::cli {
namespace {

const ShowPart& part_of(ShowSubject subject)
{
    switch (subject) {
    case ShowSubject::devices:
        return devices_part();
    case ShowSubject::links:
        return links_part();
    case ShowSubject::classes:
        return classes_part();
    case ShowSubject::files:
        break;
    }
    return files_part();
}

}

std::string show_text(const ShownFabrics& fabrics, ShowSubject subject, std::size_t width)
{
    const ShowPart& part = part_of(subject);
    std::string out;
    for (const auto& shown : fabrics) {
        if (!shown->folder.empty())
            out += fmt::format("{}fabric {}\n\n", out.empty() ? "" : "\n", visible(shown->folder));
        out += part.text(*shown, width);
    }
    return out;
}

std::string show_json(const ShownFabrics& fabrics, ShowSubject subject)
{
    const ShowPart& part = part_of(subject);
    JsonWriter out;
    out.begin_object(JsonWriter::Layout::rows);
    out.count("schema_version", SchemaVersions::show);
    out.key("tool").begin_object();
    out.text("name", "rocelint");
    out.text("version", version);
    out.end();
    for (const std::string_view array : part.arrays) {
        out.key(array).begin_array(JsonWriter::Layout::rows);
        for (const auto& shown : fabrics)
            part.rows(out, *shown, array);
        out.end();
    }
    out.end();
    return out.take();
}

void begin_row(JsonWriter& out, const ShownFabric& shown)
{
    out.begin_object();
    if (!shown.folder.empty())
        out.text("fabric", shown.folder);
}

void write_line(JsonWriter& out, std::string_view name, const Place& place)
{
    out.key(name);
    if (place.source == nullptr) {
        out.null();
        return;
    }
    out.begin_object();
    out.text("file", place.source->path());
    out.count("line", place.begin.line);
    out.end();
}

std::string line_words(const Place& place)
{
    return place.source == nullptr ? std::string()
                                   : fmt::format("{}:{}", place.source->path(), place.begin.line);
}

}

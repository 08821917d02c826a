// SPDX-License-Identifier: Apache-2.0
// Policy keys for options of a check.
#include "analysis/policy/policy_keys.h"

namespace rocelint::policy_keys {
namespace {

constexpr DocumentKey report_keys[] = {
    {.name = "text", .effect = "The file for the text report.", .example = "reports/rocelint.txt"},
    {.name = "json", .effect = "The file for JSON.", .example = "reports/rocelint.json"},
    {.name = "sarif", .effect = "The file for SARIF.", .example = "reports/rocelint.sarif"},
    {.name = "html", .effect = "The file for the page.", .example = "reports/rocelint.html"},
    {.name = "junit", .effect = "The file for JUnit XML.", .example = "reports/rocelint.xml"},
    {.name = "markdown", .effect = "The file for Markdown.", .example = "reports/rocelint.md"},
    {.name = "github", .effect = "The file for GitHub's workflow commands.", .example = "reports/github.txt"},
    {.name = "gitlab",
        .effect = "The file for GitLab's code quality report.",
        .example = "reports/gl-code-quality-report.json"},
};

}

const KeyTable report{.what = "report",
    .path = "report",
    .keys = report_keys,
    .note
    = "Paths are relative to the file that states them. A report stays below its folder, outside of hidden "
      "folders, and has a name that fits its form: `.txt` or `.log`, `.json`, `.sarif`, `.html`, `.xml` or "
      "`.md`. It replaces no configuration."};

}

// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

namespace rocelint::rules::syn006 {
namespace {

constexpr Example examples[] = {
    {.title = "The file of a second switch holds nothing that a platform recognises",
        .files = {{{"eos", "leaf1", ""},
            {"eos", "leaf2", "Building configuration...\nsession timed out\n", "running-config.cfg"}}},
        .flagged = "Building configuration...",
        .flagged_device = "leaf2"},
    {.title = "Notes next to the switch have a name of another kind",
        .files = {{{"eos", "leaf1", ""}, {"eos", "leaf1", "call the carrier first\n", "notes.txt"}}}},
};

}

// This rule has no check function: its findings are made where files are read.
extern const Rule rule = {
    .code = "SYN006",
    .name = "unrecognised-file",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary
    = "A file that is named like the configuration files of switches was recognised as no platform's.",
    .why
    = "A switch whose capture failed, was cut off, or is of another platform is missing from every check: what its "
      "ports drop stays unseen, and the neighbours are judged as if nothing was known of it. Repositories also hold "
      "notes, inventories and packages, so a name alone is evidence here: a file counts if its path differs in "
      "numbers alone from that of a file that was read as a switch's, as leaf9.cfg does beside leaf1.cfg, or "
      "leaf9/config_db.json beside leaf1/config_db.json. All other files of no known platform are listed at the "
      "end of the report and never count. A capture that holds nothing but the errors of a command line is SYN001, "
      "and a device of topology.yaml of which nothing was read is TOP010. `rules: {SYN006: error}` in rocelint.yaml "
      "raises this warning, `off` silences it, and `exclude:` leaves the file out.",
    .source = "docs/adr/0005-evidence-decides.md; drivers/*/README.md on what a platform is recognised by",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix
    = "Capture the file again, name its platform with --platform, or list it under exclude: in rocelint.yaml.",
};

}

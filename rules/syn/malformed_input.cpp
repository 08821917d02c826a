// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

namespace rocelint::rules::syn001 {

// This rule has no check function: its findings are made where text is read (parsers, drivers, waivers).
extern const Rule rule = {
    .code = "SYN001",
    .name = "malformed-input",
    .severity = Severity::error,
    .other_severities
    = {{{Severity::warning, "for what is ignored, such as an unknown key or an incomplete waiver"}}},
    .scope = Scope::device,
    .summary = "A part of the input is malformed, contradicts itself, or cannot be what the device holds.",
    .why = "Whatever follows a syntax error, appears twice under one name, or is out of range is not in the "
           "model. The rules then judge less than the device runs, and their silence about the rest means "
           "nothing. The rest of the file, and every other file, is checked as usual. A line that was not "
           "understood and differs from a known word by a letter or two is flagged as well: the device would "
           "have refused it, and what it should set is missing. A waiver in a comment that cannot be read is "
           "reported under this code too.",
    .source
    = "RFC 8259 section 4 (JSON objects and their names); the reader of each platform, drivers/*/README.md",
    .fix_class = FixClass::manual,
    .fix = "Correct the flagged place, or capture the file again as a whole.",
};

}

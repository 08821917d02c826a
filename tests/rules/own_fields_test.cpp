// SPDX-License-Identifier: Apache-2.0
// Which of the fields that own rules' expressions read can never exist.
#include "rules/own/own_fields.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace rocelint {
namespace {

TEST_CASE("a field that no object of the model has is reported with its line and the nearest name")
{
    const auto field = find_unknown_field(".name == \"x\"\n  and .device.rol == \"leaf\"");
    REQUIRE(field);
    CHECK(field->name == "rol");
    CHECK(field->nearest == "role");
    CHECK(field->line == 2);
    CHECK(find_unknown_field(".something_else == 1")->nearest.empty());
}

TEST_CASE("a misspelt field is reported wherever an expression reads it")
{
    for (const std::string_view expression : {".rol",
             ".device.rol",
             ".device|.rol?",
             ".[0].rol",
             "$x.rol",
             "[.ports[] | select(.rol == \"leaf\")]",
             "\"\\(.rol)\" == \"\"",
             "\"a\\(\"b\\(.rol)\")\" == \"\"",
             "{rol} == {}",
             "{name: .rol}",
             "{\"name\": .rol}",
             ". as {rol: $r} | $r",
             ". as {$rol} | $rol",
             ". as [{name: {rol: $r}}] | $r",
             "if .rol then .name = 1 else . end",
             ".rol as $r | .name = $r",
             "del(.rol)",
             "to_entries | map(.rol)",
             "# .name\n.rol",
             "1.5e3 > .rol"}) {
        CAPTURE(expression);
        const auto field = find_unknown_field(expression);
        REQUIRE(field);
        CHECK(field->name == "rol");
    }
}

TEST_CASE("fields that an expression creates, and text that only looks like a field, pass")
{
    for (const std::string_view expression : {".name == \"see .rol\" # and .rol",
             ".\"rol\" == null",
             ".[\"rol\"] == null",
             "1.e3 > .speed and .5e1 > 1.5E+2",
             "{rol: 1} | .rol",
             "{\"rol\": 1} | .rol",
             "1 as $rol | {$rol} | .rol",
             "{(.name): 1} | .rol",
             "{\"a\\(.name)\": 1} | .rol",
             "{@base64 \"a\": 1} | .rol",
             "{a: 1, if: 2, rol: {x: [3, 4]}} | .rol.x",
             ".rol = 1 | .rol",
             ".rol.inner |= 1 | .rol",
             ".ports[0].rol += 1 | .ports[0].rol",
             ".[\"rol\"] = 1 | .rol",
             ".\"rol\" //= 1 | .rol",
             "(.rol, .b) = 1 | .rol",
             "first(.rol) = 1 | .rol",
             "reduce .ports[] as $p ({}; .[$p.name] += 1) | .Ethernet0",
             "setpath([\"rol\"]; 1) | .rol",
             "getpath([\"rol\"]) = 1 | .rol",
             "to_entries | map(.key, .value)",
             "with_entries(.key |= ascii_downcase) | .rol",
             "[{name: \"rol\", value: 1}] | from_entries | .rol",
             "INDEX(.ports[]; .name) | .Ethernet0",
             "\"{}\" | fromjson | .rol",
             ".name | match(\"a\") | .offset, .length, .string, (.captures[] | .name)",
             ".name | capture(\"(?<rol>[a-z]+)\") | .rol",
             ".name | sub(\"(?<rol>[a-z]+)\"; \"x\\(.rol)\")",
             ".name | capture(\"(?<\" + \"rol\" + \">a)\") | .rol",
             ".nics[].dcqcn.rpg_time_reset",
             "[.. | .rol?]",
             "[.a?//.b]",
             "try error({rol: 1}) catch .rol",
             ".origins.speed.state == \"explicit\" and .at.file != \"\"",
             "def rol: 1; rol"}) {
        CAPTURE(expression);
        const auto field = find_unknown_field(expression);
        CHECK_MESSAGE(!field.has_value(), (field ? field->name : ""));
    }
}

}
}

// SPDX-License-Identifier: Apache-2.0
#include "cli/report/data/locate.h"
#include "cli/report/data/port_list.h"
#include "cli/report/text/finding_groups.h"
#include "cli/report/text/snippet.h"
#include "cli/terminal/folded_line.h"
#include "cli/terminal/visible.h"
#include "models/text/redact.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>

namespace rocelint::cli {
namespace {

SourceSet one_source(std::string_view text)
{
    SourceSet sources;
    sources.put(std::make_unique<Source>(0, "x", text));
    return sources;
}

TEST_CASE("a line is folded at its blanks only, and a path is not broken at all")
{
    const auto folded_at = [](std::size_t width) {
        std::string out;
        FoldedLine line(out, width, 1, 3);
        line.add_whole("my files/leaf1.cfg:12:1");
        line.gap(2);
        line.add("error PFC001", "<", ">");
        line.add("has  no PFC");
        line.finish();
        return out;
    };
    CHECK(folded_at(0) == " my files/leaf1.cfg:12:1  <error PFC001> has  no PFC\n");
    CHECK(folded_at(20) == " my files/leaf1.cfg:12:1\n   <error PFC001> has\n   no PFC\n");
    CHECK(folded_at(12) == " my files/leaf1.cfg:12:1\n   <error\n   PFC001>\n   has  no\n   PFC\n");
    CHECK(shortened("abcdef", 4) == "abc…");
    CHECK(shortened("äöüß", 4) == "äöüß");
    CHECK(shortened("abcdef", 0) == "abcdef");
}

TEST_CASE("a name is found as a whole word")
{
    CHECK(find_name("leaf1 Ethernet1/1 and Ethernet1 differ", "Ethernet1") == 22);
    CHECK(find_name("port Ethernet1.100", "Ethernet1") == std::string_view::npos);
    CHECK(find_name("Turn PFC on for Ethernet1.", "Ethernet1") == 16);
    CHECK(find_name("nccl.env sets it", "nccl") == std::string_view::npos);
    CHECK(find_name("x-leaf1", "leaf1") == std::string_view::npos);
}

TEST_CASE("secrets are replaced and the rest of the line is kept")
{
    struct Row {
        std::string_view line;
        std::string_view shown;
    };
    constexpr Row rows[] = {
        {"snmp-server community public ro", "snmp-server community <redacted>"},
        {"username admin privilege 15 role network-admin secret sha512 $6$ab$cd", "username <redacted>"},
        {"   neighbor 10.0.0.1 password 7 0529", "   neighbor 10.0.0.1 password <redacted>"},
        {R"("passkey": "abc", "mtu": "9100")", R"("passkey": "<redacted>", "mtu": "9100")"},
        {R"({"auth_password": "a\"b", "x": 1})", R"({"auth_password": "<redacted>", "x": 1})"},
        {"password: hunter2 and more", "password: <redacted>"},
        {"{password: hunter2, mtu: 9100}", "{password: <redacted>, mtu: 9100}"},
        {"export API_TOKEN=abc", "export API_TOKEN=<redacted>"},
        {"apiKey: abc", "apiKey: <redacted>"},
        {"hash $6$salt$value end", "hash <redacted> end"},
        {"blob MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAx1 end", "blob <redacted> end"},
        {"!----------------------------------------------------------------", ""},
        {"monkey business", ""},
        {"priority-flow-control priority 3 no-drop", ""},
        {"\"password\": {", ""},
        {"no password", ""},
    };
    for (const Row& row : rows) {
        CAPTURE(row.line);
        CHECK(redact(row.line) == (row.shown.empty() ? row.line : row.shown));
    }
    CHECK(redact("((password a b) (mtu 1))", ')') == "((password <redacted>) (mtu 1))");
    // A NUL byte does not end the text.
    CHECK(redact(std::string_view("key: a\0secret", 13)) == "key: <redacted>");
}

TEST_CASE("the lines of a key and the names in a table of secrets are hidden too")
{
    LineRedactor lines;
    CHECK(lines.line("-----BEGIN PRIVATE KEY-----") != "");
    CHECK(lines.line("abc") == "<redacted>");
    CHECK(lines.line("-----END PRIVATE KEY-----") == "<redacted>");
    CHECK(lines.line("mtu 9214") == "mtu 9214");
    CHECK(lines.line(R"("SNMP_COMMUNITY": {)") == R"("SNMP_COMMUNITY": {)");
    CHECK(lines.line(R"(  "public": {)") == R"(  "<redacted>": {)");
    CHECK(lines.line("  }") == "  }");
    CHECK(lines.line("},") == "},");
    CHECK(lines.line(R"("PORT": {)") == R"("PORT": {)");
}

TEST_CASE(
    "everything nested under a word that names a secret is hidden with it, and the line after it is not")
{
    struct Block {
        std::string_view text;
        std::string_view shown;
    };
    const Block blocks[] = {
        {"system:\n  snmp-server:\n    readonly-community:\n      w0rd:\n        access:\n          any: {}\n  hostname: a\n",
            "system:\n  snmp-server:\n    <redacted>:\n      <redacted>:\n        <redacted>:\n          <redacted>: {}\n  hostname: a\n"},
        {"key:\n  '1':\n    value: w0rd\nmtu: 9216\n", "key:\n  <redacted>:\n    <redacted>\nmtu: 9216\n"},
        {"passwords:\n- one\n- two\nmtu: 9216\n", "passwords:\n<redacted>\n<redacted>\nmtu: 9216\n"},
        {"password: |\n  one\n  two\nmtu: 9216\n",
            "password: <redacted>\n  <redacted>\n  <redacted>\nmtu: 9216\n"},
        {"- name: HF_TOKEN\n  value: w0rd\n- name: NCCL_DEBUG\n  value: INFO\n",
            "- name: HF_TOKEN\n  value: <redacted>\n- name: NCCL_DEBUG\n  value: INFO\n"},
        {"ldap server one\n bind w0rd\n!\ninterface a\n mtu 9216\n",
            "ldap <redacted>\n <redacted>\n!\ninterface a\n mtu 9216\n"},
        {"policy-map pass-through\n class one\n", "policy-map pass-through\n class one\n"},
        {"snmp {\n    v3 {\n        w0rd a;\n    }\n}\nmtu 9216;\n",
            "snmp {\n    <redacted> {\n        <redacted>;\n    }\n}\nmtu 9216;\n"},
        {"{\"SNMP_COMMUNITY\": {\"w0rd\": {\"TYPE\": \"RO\"}}, \"PORT\": {}}\n",
            "{\"SNMP_COMMUNITY\": {<redacted>}, \"PORT\": {}}\n"}};
    for (const Block& block : blocks) {
        CAPTURE(block.text);
        CHECK(redact_lines(block.text) == block.shown);
        const std::string masked = mask_secrets(block.text);
        CHECK(masked.size() == block.text.size());
        CHECK(masked.find("w0rd") == std::string::npos);
    }
}

TEST_CASE("ports are listed in runs")
{
    const std::string_view sonic[] = {"Ethernet0", "Ethernet4", "Ethernet8", "Ethernet12", "PortChannel1"};
    CHECK(list_ports(sonic) == "Ethernet0 to Ethernet12, PortChannel1");
    const std::string_view eos[] = {"Ethernet1/1", "Ethernet2/1", "Ethernet3/1", "Ethernet5/1"};
    CHECK(list_ports(eos) == "Ethernet1/1 to Ethernet3/1, Ethernet5/1");
    const std::string_view mixed[] = {"a", "b", "c", "d", "e", "f", "g"};
    CHECK(list_ports(mixed) == "a, b, c, d, e and 2 more");
    CHECK(list_ports({}) == "");
}

TEST_CASE("what steers a terminal is made visible")
{
    CHECK(visible("\x1b[31mred\n") == "\\x1b[31mred\\x0a");
    CHECK(visible("\xe2\x80\xae") == "\\u202e");
    CHECK(visible("caf\xc3\xa9 \xff") == "caf\xc3\xa9 \\xff");
    CHECK(visible("\xef\xbf\xbe|\xf0\x9f\xbf\xbf|\xef\xb7\x90") == "\\ufffe|\\U0001ffff|\\ufdd0");
    CHECK(visible("\xc2\xad|\xd8\x9c|\xe2\x81\xa4|\xf3\xa0\x81\x81") == "\\xad|\\u061c|\\u2064|\\U000e0041");
}

TEST_CASE("columns count characters, or UTF-16 units on request")
{
    const SourceSet sources = one_source("a\n\xc3\xa9\xf0\x9f\x98\x80x = 1\n");
    Places places(sources);
    const Place plain = places.find({0, 8, 1});
    CHECK(plain.begin == Position{2, 3});
    CHECK(plain.end == Position{2, 4});
    CHECK(places.find({0, 8, 1}, ColumnUnit::utf16).begin == Position{2, 4});
    CHECK(places.find({}).source == nullptr);
    CHECK(places.find({0, 900, 5}).begin.line == 2);
}

TEST_CASE("columns far into a long line are right")
{
    std::string text;
    for (int count = 0; count < 5000; ++count)
        text += "\xc3\xa9x";
    const SourceSet sources = one_source(text);
    Places places(sources);
    CHECK(places.find({0, 14999, 1}).begin == Position{1, 10000});
    CHECK(places.find({0, 9000, 2}).begin == Position{1, 6001});
}

TEST_CASE("a snippet puts its marker under the span")
{
    struct Row {
        std::string text;
        Span span;
        std::string shown;
        std::size_t begin;
        std::size_t width;
    };
    const Row rows[] = {
        {"mtu 9214\nnext", {0, 4, 4}, "mtu 9214", 4, 4},
        {"\tmtu 9214\r\nnext", {0, 1, 3}, "    mtu 9214", 4, 3},
        {"\xc3\xa9t\xc3\xa9 on", {0, 6, 2}, "\xc3\xa9t\xc3\xa9 on", 4, 2},
        {"a\x1b b", {0, 3, 1}, "a\\x1b b", 6, 1},
        {"password hunter2", {0, 0, 16}, "password <redacted>", 0, 19},
        {"abc\ndef", {0, 1, 6}, "abc", 1, 2},
        {"abc\n", {0, 4, 0}, "abc", 3, 1},
        {"", {0, 0, 0}, "", 0, 1},
    };
    for (const Row& row : rows) {
        CAPTURE(row.text);
        const SourceSet sources = one_source(row.text);
        Places places(sources);
        const Snippet snippet = make_snippet(places.find(row.span), row.span);
        CHECK(snippet.text == row.shown);
        CHECK(snippet.marker_begin == row.begin);
        CHECK(snippet.marker_width == row.width);
    }
}

TEST_CASE("a long line is shortened around the span")
{
    const std::string text = std::string(5000, 'a') + "HERE" + std::string(5000, 'b');
    const SourceSet sources = one_source(text);
    Places places(sources);
    const Snippet snippet = make_snippet(places.find({0, 5000, 4}), {0, 5000, 4});
    CHECK(snippet.text.size() < 140);
    CHECK(snippet.text.find("HERE") != std::string::npos);
    CHECK(snippet.marker_width == 4);
    CHECK(snippet.marker_begin == 31);
}

}
}

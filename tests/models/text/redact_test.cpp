// SPDX-License-Identifier: Apache-2.0
// Which texts look like secrets: the limits of each pattern, from both sides.
#include "models/text/redact.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

namespace rocelint {
namespace {

// A text of `length` base64 characters, with capitals, small letters and digits.
std::string base64(std::size_t length)
{
    constexpr std::string_view some = "Ab0+Cd1/Ef2Gh3Ij4Kl5";
    std::string text;
    while (text.size() < length)
        text += some[text.size() % some.size()];
    return text;
}

TEST_CASE("what follows any of these words is hidden")
{
    for (const char* word : {"key",
             "psk",
             "pwd",
             "token",
             "tokens",
             "community",
             "secrets",
             "passkey",
             "certificate",
             "credential",
             "credentials",
             "apikey",
             "authkey",
             "privkey",
             "cert",
             "pass",
             "auth",
             "priv",
             "md5",
             "sha",
             "ingestauth",
             "authentication",
             "cvauth",
             "cak",
             "ckn",
             "bearer",
             "pap",
             "chap",
             "bindpw",
             "pw",
             "mkey",
             "smkey",
             "sakey",
             "sshkey",
             "passcode",
             "encrypt",
             "hashed",
             "hmac",
             "aes",
             "keytab",
             "keychain",
             "salt",
             "preshared",
             "sha1",
             "sha256",
             "sha384",
             "sha512",
             "password",
             "passwd",
             "passphrase",
             "secret",
             "private_key",
             "securestring",
             "pscredential",
             "Authorization:",
             "license",
             "enable_secret_7",
             "bgp-password",
             "authKey",
             "snmp.community",
             // Sections of logins and keys.
             "aaa",
             "crypto",
             "ike",
             "ikev1",
             "ikev2",
             "ipsec",
             "kerberos",
             "ldap",
             "ldap-server",
             "macsec",
             "mka",
             "nacm",
             "pki",
             "radius",
             "radius-server",
             "radsec",
             "snmp",
             "snmp-agent",
             "snmpv3",
             "tacacs",
             "tacacs-server",
             "tacplus",
             "tacplus-server",
             "username",
             "usm",
             "wireguard"}) {
        CAPTURE(word);
        CHECK(redact(fmt::format("{} w0rd", word)) == fmt::format("{} <redacted>", word));
    }
    for (const char* line : {"no aaa root",
             "keyboard w0rd",
             "passive-interface default",
             "hash-key w0rd",
             "user_hash_key w0rd",
             "shaping rate",
             "monkey w0rd",
             "Authorization denied"})
        CHECK(redact(line) == line);
    // Words longer than any that names a secret.
    for (const std::size_t length : {127U, 128U, 129U}) {
        CAPTURE(length);
        const std::string line = fmt::format("{}-key w0rd", std::string(length - 4, 'a'));
        CHECK((redact(line) == line) == (length > 128));
    }
}

TEST_CASE("what is nested below the name of a table of logins is hidden, and the line after it is not")
{
    for (const char* table : {"LDAP",
             "LDAP_SERVER",
             "RADIUS",
             "RADIUS_SERVER",
             "SNMP",
             "SNMP_COMMUNITY",
             "SNMP_SERVER",
             "SNMP_USER",
             "TACPLUS",
             "TACPLUS_SERVER",
             "WPA_SUPPLICANT"}) {
        CAPTURE(table);
        CHECK(redact_lines(fmt::format("\"{}\": {{\n  \"w0rd\": {{\n  }}\n}},\n\"PORT\": {{\n", table))
            == fmt::format("\"{}\": {{\n  \"<redacted>\": {{\n  }}\n}},\n\"PORT\": {{\n", table));
    }
    for (const char* word : {"key",
             "community",
             "password",
             "secret",
             "security",
             "shared-secret",
             "authentication",
             "encrypted-password",
             "aaa",
             "ldap"}) {
        CAPTURE(word);
        const std::string shown = redact_lines(fmt::format("session {}\n   w0rd\nmtu 9214\n", word));
        CHECK(shown.find("w0rd") == std::string::npos);
        CHECK(shown.ends_with("\nmtu 9214\n"));
    }
}

TEST_CASE("a token is hidden from 20 characters on")
{
    for (const char* mark :
        {"ghp_", "gho_", "ghs_", "github_pat_", "glpat-", "xoxb-", "xoxp-", "hf_", "sk-", "nvapi-", "eyJ"}) {
        CAPTURE(mark);
        const std::string token = fmt::format("{}Ab0Cd1Ef2Gh3Ij4Kl5", mark).substr(0, 20);
        CHECK(redact(fmt::format("use {} now", token)) == "use <redacted> now");
        const std::string shorter = fmt::format("use {} now", token.substr(0, 19));
        CHECK(redact(shorter) == shorter);
    }
}

TEST_CASE("base64 of 40 characters or more is hidden, whatever its length")
{
    for (const std::size_t length : {40U, 41U, 44U, 64U, 88U, 100U, 128U, 159U, 160U, 161U, 400U}) {
        CAPTURE(length);
        CHECK(redact(fmt::format("line {} end", base64(length))) == "line <redacted> end");
    }
    CHECK(redact(fmt::format("line {} end", base64(39))) == fmt::format("line {} end", base64(39)));
    // Consisting only of small letters and digits, it is a name.
    const std::string name(60, 'a');
    CHECK(redact(name) == name);
}

TEST_CASE("32 hexadecimal digits or more are hidden, unless they have fewer than eight distinct ones")
{
    const std::string digits = "0123456789abcdef0123456789abcdef";
    CHECK(redact(digits) == "<redacted>");
    CHECK(redact("0x" + digits) == "<redacted>");
    CHECK(redact(digits.substr(1)) == digits.substr(1));
    const std::string mask(32, 'f');
    CHECK(redact(mask) == mask);
    CHECK(redact("01234567012345670123456701234567") == "<redacted>");
    CHECK(redact("01234560123456012345601234560123") == "01234560123456012345601234560123");
}

TEST_CASE("crypt hashes are hidden with one to four characters as their mark")
{
    for (const char* hash : {"$1$salt$hash", "$2b$salt$hash", "$sha1$salt$hash"})
        CHECK(redact(fmt::format("x {} y", hash)) == "x <redacted> y");
    for (const char* text : {"$$ y", "$toolong$ y", "$a-b$ y"})
        CHECK(redact(text) == text);
}

TEST_CASE("passwords of PowerShell, sshpass and docker, and keys of NGC, are hidden")
{
    for (const char* line :
        {"$c = New-Object PSCredential(\"admin\", (ConvertTo-SecureString \"Hunter2\" -AsPlainText))",
            "sshpass -p Hunter2 ssh admin@leaf1",
            "sshpass -pHunter2 ssh admin@leaf1",
            "sshpass -p 'Hunter2' ssh admin@leaf1",
            "sshpass -p'Hunter2' ssh admin@leaf1",
            "docker login -u bob -p Hunter2 registry.example"}) {
        CAPTURE(line);
        CHECK(redact(line).find("Hunter2") == std::string::npos);
        CHECK(redact(line).find("<redacted>") != std::string::npos);
    }
    CHECK(redact("use nvapi-Ab0Cd1Ef2Gh3Ij4 now") == "use <redacted> now");
    for (const char* line : {"ssh -p 22 admin@leaf1", "docker run -p 80:80 web", "opensm -p 15"})
        CHECK(redact(line) == line);
}

TEST_CASE(
    "a text in quotation marks is a password of PowerShell only if it is piped to ConvertTo-SecureString")
{
    struct Row {
        std::string_view line;
        std::string_view shown;
    };
    constexpr Row rows[] = {
        {"'Hunter2' | ConvertTo-SecureString", "'<redacted>' | ConvertTo-SecureString"},
        {"\"Hunter2\"|CONVERTTO-SECURESTRING", "\"<redacted>\"|CONVERTTO-SECURESTRING"},
        {"Write-Host 'leaf1'; 'Hunter2' | ConvertTo-SecureString",
            "Write-Host 'leaf1'; '<redacted>' | ConvertTo-SecureString"},
        {"'leaf1' | Out-Host; 'Hunter2' | ConvertTo-SecureString",
            "'leaf1' | Out-Host; '<redacted>' | ConvertTo-SecureString"},
        {"'leaf1' ConvertTo-SecureString", "'leaf1' ConvertTo-SecureString"},
        {"'Hunter2' | Out-Host", "'Hunter2' | Out-Host"},
        // Nothing follows the text, with and without its second mark.
        {"ConvertTo-SecureString|'leaf1'", "ConvertTo-SecureString|'leaf1'"},
        {"ConvertTo-SecureString|'leaf1", "ConvertTo-SecureString|'leaf1"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.line);
        CHECK(redact(row.line) == row.shown);
    }
}

TEST_CASE(
    "only a word after a blank can open a section, and only YAML's name of a secret hides the next value")
{
    for (const char* text : {"\"session\" secret\n   mtu 9214\n",
             "'session''secret'\n   mtu 9214\n",
             "- session: secret\n   mtu 9214\n",
             "session one secret\n   mtu 9214\n",
             "name HF_TOKEN\nvalue: 9214\n",
             "title: HF_TOKEN\nvalue: 9214\n",
             "name:\nvalue: 9214\n",
             "name: HF_TOKEN\nmtu: 1\nvalue: 9214\n"}) {
        CAPTURE(text);
        CHECK(redact_lines(text) == text);
    }
    CHECK(redact_lines("name: HF_TOKEN\n\nvalue: w0rd\n") == "name: HF_TOKEN\n\nvalue: <redacted>\n");
}

TEST_CASE("a section goes on over empty lines, and over the items of its list")
{
    struct Block {
        std::string_view text;
        std::string_view shown;
    };
    constexpr Block blocks[] = {
        {"session key\n\n   w0rd\nmtu 9214\n", "session key\n\n   <redacted>\nmtu 9214\n"},
        {"session key\r\n\r\n   w0rd\r\nmtu 9214\r\n", "session key\r\n\r\n   <redacted>\r\nmtu 9214\r\n"},
        {" session key\n   w0rd\n mtu 9214\n", " session key\n   <redacted>\n mtu 9214\n"},
        {"community:\n- w0rd\nmtu: 9214\n", "community:\n<redacted>\nmtu: 9214\n"},
        {"community:\n-5\n", "community:\n-5\n"},
        {"  community:\n- one\n", "  community:\n- one\n"},
        {"session community\n- one\n", "session community\n- one\n"},
        {"\"SNMP\": {\n  \"w0\\\"rd\": 15, \"\",\n}\n\"mtu\": 9214\n",
            "\"SNMP\": {\n  \"<redacted>\": <redacted>, \"\",\n}\n\"mtu\": 9214\n"},
    };
    for (const Block& block : blocks) {
        CAPTURE(block.text);
        CHECK(redact_lines(block.text) == block.shown);
    }
}

TEST_CASE("the column of a table that is named after a secret is hidden until the table ends")
{
    CHECK(redact_lines("GUID,MKey,Port\n0x1,0x77,3\n0x2,,4\n0x3,0x78,5\nend\n0x4,0x79,6\n")
        == "GUID,MKey,Port\n0x1,<redacted>,3\n0x2,,4\n0x3,<redacted>,5\nend\n0x4,0x79,6\n");
    // Another number of columns is another table.
    CHECK(redact_lines("MKey,Port\n0x77,3\nGUID,LID,Port\n0x1,5,3\n")
        == "MKey,Port\n<redacted>,3\nGUID,LID,Port\n0x1,5,3\n");
    // A sentence with a comma is no header.
    CHECK(redact_lines("the key, then\n0x1,3\n").ends_with("\n0x1,3\n"));
}

TEST_CASE("a community after snmp-server host is hidden, and so is the user in an address")
{
    CHECK(redact("snmp-server host 192.0.2.1 version 2c w0rd").find("w0rd") == std::string::npos);
    CHECK(redact("snmp-server community w0rd ro").find("w0rd") == std::string::npos);
    CHECK(redact("copy https://me:w0rd@192.0.2.1/a b") == "copy https://<redacted>@192.0.2.1/a b");
    CHECK(redact("mtu 9214") == "mtu 9214");
}

}
}

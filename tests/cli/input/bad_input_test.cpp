// SPDX-License-Identifier: Apache-2.0
// Every bad file is next to a good switch: the program names the bad file, checks the good one, and ends in time.
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>

#include <ctime>
#include <filesystem>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rocelint {
namespace {

struct BadFile {
    const char* title;
    std::string name;
    std::string text;
    int code; ///< exit code for the folder with the bad file
    std::string message; ///< the expected message, or empty if the file is read like any other
};

std::string utf16(std::string_view text)
{
    std::string out = "\xff\xfe";
    for (const char c : text) {
        out += c;
        out += '\0';
    }
    return out;
}

std::string with_carriage_returns(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        out += c == '\n' ? "\r\n" : std::string(1, c);
    }
    return out;
}

std::string replaced(std::string text, std::string_view from, std::string_view to)
{
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

TEST_CASE("bad input is named and the other files are checked")
{
    const std::string sonic = clean_sonic("leaf9");
    const std::string eos = clean_switch("leaf9");
    const BadFile rows[] = {
        {"empty", "bad.cfg", "", 0, "bad.cfg: the file is empty"},
        {"typed",
            "bad.cfg",
            "Leaf-1(config)#interface Ethernet1/1\nLeaf-1(config-if)#mtu 9214\nLeaf-1(config-if)#exit\n",
            0,
            "bad.cfg: commands that were typed in a configuration mode"},
        {"binary", "bad.bin", std::string("\177ELF\0\0\1", 7), 0, "bad.bin: the file is binary"},
        {"truncated", "bad.json", sonic.substr(0, sonic.size() / 2), 1, "bad.json:"},
        {"brackets", "bad.json", std::string(100000, '['), 0, "bad.json: no platform recognises the content"},
        {"nested SONiC",
            "bad.json",
            "{\"PORT\": {\"Ethernet0\": " + std::string(100000, '['),
            1,
            "bad.json:"},
        {"byte order mark", "bad.cfg", "\xef\xbb\xbf" + eos, 0, "bad.cfg: UTF-8 byte order mark removed"},
        {"UTF-16", "bad.cfg", utf16(eos), 0, "bad.cfg: UTF-16LE converted to UTF-8"},
        {"CRLF", "bad.cfg", with_carriage_returns(eos), 0, ""},
        {"invalid UTF-8", "bad.json", replaced(sonic, "\"mtu\"", "\"\xff\": \"1\", \"mtu\""), 0, "bad.json:"},
        {"duplicate keys",
            "bad.json",
            replaced(sonic, "\"PORT\":", "\"A\": {}, \"A\": {}, \"PORT\":"),
            0,
            "key \"A\" appears twice"},
        {"Jinja in JSON", "bad.json", replaced(sonic, "\"PORT\":", "{% if x %} \"PORT\":"), 1, "bad.json:"},
        {"Jinja in text",
            "bad.cfg",
            eos + "{% for port in ports %}\n",
            1,
            "this is a template: {% for port in ports %} was never"},
    };
    for (const BadFile& row : rows) {
        CAPTURE(row.title);
        const TemporaryFolder folder;
        folder.write("rocelint.yaml", "version: 1\nprofile: lossless\n");
        folder.write("good.cfg", broken_switch("leaf1"));
        folder.write(row.name, row.text);
        const Run run = rocelint({"check", folder.path(), "--select", "PFC001,SYN001"});
        CAPTURE(run.out);
        CAPTURE(run.err);
        CHECK(run.code == 1);
        CHECK(run.says("good.cfg:"));
        CHECK(run.says("error PFC001"));
        CHECK(run.says(row.message));
        const Run alone = rocelint({"check", folder.path(), "--select", "SYN001"});
        CHECK(alone.code == row.code);
    }
}

// CPU time of the programs that have ended, which a busy machine does not lengthen.
std::time_t seconds_of_programs()
{
    rusage usage{};
    REQUIRE(::getrusage(RUSAGE_CHILDREN, &usage) == 0);
    return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec;
}

TEST_CASE("one line of 100 MB is read in seconds")
{
    const TemporaryFolder folder;
    folder.write("good.cfg", broken_switch("leaf1"));
    // NOLINTNEXTLINE(bugprone-string-constructor): the length is meant
    folder.write("long.cfg", clean_switch("leaf2") + "alias x " + std::string(100'000'000, 'x') + '\n');
    const auto begin = seconds_of_programs();
    const Run run = rocelint({"check", folder.path(), "--strict-coverage"});
    CHECK(run.code == 1);
    CHECK(run.says("good.cfg:"));
    CHECK(run.out.size() < 100'000);
    CHECK(seconds_of_programs() - begin < 60);
}

TEST_CASE("a file above the limit of 256 MiB is refused by name")
{
    const TemporaryFolder folder;
    folder.write("good.cfg", clean_switch("leaf1"));
    std::string comments;
    while (comments.size() < 8192)
        comments += "! a line of text\n";
    const std::string huge = folder.write("huge.cfg", comments);
    std::filesystem::resize_file(huge, (std::uintmax_t{256} << 20) + 1);
    const Run run = rocelint({"check", folder.path()});
    CHECK(run.code == 3);
    CHECK(run.says("huge.cfg: cannot be read: larger than 256 MiB"));
}

TEST_CASE("links to a folder above end, and each file is read once")
{
    const TemporaryFolder folder;
    folder.write("a/leaf1.cfg", clean_switch("leaf1"));
    std::filesystem::create_directory_symlink("..", folder.path("a/up"));
    std::filesystem::create_symlink("leaf1.cfg", folder.path("a/same.cfg"));
    std::filesystem::create_symlink("me", folder.path("a/me"));
    const Run run = rocelint({"check", folder.path()});
    CHECK(run.code == 0);
    CHECK(run.says("in 1 device ("));
}

TEST_CASE("a link out of the given paths is reported, and followed only with --follow")
{
    const TemporaryFolder elsewhere;
    elsewhere.write("leaf2.cfg", clean_switch("leaf2"));
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    std::filesystem::create_directory_symlink(elsewhere.path(), folder.path("more"));
    const Run run = rocelint({"check", folder.path(), "--select", "SYN001"});
    CHECK(run.says("in 1 device ("));
    CHECK(run.says("more: a link out of the given paths, not followed (--follow does)"));
    CHECK(rocelint({"check", folder.path(), "--select", "SYN001", "--follow"}).says("in 2 devices ("));
    // A symbolic link that is itself an argument is followed.
    CHECK(rocelint({"check", folder.path("more"), "--select", "SYN001"}).says("in 1 device ("));
}

TEST_CASE("a FIFO is never opened")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    REQUIRE(::mkfifo(folder.path("pipe").c_str(), 0600) == 0);
    CHECK(rocelint({"check", folder.path()}).code == 0);
    const Run named = rocelint({"check", folder.path("leaf1.cfg"), folder.path("pipe")});
    CHECK(named.code == 3);
    CHECK(named.says("pipe: cannot be read: not a regular file"));
}

TEST_CASE("a file without read permission is reported")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    ::chmod(folder.write("secret.cfg", "x").c_str(), 0);
    ::chmod(folder.path().c_str(), 0755);
    RunOptions options;
    // Root may read every file.
    options.before = ::geteuid() == 0 ? "exec setpriv --reuid=65534 --regid=65534 --clear-groups" : "exec";
    const Run run = rocelint({"check", folder.path()}, options);
    CHECK(run.code == 3);
    CHECK(run.says("secret.cfg: cannot be read: Permission denied"));
}

TEST_CASE("a folder that vanishes is reported and the others are checked")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", broken_switch("leaf1"));
    const Run run = rocelint({"check", folder.path("leaf1.cfg"), folder.path("gone/")});
    CHECK(run.code == 3);
    CHECK(run.says("gone/: cannot be read: No such file or directory"));
    CHECK(run.says("error PFC001"));
}

TEST_CASE("a template is reported in one sentence, and so are the leftovers of one")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", replaced(clean_switch("leaf1"), "hostname leaf1", "hostname {{ name }}"));
    const Run one = rocelint({"check", folder.path(), "--select", "SYN001"});
    CHECK(one.code == 1);
    CHECK(one.says("this is a template: {{ name }} was never filled in (1 place in the file)"));
    CHECK(one.says("1 error in "));
    folder.write(
        "leaf1.cfg", clean_switch("leaf1") + "interface Ethernet2/1\n   mtu ${MTU}\n! by {{ tool }}\n");
    CHECK(rocelint({"check", folder.path(), "--select", "SYN001"})
              .says("this is a template: ${MTU} was never"));
    folder.write("leaf1.cfg", clean_switch("leaf1") + "! by {{ tool }}\nalias x bash echo $PATH ${path}\n");
    CHECK(rocelint({"check", folder.path(), "--select", "SYN001"}).code == 0);
    // If one line has several marks, each counts except those of a comment; the same holds for all lines.
    folder.write("leaf1.cfg",
        clean_switch("leaf1")
            + "interface Ethernet2/1\n   mtu {{ a }} {{ b }} # {{ c }}\n   mtu \"x # y\" {{ d }}\n! {{ e }}\n"
              "alias x bash echo {{ f }}\n/* {{ g }}\n{{ h }} */ {{ i }}\n");
    CHECK(rocelint({"check", folder.path(), "--select", "SYN001"})
              .says("{{ a }} was never filled in (4 places in the file)"));
    std::filesystem::remove(folder.path("leaf1.cfg"));
    std::string whole = "class-of-service {\n{% for port in ports %}\n";
    for (int port = 0; port < 200; ++port)
        whole += "    et-0/0/" + std::to_string(port) + " { {{ port }\n";
    folder.write("leaf2.conf", whole + "{% endfor %}\n");
    const Run all = rocelint({"check", folder.path(), "--select", "SYN001"});
    CAPTURE(all.out);
    CHECK(all.says("1 error in "));
}

TEST_CASE("a template that a configuration keeps in an irrelevant table is not a fault")
{
    const TemporaryFolder folder;
    folder.write("leaf1.json",
        replaced(clean_sonic("leaf1"),
            "\"PORT\":",
            R"("FEATURE": {"bgp": {"has_per_asic_scope": "{% if x %}False{% else %}True{% endif %}"}}, "PORT":)"));
    CHECK(rocelint({"check", folder.path(), "--select", "SYN001"}).code == 0);
    folder.write("leaf1.json", replaced(clean_sonic("leaf1"), "\"mtu\": \"9100\"", R"("mtu": "{{ mtu }}")"));
    CHECK(rocelint({"check", folder.path(), "--select", "SYN001"}).code == 1);
}

TEST_CASE("shell variables are not a template")
{
    const TemporaryFolder folder;
    folder.write("job.env", "export NCCL_IB_TC=106\nexport NCCL_DEBUG=${LEVEL}\n");
    CHECK_FALSE(rocelint({"check", folder.path(), "--select", "SYN001"}).says("template"));
}

TEST_CASE("only the beginning is read of a large file that is not text")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", "version: 1\nprofile: lossless\n");
    folder.write("good.cfg", broken_switch("leaf1"));
    // A packet capture, larger than anything that is ever read. It is sparse: only its beginning is on the disk.
    folder.write("large.pcap", std::string("\xd4\xc3\xb2\xa1\2\0\4\0\n", 9));
    std::filesystem::resize_file(folder.path("large.pcap"), std::uintmax_t{1} << 30);
    const Run run = rocelint({"check", folder.path(), "--select", "PFC001,SYN001"});
    CHECK_MESSAGE(run.code == 1, run.err);
    CHECK_MESSAGE(run.says("large.pcap: the file is binary"), run.out);
}

}
}

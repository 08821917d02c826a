// SPDX-License-Identifier: Apache-2.0
#include "models/text/edit.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <unistd.h>

namespace rocelint {
namespace {

Edit edit(std::uint32_t offset, std::uint32_t length, std::string text)
{
    return {{0, offset, length}, std::move(text)};
}

std::string diff_of(std::string_view text, const std::vector<Edit>& edits)
{
    const Source source(0, "a.cfg", text);
    const auto after = apply_edits(source, edits);
    REQUIRE(after.has_value());
    return unified_diff("a.cfg", text, *after, edits);
}

std::string read_file(const std::string& path)
{
    std::ifstream in(path, std::ios::binary);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

}

TEST_SUITE("edits")
{
    TEST_CASE("edits are applied in any order of the list")
    {
        const Source source(0, "a", "one two three");
        CHECK(*apply_edits(source, {edit(8, 5, "3"), edit(0, 3, "1"), edit(4, 0, "and ")}) == "1 and two 3");
    }

    TEST_CASE("edits that overlap are refused")
    {
        const Source source(0, "a", "one two three");
        CHECK_FALSE(apply_edits(source, {edit(0, 5, "x"), edit(4, 3, "y")}).has_value());
    }

    TEST_CASE("a line with a secret is not used as context, and the neighbouring hunks still apply")
    {
        const std::string text = "a\nb\nsnmp-server community hush ro\nc\nd\ne\nf\nenable secret mum\ng\nh\n";
        const std::string diff = diff_of(text,
            {edit(static_cast<std::uint32_t>(text.find("c\nd")), 1, "C"),
                edit(static_cast<std::uint32_t>(text.find("g\nh")), 1, "G"),
                edit(0, 1, "A")});
        CHECK(diff.find("hush") == std::string::npos);
        CHECK(diff.find("mum") == std::string::npos);
        CHECK(diff.find("@@ -4 +4 @@\n-c\n+C\n") != std::string::npos);
        const std::string folder = "/tmp/rocelint-edit-secret-" + std::to_string(::getpid());
        std::ofstream(folder) << text;
        std::ofstream(folder + ".patch") << diff;
        REQUIRE(std::system(("patch -s " + folder + " < " + folder + ".patch").c_str()) == 0);
        CHECK(read_file(folder)
            == "A\nb\nsnmp-server community hush ro\nC\nd\ne\nf\nenable secret mum\nG\nh\n");
        std::remove(folder.c_str());
        std::remove((folder + ".patch").c_str());
    }

    TEST_CASE("a secret on a changed line is redacted; text that only looks like one is shown")
    {
        CHECK(diff_of("{\"password\": \"hush\", \"mtu\": 1500}\n", {edit(28, 4, "9100")}).find("hush")
            == std::string::npos);
        CHECK(diff_of("hash-key layer-3;\n", {edit(9, 7, "layer-4")}).find("+hash-key layer-4;")
            != std::string::npos);
    }

    TEST_CASE("a changed word gives a hunk with its line and three around it")
    {
        CHECK(diff_of("1\n2\n3\n4\n5\n6\n7\n8\n9\n", {edit(8, 1, "five")})
            == "--- a/a.cfg\n+++ b/a.cfg\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
    }

    TEST_CASE("an inserted or deleted line changes no other lines")
    {
        CHECK(diff_of("a\nb\nc\n", {edit(2, 0, "new\n")})
            == "--- a/a.cfg\n+++ b/a.cfg\n@@ -1,3 +1,4 @@\n a\n+new\n b\n c\n");
        CHECK(diff_of("a\nb\nc\n", {edit(2, 2, "")})
            == "--- a/a.cfg\n+++ b/a.cfg\n@@ -1,3 +1,2 @@\n a\n-b\n c\n");
    }

    TEST_CASE("distant changes give separate hunks")
    {
        std::string text;
        for (int line = 0; line < 30; ++line)
            text += "x\n";
        const std::string diff = diff_of(text, {edit(4, 1, "y"), edit(50, 1, "z")});
        CHECK(diff.find("@@ -1,6 +1,6 @@") != std::string::npos);
        CHECK(diff.find("@@ -23,7 +23,7 @@") != std::string::npos);
    }

    TEST_CASE("a missing final line feed is noted, and carriage returns are kept")
    {
        CHECK(diff_of("a\r\nb", {edit(3, 1, "c")})
            == "--- a/a.cfg\n+++ b/a.cfg\n@@ -1,2 +1,2 @@\n a\r\n-b\n\\ No newline at end of file\n+c\n\\ No newline at "
               "end of file\n");
    }

    TEST_CASE("an edit that changes nothing gives no diff")
    {
        CHECK(diff_of("a\nb\n", {edit(0, 1, "a")}).empty());
        CHECK(diff_of("a\nb\n", {}).empty());
    }

    TEST_CASE("patch recreates the edited text from every diff")
    {
        std::mt19937 random(7);
        const std::string folder = "/tmp/rocelint-edit-test-" + std::to_string(::getpid());
        REQUIRE(std::system(("mkdir -p " + folder).c_str()) == 0);
        for (int round = 0; round < 40; ++round) {
            std::string text;
            const int lines = static_cast<int>(random() % 40);
            for (int line = 0; line < lines; ++line)
                text += std::string(1 + random() % 3, static_cast<char>('a' + random() % 3)) + "\n";
            if (random() % 4 == 0 && !text.empty())
                text.pop_back();
            std::vector<Edit> edits;
            std::uint32_t at = 0;
            while (at < text.size() && edits.size() < 6) {
                at += static_cast<std::uint32_t>(random() % 12);
                if (at > text.size())
                    break;
                const auto length
                    = static_cast<std::uint32_t>(std::min<std::size_t>(random() % 6, text.size() - at));
                static constexpr std::array<const char*, 5> texts{"", "q", "q\n", "\nq\n", "qq"};
                edits.push_back(edit(at, length, texts[random() % texts.size()]));
                at += length + 1;
            }
            const std::string diff = diff_of(text, edits);
            const std::string after = *apply_edits(Source(0, "a", text), edits);
            CHECK(diff.empty() == (after == text));
            if (diff.empty())
                continue;
            std::ofstream(folder + "/a.cfg", std::ios::binary) << text;
            std::ofstream(folder + "/a.diff", std::ios::binary) << diff;
            const std::string command
                = fmt::format("patch -s -p1 -d {} < {}/a.diff >/dev/null", folder, folder);
            const int status = std::system(command.c_str());
            INFO(diff);
            CHECK(status == 0);
            CHECK(read_file(folder + "/a.cfg") == after);
        }
        REQUIRE(std::system(("rm -r " + folder).c_str()) == 0);
    }
}

}

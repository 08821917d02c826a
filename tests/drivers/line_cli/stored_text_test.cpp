// SPDX-License-Identifier: Apache-2.0
// What is stored of a switch's configuration: everything that is read, and nothing of the rest that might be secret.
#include "drivers/eos/eos.h"
#include "drivers/eos/grammar.h"
#include "drivers/line_cli/live/stored_text.h"
#include "drivers/onyx/grammar.h"
#include "drivers/onyx/onyx.h"
#include "tests/drivers/text_case.h"
#include "tests/e2e/planted_secrets.h"

#include <filesystem>
#include <fstream>
#include <sstream>

namespace rocelint {
namespace {

constexpr std::string_view key = "a key of thirty-two characters..";

std::string stored(const Driver& driver, std::string_view text, std::string_view with = key)
{
    const std::vector<std::string_view> kept = line_cli::kept_beginnings(driver.signs);
    const bool is_eos = &driver == &eos::driver;
    const line_cli::StoredForm form{is_eos ? eos::grammar() : onyx::grammar(),
        is_eos ? eos::scope::top : onyx::scope::top,
        driver.parse,
        kept};
    return line_cli::stored_text(form, text, with);
}

std::string example(const Driver& driver)
{
    std::string text(driver.base_example);
    for (std::size_t at = text.find("@NAME@"); at != std::string::npos; at = text.find("@NAME@", at))
        text.replace(at, 6, "leaf1");
    return text;
}

// Everything that is read, and the number of lines in each state.
std::string meaning(const Driver& driver, const std::string& text)
{
    const tests::TextCase read(driver, "leaf1.cfg", text);
    std::string all = dump(read.device(), read.sources);
    for (const CoverageState state :
        {CoverageState::read, CoverageState::unsupported, CoverageState::unrecognised})
        all += std::to_string(read.coverage.count(state)) + ' ';
    all += read.first_problem();
    return all;
}

std::string after(std::string text, std::string_view from, std::string_view to)
{
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

TEST_CASE("a switch's stored text contains none of the planted secrets, and is read as before")
{
    for (const Driver* driver : {&eos::driver, &onyx::driver}) {
        CAPTURE(driver->name);
        // Appended, so that the numbers of the lines that are read stay the same when free text is dropped.
        const std::string text = example(*driver) + e2e::planted_text(driver->name);
        const std::string kept = stored(*driver, text);
        CHECK(e2e::secrets_in(kept) == "");
        CHECK(meaning(*driver, kept) == meaning(*driver, text));
        CHECK(stored(*driver, text) == kept);
    }
}

TEST_CASE("of banners, handlers, aliases, licences and users only their existence is stored")
{
    const std::string eos = stored(eos::driver,
        "hostname leaf1\nbanner motd\nask Bob, extension 4711\n! not a comment\nEOF\nlicense import 4711\n"
        "alias hi bash echo 4711\nevent-handler x\n   action bash\n   echo 4711\n   EOF\n   delay 4711\n!\n"
        "no aaa root\naaa 4711\nservice routing protocols model multi-agent\nrouter bgp 65001\n"
        "   neighbor 192.0.2.1 description 4711\ninterface Ethernet1\n   mtu 9214\n   lldp 4711\n"
        "   some-new-word 17\n");
    CHECK(eos.find("4711") == std::string::npos);
    CHECK(eos.find("Bob") == std::string::npos);
    CHECK(eos.starts_with("hostname leaf1\nbanner <redacted "));
    for (const char* line : {"\nlicense <redacted ",
             "\nalias <redacted ",
             "\nevent-handler <redacted ",
             "\n   <redacted ",
             "\nno aaa root\n",
             "\naaa <redacted ",
             "\nservice routing protocols model <redacted ",
             "\nrouter bgp 65001\n   neighbor <redacted ",
             "\ninterface Ethernet1\n   mtu 9214\n   lldp <redacted ",
             "\n   some-new-word 17\n"}) {
        CAPTURE(line);
        CHECK(eos.find(line) != std::string::npos);
    }
    const std::string onyx = stored(onyx::driver,
        "   hostname leaf1\n   banner login \"ask Bob\n4711\n\"\n   username admin password 7 4711\n"
        "   interface ethernet 1/1 lldp 4711\n   interface ethernet 1/1 mtu 9216\n   interface mgmt0 ip address 4711\n"
        "   no cli default prefix-modes enable\n");
    CHECK(onyx.find("4711") == std::string::npos);
    CHECK(onyx.find("Bob") == std::string::npos);
    CHECK(onyx.find("   interface ethernet 1/1 lldp <redacted ") != std::string::npos);
    CHECK(onyx.find("   interface ethernet 1/1 mtu 9216\n") != std::string::npos);
    CHECK(onyx.find("   username <redacted ") != std::string::npos);
    CHECK(onyx.find("   no cli default prefix-modes") != std::string::npos);
}

TEST_CASE("of an unknown outermost line the first word is stored, and nothing of its block")
{
    const std::string kept = stored(eos::driver,
        "hostname leaf1\nsome-later-login ops 4711\n   word 4711\n   4711\ninterface Ethernet1\n   mtu 9214\n   some-new-word 17\n");
    CHECK(kept.find("4711") == std::string::npos);
    CHECK(kept.find("\nsome-later-login <redacted ") != std::string::npos);
    CHECK(kept.find("\ninterface Ethernet1\n   mtu 9214\n   some-new-word 17\n") != std::string::npos);
}

TEST_CASE(
    "a change in a line that is not stored is noticed, equal lines stay equal, and guessing needs the key")
{
    const std::string text = "hostname leaf1\nusername bob secret one\nbanner motd\nhello\nEOF\nend\n";
    const std::string before = stored(eos::driver, text);
    CHECK(before == stored(eos::driver, text));
    CHECK(before != stored(eos::driver, after(text, "one", "two")));
    CHECK(before != stored(eos::driver, after(text, "hello", "bye")));
    CHECK(before != stored(eos::driver, text, "another key of thirty-two letters"));
    CHECK(stored(eos::driver, text, "") == "hostname leaf1\nusername <redacted>\nbanner <redacted>\nend\n");
}

TEST_CASE("every switch of the example fabrics reads the same from its stored text")
{
    int seen = 0;
    for (const auto& entry :
        std::filesystem::recursive_directory_iterator(ROCELINT_SOURCE_DIR "/fixtures/fabrics")) {
        if (entry.path().extension() != ".cfg")
            continue;
        std::ostringstream text;
        text << std::ifstream(entry.path()).rdbuf();
        for (const Driver* driver : {&eos::driver, &onyx::driver}) {
            // A line that only this platform has; files of other platforms have neither.
            const char* own
                = driver == &eos::driver ? "\nqos map dscp " : "dcb priority-flow-control priority ";
            if (text.str().find(own) == std::string::npos)
                continue;
            CAPTURE(entry.path().string());
            CHECK(meaning(*driver, stored(*driver, text.str())) == meaning(*driver, text.str()));
            ++seen;
        }
    }
    CHECK(seen > 20);
}

}
}

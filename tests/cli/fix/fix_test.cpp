// SPDX-License-Identifier: Apache-2.0
#include "drivers/driver.h"
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

namespace rocelint {
namespace {

// The clean switch without PFC on its first port.
std::string without_pfc()
{
    std::string text = clean_sonic("leaf1");
    const std::string line = R"("pfc_enable": "3")";
    const std::size_t at = text.find(line);
    REQUIRE(at != std::string::npos);
    return text.replace(at, line.size(), R"("pfc_enable": "")");
}

}

TEST_CASE("fix prints a diff that patch accepts, and changes nothing")
{
    const TemporaryFolder folder;
    const std::string path = folder.write("config_db.json", without_pfc());
    const Run run = rocelint({"fix", folder.path()});
    CHECK(run.code == 0);
    CHECK(run.out.starts_with("--- a" + path + "\n+++ b" + path + "\n@@ "));
    constexpr std::string_view queues = R"(      "pfc_to_queue_map": "AZURE", )";
    constexpr std::string_view watchdog = R"(, "pfcwd_sw_enable": "3")";
    CHECK(run.says(
        fmt::format("\n-{0}\"pfc_enable\": \"\"{1}\n+{0}\"pfc_enable\": \"3\"{1}\n", queues, watchdog)));
    CHECK(folder.read("config_db.json") == without_pfc());
}

TEST_CASE("fix --write corrects the file in place, and a second run has nothing to do")
{
    const TemporaryFolder folder;
    folder.write("config_db.json", without_pfc());
    CHECK(rocelint({"fix", "--check", folder.path()}).code == 1);
    const Run run = rocelint({"fix", "--write", folder.path()});
    CHECK(run.code == 0);
    CHECK(run.out.starts_with("1 correction in 1 file\n"));
    CHECK(folder.read("config_db.json") == clean_sonic("leaf1"));
    CHECK(rocelint({"check", folder.path()}).code == 0);
    CHECK(rocelint({"fix", "--check", folder.path()}).code == 0);
    CHECK(rocelint({"fix", folder.path()}).out.empty());
}

TEST_CASE("fix --commands prints a JSON patch for SONiC")
{
    const TemporaryFolder folder;
    folder.write("config_db.json", without_pfc());
    const Run run = rocelint({"fix", "--commands", folder.path()});
    CHECK(run.code == 0);
    CHECK(run.says(R"({"op": "replace", "path": "/PORT_QOS_MAP/Ethernet0/pfc_enable", "value": "3"})"));
}

TEST_CASE("fix --commands prints a device name without terminal control sequences")
{
    const TemporaryFolder folder;
    std::string text = without_pfc();
    const std::string name = "\"hostname\": \"leaf1";
    const std::size_t at = text.find(name);
    REQUIRE(at != std::string::npos);
    folder.write("config_db.json", text.insert(at + name.size(), "\\u001b[2J\\nreload"));
    const Run run = rocelint({"fix", "--commands", folder.path()});
    CHECK_MESSAGE(run.out.starts_with("# leaf1\\x1b[2J\\x0areload (sonic)\n"), run.out);
    CHECK(run.out.find('\x1b') == std::string::npos);
}

TEST_CASE("fix --commands prints lines for Junos, followed by the same for NETCONF")
{
    const TemporaryFolder folder;
    const std::string line = "            congestion-notification-profile lossless;\n";
    std::string text(find_driver("junos")->base_example);
    text.replace(text.find("@NAME@"), 6, "leaf1").erase(text.find(line), line.size());
    folder.write("juniper.conf", text);
    folder.write("rocelint.yaml", "version: 1\nprofile: lossless\n");
    const Run run = rocelint({"fix", "--commands", folder.path()});
    CHECK(run.code == 0);
    CHECK(run.out
        == "# leaf1 (junos)\n"
           "set class-of-service interfaces et-0/0/0 congestion-notification-profile lossless\n"
           "# the same for leaf1 as the <config> of an <edit-config>\n"
           "<config>\n"
           "  <configuration>\n"
           "    <class-of-service>\n"
           "      <interfaces>\n"
           "        <interface>\n"
           "          <name>et-0/0/0</name>\n"
           "          <congestion-notification-profile>lossless</congestion-notification-profile>\n"
           "        </interface>\n"
           "      </interfaces>\n"
           "    </class-of-service>\n"
           "  </configuration>\n"
           "</config>\n");
}

TEST_CASE("fix --hitless omits changes that lose packets while they are applied, and says so")
{
    const TemporaryFolder folder;
    folder.write("config_db.json", without_pfc());
    const Run run = rocelint({"fix", "--hitless", folder.path()});
    CHECK(run.code == 0);
    CHECK(run.out.empty());
    CHECK(run.says("PFC001 is not corrected"));
}

TEST_CASE("fix without a device, or with two output modes at once, is refused")
{
    const TemporaryFolder folder;
    folder.write("notes.txt", "nothing\n");
    CHECK(rocelint({"fix", folder.path()}).code == 3);
    CHECK(rocelint({"fix", "--write", "--check", folder.path()}).code == 2);
    CHECK(rocelint({"fix", "--wirte", folder.path()}).says("did you mean '--write'?"));
}

}

// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace rocelint {
namespace {

const std::string advised_fabrics = std::string(ROCELINT_SOURCE_DIR) + "/fixtures/fabrics/";

Run advise(std::vector<std::string> arguments)
{
    arguments.insert(arguments.begin(), "advise");
    return rocelint(arguments);
}

// A year of 1024 GPUs, of which a quarter of each step is communication.
std::vector<std::string> year(std::vector<std::string> more = {})
{
    std::vector<std::string> all{
        "--gpus", "1024", "--hours", "8760", "--utilisation", "0.8", "--communication", "0.25"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

TEST_CASE("advise asks for what it was not told, and decides nothing without it")
{
    const Run run = advise({});
    CHECK(run.code == 0);
    CHECK(run.err == "");
    CHECK(run.says("to answer: gpus, gpus_in_two_years, job_gpus, workload, communication"));
    CHECK(run.says("0 for InfiniBand, 0 for Ethernet, 10 open."));
    CHECK(run.says("not computed: communication (f) is not answered"));
    CHECK_FALSE(run.says("buy"));
}

TEST_CASE("advise computes the GPU-hours of the published example")
{
    const Run run = advise(year({"--efficiency-roce", "0.9"}));
    CHECK(run.code == 0);
    CHECK(run.says("7176192 GPU-hours in use"));
    CHECK(run.says("1.0278"));
    CHECK(run.says("2.70 %"));
    CHECK(run.says("193951"));
}

TEST_CASE("advise prices what the user states, and nothing else")
{
    const Run run = advise(year({"--efficiency-roce",
        "0.9",
        "--gpu-hour-price",
        "2",
        "--fabric-premium",
        "300000",
        "--cost-of",
        "PFC001=0.5",
        "--cost-of",
        "ECN001=0.99",
        "--format",
        "json"}));
    REQUIRE(run.code == 0);
    const auto json = nlohmann::json::parse(run.out);
    REQUIRE(json["losses"].size() == 3);
    CHECK(json["losses"][0]["subject"] == "RoCE");
    CHECK(json["losses"][0]["worth"].get<double>() == doctest::Approx(387'902).epsilon(0.0001));
    CHECK(json["losses"][1]["subject"] == "PFC001");
    CHECK(json["losses"][1]["exceeds_premium"] == true);
    CHECK(json["losses"][2]["exceeds_premium"] == false);
    const Run unpriced = advise(year({"--cost-of", "PFC001=0.5", "--format", "json"}));
    const auto without = nlohmann::json::parse(unpriced.out);
    CHECK(without["losses"][0]["worth"].is_null());
    CHECK(without["losses"][0]["exceeds_premium"].is_null());
    CHECK(without["losses"][0]["gpu_hours"].get<double>() == doctest::Approx(1'435'238).epsilon(0.0001));
}

TEST_CASE("advise reads tiers, bisection and the loss of a spine from an intent")
{
    const TemporaryFolder folder;
    const std::string intent = folder.write("fabric.yaml",
        "version: 1\n"
        "devices:\n"
        "  leaf[1-2]: {platform: eos, role: leaf}\n"
        "  spine[1-2]: {platform: eos, role: spine}\n"
        "  host[1-4]: {platform: linux-host, role: host, nic: mlx5}\n"
        "links:\n"
        "  - {a: \"leaf1:Ethernet[1-2]/1\", b: \"host[1-2]:ens1f0np0\", speed: 400G, cable_m: 3}\n"
        "  - {a: \"leaf2:Ethernet[1-2]/1\", b: \"host[3-4]:ens1f0np0\", speed: 400G, cable_m: 3}\n"
        "  - {a: \"leaf1:Ethernet[31-32]/1\", b: \"spine[1-2]:Ethernet1/1\", speed: 200G, cable_m: 30}\n"
        "  - {a: \"leaf2:Ethernet[31-32]/1\", b: \"spine[1-2]:Ethernet2/1\", speed: 200G, cable_m: 30}\n");
    const Run run = advise({intent,
        "--gpus-per-host",
        "8",
        "--hours",
        "8760",
        "--utilisation",
        "0.8",
        "--communication",
        "0.25",
        "--format",
        "json"});
    REQUIRE_MESSAGE(run.code == 0, run.err);
    const auto json = nlohmann::json::parse(run.out);
    CHECK(json["fabric"]["hosts"] == 4);
    CHECK(json["answers"]["gpus"] == 32);
    CHECK(json["fabric"]["injection"] == 1'600'000'000'000);
    REQUIRE(json["fabric"]["tiers"].size() == 1);
    const auto& leaves = json["fabric"]["tiers"][0];
    CHECK(leaves["bisection"] == 400'000'000'000);
    CHECK(leaves["full_bisection"] == 800'000'000'000);
    CHECK(leaves["loss"]["bisection"] == 200'000'000'000);
    REQUIRE(json["losses"].size() == 2);
    CHECK(json["losses"][0]["kind"] == "oversubscription");
    CHECK(json["losses"][0]["efficiency"].get<double>() == doctest::Approx(0.5));
    CHECK(json["losses"][1]["kind"] == "spine");
    // For each hour: 32 · 0.8 · (1 - 1/1.25).
    CHECK(json["losses"][1]["gpu_hours"].get<double>() == doctest::Approx(5.12));
}

TEST_CASE("advise counts the findings of a checked folder, and prices those with a stated efficiency")
{
    const Run run = advise({advised_fabrics + "broken-clos",
        "--communication",
        "0.25",
        "--cost-of",
        "PFC002=0.5",
        "--format",
        "json"});
    REQUIRE_MESSAGE(run.code == 0, run.err);
    const auto json = nlohmann::json::parse(run.out);
    CHECK(json["fabric"]["checked"] == true);
    CHECK(json["fabric"]["findings"].size() > 10);
    CHECK(json["without_efficiency"].size() + json["fabric"]["findings"].count("PFC002")
        == json["fabric"]["findings"].size());
}

TEST_CASE("the file of answers is read, and an option wins over it")
{
    const TemporaryFolder folder;
    const std::string answers
        = folder.write("answers.yaml", "gpus: 64\nhours: 10\nutilisation: 1\ncommunication: 0.5\n");
    CHECK(advise({"--answers", answers}).says("640 GPU-hours in use"));
    CHECK(advise({"--answers", answers, "--gpus", "128"}).says("1280 GPU-hours in use"));
    const Run wrong = advise({"--answers", folder.write("wrong.yaml", "hours: -1\n")});
    CHECK(wrong.code == 2);
    CHECK(wrong.says("wrong.yaml:1:"));
    CHECK(wrong.says("type hours of 0 or more"));
    CHECK(advise({"--answers", folder.path("none.yaml")}).code == 3);
}

// The data of a page, of a check of the fabric broken-clos with these answers.
nlohmann::json page_data(const TemporaryFolder& folder, const std::string& answers)
{
    const std::string page = folder.path("page.html");
    const Run run = rocelint({"check",
        advised_fabrics + "broken-clos",
        "--answers",
        folder.write("answers.yaml", answers),
        "--report",
        "html=" + page});
    REQUIRE_MESSAGE(run.code == 1, run.err);
    const std::string text = folder.read("page.html");
    constexpr std::string_view begin = "id=\"data\">";
    const std::size_t at = text.find(begin) + begin.size();
    return nlohmann::json::parse(text.substr(at, text.find("</script>", at) - at));
}

TEST_CASE("the page of a check shows what findings and topology cost, by the answers that it is given")
{
    const TemporaryFolder folder;
    const nlohmann::json advice = page_data(folder,
        "gpus: 64\nhours: 10\nutilisation: 1\ncommunication: 0.5\nefficiency_roce: 0.9\n"
        "findings: {QOS002: 0.5, PFC001: 0.25}\n")["advice"];
    REQUIRE(advice.is_object());
    CHECK(advice["usage"].get<std::string>().find("640 GPU-hours in use") != std::string::npos);
    const auto loss_of = [&](std::string_view subject) {
        for (const nlohmann::json& loss : advice["losses"]) {
            if (loss[1] == subject)
                return loss;
        }
        return nlohmann::json();
    };
    // 1 - 1 / (0.5 + 0.5 / 0.5) of 640 GPU-hours.
    const nlohmann::json found = loss_of("QOS002");
    REQUIRE(found.is_array());
    CHECK(found[0] == "finding");
    CHECK(found[4].get<double>() == doctest::Approx(1.0 / 3));
    CHECK(found[5].get<double>() == doctest::Approx(640.0 / 3));
    CHECK(found[6].is_null());
    CHECK(found[7].get<std::string>().find("in this fabric") != std::string::npos);
    CHECK(loss_of("PFC001")[7].get<std::string>().find("not found in this fabric") != std::string::npos);
    CHECK(loss_of("RoCE").is_array());
    CHECK(advice["rules"].size() == 10);
    CHECK_FALSE(advice["fabric"].empty());
    CHECK_FALSE(advice["unpriced"].empty());
}

TEST_CASE("without answers the page says nothing of costs")
{
    const TemporaryFolder folder;
    const Run run = rocelint(
        {"check", advised_fabrics + "clos-mixed", "--format", "html", "-o", folder.path("page.html")});
    CHECK(run.code == 0);
    CHECK(folder.read("page.html").find("\"advice\":null") != std::string::npos);
}

TEST_CASE(
    "check refuses answers that no page shows, that are about several clusters, or that cost nothing known")
{
    const TemporaryFolder folder;
    const std::string answers = folder.write("answers.yaml", "findings: {PFC: 0.5}\n");
    const std::string page = "html=" + folder.path("page.html");
    const std::string site = advised_fabrics + "clos-mixed";
    const Run no_page = rocelint({"check", site, "--answers", answers});
    CHECK(no_page.code == 2);
    CHECK(no_page.says("add --report html=FILE"));
    const Run prefix = rocelint({"check", site, "--answers", answers, "--report", page});
    CHECK(prefix.code == 2);
    CHECK(prefix.says("stands for several rules"));
    const Run two = rocelint(
        {"check", site, advised_fabrics + "two-racks-300m", "--answers", answers, "--report", page});
    CHECK(two.code == 2);
    CHECK(two.says("the paths hold 2 fabrics"));
    CHECK(rocelint({"check", site, "--answers", folder.path("none.yaml"), "--report", page}).code == 3);
}

TEST_CASE("advise refuses what cannot be, with what to type next")
{
    const struct {
        std::vector<std::string> arguments;
        std::string_view told;
    } cases[] = {
        {{"--communication", "25"},
            "--communication cannot be '25'; it is a share from 0 to 1: type 0.25 for 25 %"},
        {{"--communication", "-0.1"}, "--communication cannot be '-0.1'; it is a share from 0 to 1"},
        {{"--efficiency-roce", "1.2"}, "above 0 and at most 1: type 0.9 for 90 %"},
        {{"--hours", "-5"}, "--hours cannot be '-5'; type hours of 0 or more"},
        {{"--workload", "trainin"}, "did you mean 'training'?"},
        {{"--runs", "ethernet,nothing"}, "cannot be 'nothing' and something else"},
        {{"--cost-of", "PFC001"}, "PFC001=0.5"},
        {{"--cost-of", "PFC001=1.5"}, "above 0 and at most 1"},
        {{"--cost-of", "PFC=0.5"}, "stands for several rules; type the code of one"},
        {{"--cost-of", "PFX001=0.5"}, "no rule has the code"},
    };
    for (const auto& [arguments, told] : cases) {
        CAPTURE(told);
        const Run run = advise(arguments);
        CHECK(run.code == 2);
        CHECK_MESSAGE(run.says(told), run.err);
        CHECK(run.out == "");
    }
    CHECK(advise({advised_fabrics + "no-such-folder"}).code == 3);
}

}
}

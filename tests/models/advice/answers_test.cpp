// SPDX-License-Identifier: Apache-2.0
#include "models/advice/answer_keys.h"
#include "models/advice/answers.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>

namespace rocelint::advice {
namespace {

std::string error_of(std::string_view text)
{
    const auto read = read_answers(Source(0, "answers.yaml", text));
    return read ? std::string() : read.error().message;
}

TEST_CASE("a file of answers is read, and what it leaves out stays without an answer")
{
    const auto answers = read_answers(Source(0,
        "answers.yaml",
        "gpus: 1024\nworkload: training\nruns: [ethernet, infiniband]\nshared_with: nothing\nfindings: {PFC001: 0.5}\n"));
    REQUIRE(answers);
    CHECK(answers->gpus == 1024);
    CHECK(answers->workload == "training");
    CHECK(answers->runs->size() == 2);
    CHECK(answers->shared_with->empty());
    CHECK(answers->findings.at("PFC001") == 0.5);
    CHECK_FALSE(answers->communication);
    CHECK_FALSE(answers->usage());
    CHECK(error_of("") == "");
}

TEST_CASE("a wrong answer is refused at its line, with what to type")
{
    for (const auto& [text, told] : {
             std::array<std::string_view, 2>{"communication: 25\n",
                 "communication cannot be '25'; it is a share from 0 to 1: type 0.25 for 25 %"},
             {"communication: -0.1\n", "communication cannot be '-0.1'; it is a share from 0 to 1"},
             {"efficiency_roce: 1.1\n", "efficiency_roce cannot be '1.1'; it is bus bandwidth divided by"},
             {"efficiency_roce: 0\n", "efficiency_roce cannot be '0'; it is bus bandwidth divided by"},
             {"hours: -5\n", "hours cannot be '-5'; type hours of 0 or more, such as 8760 for a year"},
             {"hours: nan\n", "hours cannot be 'nan'"},
             {"gpus: many\n", "gpus cannot be 'many'; type a number of GPUs such as 1024"},
             {"workload: trainin\n", "workload cannot be 'trainin'; did you mean 'training'?"},
             {"runs: [ethernet, nothing]\n", "runs cannot be 'nothing' and something else"},
             {"findings: {PFC001: 2}\n", "PFC001 cannot be '2'; it is bus bandwidth divided by"},
             {"gpu: 8\n", "gpus"},
         }) {
        CAPTURE(text);
        const std::string error = error_of(text);
        CHECK(error.find("answers.yaml:1:") != std::string::npos);
        CHECK_MESSAGE(error.find(told) != std::string::npos, error);
    }
}

TEST_CASE("every key of the file has an option and the other way round")
{
    std::size_t count = 0;
    for (const DocumentKey& key : answer_keys::top.keys) {
        if (key.name == "version" || key.name == "findings")
            continue;
        const auto rows = answer_rows();
        CAPTURE(key.name);
        CHECK(std::ranges::find(rows, key.name, &AnswerRow::key) != rows.end());
        ++count;
    }
    CHECK(count == answer_rows().size());
}

}
}

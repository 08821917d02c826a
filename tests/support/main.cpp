// SPDX-License-Identifier: Apache-2.0
// The main function of every test program. In addition to doctest's own checks, a program fails if a test case ended without
// checking anything, or if no test case matches the filters; and it lists the skipped test cases with their reasons.
#define DOCTEST_CONFIG_IMPLEMENT
#include "tests/support/skip.h"

#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <vector>

namespace rocelint::testing {
namespace {

/// The exit code of a program whose test cases were all skipped: SKIP_RETURN_CODE in tests/CMakeLists.txt.
constexpr int all_skipped = 77;

struct Skipped {
    std::string name; ///< of the test case
    std::string reason;
};

/// What happened to this program's test cases.
struct Tally {
    std::mutex mutex; ///< guards `reason`, since a case may skip itself on any of its threads
    std::string reason; ///< why the running case is skipped; empty if it is not
    std::vector<Skipped> skipped;
    std::vector<std::string> unchecked; ///< places and names of cases that checked nothing
    unsigned ran = 0; ///< cases that match the filters
};

Tally& tally()
{
    static Tally one;
    return one;
}

class Watch : public doctest::IReporter {
public:
    explicit Watch(const doctest::ContextOptions&) { }

    void test_case_start(const doctest::TestCaseData& test) override
    {
        running_ = &test;
        tally().reason.clear();
    }
    void test_case_end(const doctest::CurrentTestCaseStats& stats) override
    {
        const std::string name = running_->m_name;
        if (!tally().reason.empty())
            tally().skipped.push_back({name, tally().reason});
        else if (stats.numAssertsCurrentTest == 0 && stats.failure_flags == 0)
            tally().unchecked.push_back(
                std::string(running_->m_file.c_str()) + ":" + std::to_string(running_->m_line) + ": " + name);
    }
    void test_run_end(const doctest::TestRunStats& stats) override
    {
        tally().ran = stats.numTestCasesPassingFilters;
    }

    void report_query(const doctest::QueryData&) override { }
    void test_run_start() override { }
    void test_case_reenter(const doctest::TestCaseData&) override { }
    void test_case_exception(const doctest::TestCaseException&) override { }
    void subcase_start(const doctest::SubcaseSignature&) override { }
    void subcase_end() override { }
    void log_assert(const doctest::AssertData&) override { }
    void log_message(const doctest::MessageData&) override { }
    void test_case_skipped(const doctest::TestCaseData&) override { }

private:
    const doctest::TestCaseData* running_ = nullptr;
};

REGISTER_LISTENER("watch", 1, Watch);

/// Adds the skipped cases to the list of the whole run, which tests/run_report.py reads: "test<tab>case<tab>reason".
void note_skipped()
{
    const char* path = std::getenv("ROCELINT_SKIPPED");
    const char* test = std::getenv("ROCELINT_TEST");
    if (path == nullptr || tally().skipped.empty())
        return;
    std::FILE* file = std::fopen(path, "ae");
    if (file == nullptr) {
        std::perror(path);
        std::exit(1);
    }
    std::string lines;
    for (const Skipped& one : tally().skipped)
        lines += std::string(test == nullptr ? "?" : test) + '\t' + one.name + '\t' + one.reason + '\n';
    std::fwrite(lines.data(), 1, lines.size(), file);
    std::fclose(file);
}

int closing_code(int code)
{
    const Tally& all = tally();
    for (const Skipped& one : all.skipped)
        std::printf("skipped: %s: %s\n", one.name.c_str(), one.reason.c_str());
    for (const std::string& one : all.unchecked)
        std::printf("%s: this test case checked nothing\n", one.c_str());
    if (all.ran == 0)
        std::puts("no test case fits the filters");
    note_skipped();
    if (code != 0 || !all.unchecked.empty() || all.ran == 0)
        return code != 0 ? code : 1;
    return all.skipped.size() == all.ran ? all_skipped : 0;
}

}

void skip(std::string_view reason)
{
    const std::lock_guard lock(tally().mutex);
    tally().reason = reason;
}

}

int main(int argc, char** argv)
{
    doctest::Context context(argc, argv);
    const int code = context.run();
    // If test cases are only listed, none of them ran.
    return context.shouldExit() ? code : rocelint::testing::closing_code(code);
}

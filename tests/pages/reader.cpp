// SPDX-License-Identifier: Apache-2.0
#include "tests/pages/reader.h"

#include "tests/e2e/process.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <spawn.h>
#include <sys/wait.h>

namespace rocelint::pages {
namespace {

void write_file(const std::string& path, std::string_view text)
{
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path) << text;
}

}

Reader::Reader(std::string folder, std::vector<std::string> environment)
    : folder_(std::move(folder)), environment_(std::move(environment))
{
    replace_tool("rocelint", fmt::format("exec {} \"$@\"", ROCELINT_BINARY));
    environment_.push_back(fmt::format("PATH={}:/usr/bin:/bin", own_.path("bin")));
    const auto is_home = [](const std::string& variable) { return variable.starts_with("HOME="); };
    if (std::ranges::none_of(environment_, is_home))
        environment_.push_back("HOME=" + own_.path());
}

void Reader::replace_tool(const std::string& name, const std::string& commands) const
{
    const std::string path = own_.write("bin/" + name, fmt::format("#!/bin/sh\n{}\n", commands));
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
}

// Runs the command in a shell; standard error is interleaved with standard output.
Run Reader::run(const Command& command) const
{
    const std::string output = own_.path("output");
    std::vector<std::string> words{
        "/bin/bash", "-c", fmt::format("exec >{} 2>&1 </dev/null\n{}", output, command.line)};
    std::vector<std::string> variables = environment_;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addchdir_np(&actions, folder_.c_str());
    std::vector<char*> argv;
    std::vector<char*> environment;
    for (std::string& word : words)
        argv.push_back(word.data());
    for (std::string& variable : variables)
        environment.push_back(variable.data());
    argv.push_back(nullptr);
    environment.push_back(nullptr);
    pid_t child = 0;
    REQUIRE(::posix_spawn(&child, "/bin/bash", &actions, nullptr, argv.data(), environment.data()) == 0);
    posix_spawn_file_actions_destroy(&actions);
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, e2e::file_text(output), {}};
}

void Reader::check_output(const Block& block, std::string_view shown)
{
    REQUIRE_MESSAGE(has_last_, "line ", block.line, ": no command prints this text");
    INFO("line ", block.line, " of the page; printed was:\n", last_.out);
    CHECK(missing_line(shown, last_.out, lines_may_lack) == "");
}

void Reader::follow_commands(const Block& block, std::size_t& count)
{
    std::string printed;
    for (const Command& command : commands_of(block)) {
        has_last_ = command.not_run.empty();
        if (!has_last_)
            continue;
        last_ = run(command);
        ++count;
        INFO("line ", block.line, " of the page: ", command.line, "\n", last_.out);
        CHECK(last_.code == command.code);
        if (block.language == "console")
            check_output(block, command.shown);
        printed += last_.out;
    }
    // The text block below shows the output of all of them.
    last_.out = printed;
}

std::size_t Reader::follow(const std::vector<Block>& blocks)
{
    std::size_t count = 0;
    for (const Block& block : blocks) {
        const std::string file = mark_of(block, "write ");
        const std::string shown_of = mark_of(block, "output of ");
        if (!file.empty()) {
            write_file(folder_ + '/' + file, block.text);
        } else if (!shown_of.empty()) {
            Block asked{block.line, "sh", shown_of, block.marks};
            follow_commands(asked, count);
            check_output(block, block.text);
        } else if (block.language == "sh" || block.language == "console") {
            if (before)
                before(block);
            follow_commands(block, count);
        } else if (block.language == "text" && mark_of(block, "not run: ").empty()) {
            check_output(block, block.text);
        }
    }
    return count;
}

}

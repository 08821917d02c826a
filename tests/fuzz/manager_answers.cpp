// SPDX-License-Identifier: Apache-2.0
// What is read of a host that runs opensm, and the patches that are sent to it.
#include "drivers/opensm/edit/file_patch.h"
#include "drivers/opensm/live/live_files.h"
#include "tests/fuzz/parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace rocelint::fuzz {
namespace {

void read_state(std::string_view printed)
{
    const auto state = opensm::read_host_state(printed);
    must_say(state);
    if (!state)
        return;
    for (const opensm::HostFile& file : state->files) {
        must(file.name.find('/') == std::string::npos, "the name of a file is no path");
        must(state->find(file.name) == &file, "a file is found by its name");
    }
    static_cast<void>(opensm::whole_text(*state));
    for (const std::string_view key : {"", "key"}) {
        const std::vector<CollectedFile> stored = opensm::stored_files(state->files, key);
        must(stored.size() == state->files.size(), "every file is stored");
        for (std::size_t at = 0; at < stored.size(); ++at)
            must(std::ranges::count(stored[at].text, '\n') == std::ranges::count(state->files[at].text, '\n'),
                "what is stored has the lines of the file");
    }
}

void read_dumps(
    std::string_view before, std::string_view after, const std::vector<opensm::MeantOption>& meant)
{
    const opensm::OptionDump old = opensm::read_dump(before);
    const opensm::OptionDump fresh = opensm::read_dump(after);
    static_cast<void>(opensm::misunderstanding(old, fresh, meant));
    std::string again;
    for (const auto& [name, value] : fresh) {
        must(name.find_first_of(" \n") == std::string::npos, "an option is a word");
        again += name + ' ' + value + '\n';
    }
    must(opensm::read_dump(again) == fresh, "what was read of a dump is read again");
}

void read_patches(std::string_view text, std::string_view before, std::string_view after)
{
    opensm::ManagerPatch ours{.restart = true, .meant = {{"qos", "TRUE"}}, .files = {}};
    ours.files.push_back(opensm::patch_between("a.conf", before, after));
    ours.files.push_back(opensm::patch_between("b.conf", after, before));
    const auto read = opensm::read_patch(opensm::write_patch(ours));
    must(read.has_value() && read->files.size() == 2, "a patch that was written is read");
    must(opensm::apply_patch(before, read->files[0]) == after, "a patch makes what it was made for");
    must(opensm::apply_patch(after, read->files[1]) == before, "an undo restores the text");

    const auto theirs = opensm::read_patch(text);
    if (!theirs)
        return;
    bool fits = true;
    for (const opensm::FilePatch& file : theirs->files) {
        must(!file.name.empty() && file.name.front() != '.' && file.name.find('/') == std::string::npos,
            "a patch names a file of the folder");
        fits = opensm::apply_patch(before, file).has_value() && fits;
    }
    if (!fits)
        return;
    const std::string written = opensm::write_patch(*theirs);
    const auto again = opensm::read_patch(written);
    must(
        again.has_value() && opensm::write_patch(*again) == written, "a patch that fits is written and read");
}

// One file as read_script() prints it.
std::string printed_file(
    std::string_view kind, std::string_view written, std::string_view path, std::string_view text)
{
    return fmt::format("\x01{} {}\n{}\n{}\n{}", text.size(), kind, written, path, text);
}

}

void read_manager_answers(std::string_view bytes)
{
    const auto [printed, dump, patch, before, after] = parts_of<5>(bytes);
    read_state(printed);
    const auto meant = opensm::read_patch(patch);
    read_dumps(before, dump, meant ? meant->meant : std::vector<opensm::MeantOption>{});
    read_patches(patch, before, after);
}

std::vector<std::string> manager_answer_seeds()
{
    const std::string end = printed_file("end", {}, {}, {});
    std::string state = printed_file("processes", {}, {}, "7\n") + printed_file("units", {}, {}, "opensm\n");
    state += printed_file("arguments", {}, {}, "-B\n");
    state += printed_file("said", {}, {}, " Reading Cached Option File: /x/sm.conf\n");
    state
        += printed_file("options", "/x/sm.conf", "/y/sm.conf", "m_key 0xcafe # mine\n# sm_key 0x77\nqos 1\n");
    state += printed_file("file", "/x/p.conf", "/y/q.conf", "Default=0x7fff: ALL=full; # mine\n");
    return {state + end
            + "%%%%\n# SM options\nqos TRUE\nmax_op_vls 5\nlog_prefix \n"
              "%%%%\n# opensm reads its files again by SIGHUP\n# then opensm runs with: qos TRUE\n"
              "--- opensm.conf\n+++ opensm.conf\n@@ -1,1 +1,1 @@\n-qos FALSE\n+qos TRUE\n"
              "%%%%\nqos FALSE\nmax_op_vls 5\n%%%%\nqos TRUE\nmax_op_vls 5\nno feed",
        state,
        printed_file("file", "/x/../..", "/y", "a") + printed_file("file", "..", "/z", "b") + end
            + "%%%%\n%%%%\n# opensm reads its files again by a restart of its service\n--- /dev/null\n+++ ../a\n"
              "@@ -0,0 +1,1 @@\n+x\n\\ No newline at end of file\n%%%%\na\n%%%%\n"};
}

}

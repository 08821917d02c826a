// SPDX-License-Identifier: Apache-2.0
// Whether the changes between two readings of a device, written by its own driver, leave no unreported difference.
#include "models/change/change_order.h"
#include "models/change/changes_between.h"
#include "rules/rule_table.h"
#include "tests/example_fabric.h"
#include "workspace/amend/corrections.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace rocelint {
namespace {

using Texts = std::vector<std::pair<std::string, std::string>>; ///< path and text

// A device with the files it was read from.
struct ReadDevice {
    std::vector<std::unique_ptr<Source>> sources;
    std::vector<Tree> trees;
    Device device;
};

std::unique_ptr<ReadDevice> read_device(const Driver& driver, const Texts& texts)
{
    auto out = std::make_unique<ReadDevice>();
    for (const auto& [path, text] : texts) {
        out->sources.push_back(
            std::make_unique<Source>(static_cast<SourceId>(out->sources.size()), path, text));
        out->trees.push_back(driver.parse(*out->sources.back()));
    }
    out->device = driver.read(out->trees, "device").device;
    return out;
}

Texts edited_texts(const ReadDevice& live, Editing editing)
{
    Texts texts;
    for (const auto& source : live.sources) {
        std::vector<Edit> edits;
        for (Edit& edit : editing.edits) {
            if (edit.at.source == source->id())
                edits.push_back(std::move(edit));
        }
        auto text = apply_edits(*source, edits);
        REQUIRE(text.has_value());
        texts.emplace_back(source->path(), std::move(*text));
    }
    for (const RenderedFile& file : editing.created)
        texts.emplace_back(file.name, file.text);
    return texts;
}

// The changes that the driver accepts together, and the editing that makes them.
std::pair<std::vector<Change>, Editing> edit_without_refused(
    const Driver& driver, const ReadDevice& live, std::vector<Change> changes)
{
    for (;;) {
        Editing editing = driver.edit(live.trees, live.device, changes);
        if (editing.refused.empty() || changes.empty())
            return {std::move(changes), std::move(editing)};
        std::vector<bool> gone(changes.size(), false);
        for (const Refusal& refusal : editing.refused)
            gone[refusal.change] = true;
        std::size_t index = 0;
        std::erase_if(changes, [&](const Change&) { return gone[index++]; });
    }
}

struct Tally {
    int pairs = 0;
    int changes = 0;
    int refused = 0;
    int left = 0;
};

// The text of a file, or of all files in a folder in the order of their names.
Texts texts_below(const std::filesystem::path& path)
{
    std::vector<std::filesystem::path> files;
    if (!std::filesystem::is_directory(path))
        files.push_back(path);
    else
        for (const auto& entry : std::filesystem::recursive_directory_iterator(path))
            if (entry.is_regular_file())
                files.push_back(entry.path());
    std::ranges::sort(files);
    Texts texts;
    for (const auto& file : files) {
        std::ifstream stream(file);
        texts.emplace_back(file.string(), std::string(std::istreambuf_iterator<char>(stream), {}));
    }
    return texts;
}

// Makes all changes that the driver accepts in one edit.
void check_pair(const Driver& driver, const Texts& live_texts, const Texts& wanted_texts, Tally& tally)
{
    const auto live = read_device(driver, live_texts);
    const auto wanted = read_device(driver, wanted_texts);
    ChangesBetween between = changes_between(live->device, wanted->device);
    const std::vector<Change> all = between.changes;
    Editing editing;
    std::tie(between.changes, editing) = edit_without_refused(driver, *live, all);
    std::vector<Change> refused;
    std::ranges::copy_if(all, std::back_inserter(refused), [&](const Change& change) {
        return std::ranges::find(between.changes, change) == between.changes.end();
    });
    const auto after = read_device(driver, edited_texts(*live, std::move(editing)));
    std::vector<Difference> still
        = differences(after->device, with_ports_like(wanted->device, after->device));
    still = unexplained(still, live->device, refused);
    for (const Difference& difference : still) {
        const bool said = std::ranges::any_of(
            between.left, [&](const LeftDifference& left) { return left.difference == difference; });
        std::string made;
        for (const Change& change : between.changes)
            made += describe(change) + "; ";
        CHECK_MESSAGE(said,
            driver.name,
            ": ",
            difference.port < live->device.ports.size() ? live->device.ports[difference.port].name : "device",
            " still differs in ",
            std::string(name_of(difference.property)),
            " after ",
            made);
    }
    ++tally.pairs;
    tally.changes += static_cast<int>(between.changes.size());
    tally.refused += static_cast<int>(refused.size());
    tally.left += static_cast<int>(between.left.size());
}

// Makes the changes phase by phase and proves that no step is unsafe.
void check_steps(const Driver& driver, const Texts& live_texts, const Texts& wanted_texts, Tally& tally)
{
    std::vector<std::unique_ptr<ReadDevice>> states;
    states.push_back(read_device(driver, live_texts));
    const auto wanted = read_device(driver, wanted_texts);
    const std::vector<Change> all = one_way(changes_between(states.front()->device, wanted->device).changes);
    const std::vector<Change> taken = edit_without_refused(driver, *states.front(), all).first;
    std::string made;
    for (const auto& [phase, indices] : split(states.front()->device, taken)) {
        std::vector<Change> step;
        for (const std::uint32_t index : indices)
            step.push_back(taken[index]);
        auto [kept, editing] = edit_without_refused(driver, *states.back(), step);
        for (const Change& change : kept)
            made += std::string(name_of(phase)) + ": " + describe(change) + "; ";
        tally.refused += static_cast<int>(step.size() - kept.size());
        tally.changes += static_cast<int>(kept.size());
        states.push_back(read_device(driver, edited_texts(*states.back(), std::move(editing))));
    }
    std::vector<const Device*> devices;
    for (const auto& state : states)
        devices.push_back(&state->device);
    const auto fault = unsafe_step(devices);
    CHECK_MESSAGE(!fault, driver.name, ": ", fault.value_or(""), " by ", made);
    ++tally.pairs;
}

Texts texts_of(const workspace::Outcome& outcome, const Device& device)
{
    Texts texts;
    for (const SourceId id : device.files)
        texts.emplace_back(
            outcome.fabric.sources.find(id)->path(), std::string(outcome.fabric.sources.find(id)->text()));
    return texts;
}

Texts corrected_texts(Texts texts, const workspace::Correction& correction)
{
    for (const workspace::CorrectedFile& file : correction.files) {
        const auto old = std::ranges::find(texts, file.path, &Texts::value_type::first);
        if (old == texts.end())
            texts.emplace_back(file.path, file.text);
        else
            old->second = file.text;
    }
    return texts;
}

}

TEST_CASE(
    "the changes between a bad example and its correction leave no unreported difference, and no step is unsafe")
{
    Tally tally;
    Tally steps;
    for (const Rule* rule : all_rules()) {
        for (const Example& example : rule->examples) {
            if (example.flagged.empty())
                continue;
            CAPTURE(rule->code);
            CAPTURE(example.title);
            const auto outcome = check_example(example);
            for (const workspace::Correction& correction :
                workspace::correct(*outcome, plan_fixes(outcome->report, {}), {.files = true})) {
                const Device& device = outcome->fabric.devices[correction.device];
                const Driver* driver = find_driver(device.platform);
                if (driver == nullptr || driver->edit == nullptr || correction.files.empty())
                    continue;
                const Texts bad = texts_of(*outcome, device);
                const Texts good = corrected_texts(bad, correction);
                check_pair(*driver, bad, good, tally);
                check_pair(*driver, good, bad, tally);
                // Not the other direction: a bad example may itself be unsafe.
                check_steps(*driver, bad, good, steps);
            }
        }
    }
    MESSAGE(tally.pairs,
        " pairs, ",
        tally.changes,
        " changes, ",
        tally.refused,
        " refused, ",
        tally.left,
        " left");
    MESSAGE(steps.pairs, " pairs in steps, ", steps.changes, " changes, ", steps.refused, " refused");
    CHECK(tally.pairs > 40);
    CHECK(tally.changes > 100);
}

TEST_CASE("the changes between a broken fabric and its sound twin leave no unreported difference")
{
    const std::filesystem::path fabrics = ROCELINT_SOURCE_DIR "/fixtures/fabrics";
    Tally tally;
    const auto check
        = [&](const char* platform, const std::filesystem::path& one, const std::filesystem::path& other) {
              CAPTURE(one.string());
              const Texts a = texts_below(fabrics / one);
              const Texts b = texts_below(fabrics / other);
              REQUIRE(!a.empty());
              REQUIRE(!b.empty());
              check_pair(*find_driver(platform), a, b, tally);
              check_pair(*find_driver(platform), b, a, tally);
          };
    for (const char* name : {"leaf1.json", "leaf2.json", "spine1.json", "spine2.json"})
        check(
            "sonic", std::filesystem::path("broken-clos") / name, std::filesystem::path("clos-mixed") / name);
    for (const char* name : {"leaf3.cfg", "leaf4.cfg"})
        check("eos", std::filesystem::path("broken-clos") / name, std::filesystem::path("clos-mixed") / name);
    check("eos", "fat-tree/leaf1.cfg", "fat-tree/leaf2.cfg");
    check("sonic", "leaf-spine-128/spine1.json", "leaf-spine-128/spine2.json");
    check("junos", "junos-notations/juniper-leaf1.conf", "junos-notations/juniper-leaf2.conf");
    for (const auto& host : std::filesystem::directory_iterator(fabrics / "broken-clos/hosts")) {
        const auto name = std::filesystem::path("hosts") / host.path().filename();
        if (host.is_directory() && std::filesystem::exists(fabrics / "clos-mixed" / name))
            check("linux-host", "broken-clos" / name, "clos-mixed" / name);
    }
    MESSAGE(tally.pairs,
        " pairs, ",
        tally.changes,
        " changes, ",
        tally.refused,
        " refused, ",
        tally.left,
        " left");
    CHECK(tally.pairs >= 20);
    CHECK(tally.changes > 20);
}

}

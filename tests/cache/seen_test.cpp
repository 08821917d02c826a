// SPDX-License-Identifier: Apache-2.0
// Findings of a device are used again only while all that its rules looked at is as it was. Nobody says what that is, so that
// any field of any device may be part of it: here each in turn is taken away.
#include "models/fabric/fields.h"
#include "models/fabric/records.h"
#include "rules/engine.h"
#include "rules/rule_table.h"
#include "tests/cache/memory_store.h"
#include "tests/example_fabric.h"
#include "tests/mutation/trial.h"
#include "tests/take_away.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <random>
#include <string>
#include <vector>

namespace rocelint::testing {
namespace {

using stored::EntryKind;

constexpr std::string_view day = "2026-01-01";

Digest digest_of_text(std::string_view text)
{
    Sha256 hash;
    hash.add(text);
    return hash.finish();
}

std::string said(const Report& report)
{
    std::string text;
    for (const Finding& finding : report.findings) {
        text += fmt::format("{} {} {}:{}+{} {} {}\n",
            finding.rule->code,
            static_cast<int>(finding.severity),
            finding.at.source,
            finding.at.offset,
            finding.at.length,
            finding.message,
            finding.fix);
        for (const auto& subject : finding.subjects)
            text += fmt::format(" {}.{}.{}.{}.{}.{}",
                subject.port.device,
                subject.port.port,
                static_cast<int>(subject.property),
                static_cast<int>(subject.part.kind),
                subject.part.value,
                subject.part.name);
        for (const Related& related : finding.related)
            text += fmt::format(
                " {}:{} {} {}\n", related.at.source, related.at.offset, related.code, related.message);
        for (const Change& change : finding.changes)
            text += fmt::format(" {}.{} {} {}\n",
                change.port.device,
                change.port.port,
                describe(change),
                static_cast<int>(change.fix_class));
        for (const PortId port : finding.also_on)
            text += fmt::format(" also {}.{}", port.device, port.port);
    }
    for (const NotChecked& row : report.not_checked)
        text += fmt::format(
            "{} {}.{} {} {}\n", row.rule->code, row.port.device, row.port.port, row.ports, row.reason);
    return text;
}

KeptInputs kept_inputs_of(const Fabric& fabric, MemoryStore& store)
{
    KeptInputs inputs{.store = &store};
    for (std::size_t device = 0; device < fabric.devices.size(); ++device)
        inputs.devices.push_back(
            {digest_of_text(fmt::format("device {}", device)), digest_of_text("as it is")});
    return inputs;
}

TEST_CASE("with any field of any device taken away, kept findings change nothing")
{
    constexpr std::uint32_t one_in = 12;
    std::mt19937 random(20261124); // NOLINT(cert-msc32-c,cert-msc51-cpp): the same sample each time
    std::size_t tried = 0;
    std::size_t used = 0;
    for (const Example* example : some_examples(5)) {
        const auto outcome = check_example(*example);
        MemoryStore store;
        KeptInputs inputs = kept_inputs_of(outcome->fabric, store);
        static_cast<void>(check(outcome->analysis, {}, {}, day, inputs));
        for (std::uint32_t index = 0; index < outcome->fabric.devices.size(); ++index) {
            Device& device = outcome->fabric.devices[index];
            const Device complete = device;
            for_each_field([&](std::string_view record, const auto& row) {
                if (random() % one_in != 0 || !take_away(device, row))
                    return;
                ++tried;
                inputs.devices[index].content = digest_of_text(fmt::format("{} {}", record, row.name));
                const Analysis analysis = analyse(outcome->fabric, outcome->policy);
                const std::string with = said(check(analysis, {}, {}, day, inputs));
                CHECK_MESSAGE(with == said(check(analysis, {}, {}, day)),
                    example->title << ": without " << record << ' ' << row.name << " of " << complete.name);
                inputs.devices[index].content = digest_of_text("as it is");
                device = complete;
            });
        }
        used += store.count(EntryKind::findings).used;
    }
    CHECK(tried > 200);
    CHECK(used > tried / 4);
}

TEST_CASE("one changed device has its own findings and its neighbours' made anew, and no others")
{
    const Subject subject = fabric_of_fixtures("clos-mixed");
    MemoryStore store;
    const auto first = check_texts(subject, 0, nullptr, &store);
    const std::size_t devices = first->fabric.devices.size();
    MemoryStore::Count& findings = store.count(EntryKind::findings);
    REQUIRE(findings.missing == devices);
    const std::size_t kept = store.entries.size();
    static_cast<void>(check_texts(subject, 0, nullptr, &store));
    CHECK(store.entries.size() == kept);
    const std::size_t again = findings.used;
    CHECK(again > devices / 2); // of some, more was looked at than single devices
    const auto file = static_cast<std::size_t>(
        std::ranges::find(subject.files, "leaf3.cfg", &Subject::File::path) - subject.files.begin());
    REQUIRE(file < subject.files.size());
    const std::string remarked = subject.files[file].text + "! changed on Monday\n";
    static_cast<void>(check_texts(subject, file, &remarked, &store));
    CHECK(findings.used > again);
    CHECK(findings.used < 2 * again);
}

TEST_CASE("a finding is kept with everything that belongs to it")
{
    std::size_t findings = 0;
    for (const Example* example : some_examples(5)) {
        const auto outcome = check_example(*example);
        MemoryStore store;
        const KeptInputs inputs = kept_inputs_of(outcome->fabric, store);
        const std::string without = said(check(outcome->analysis, {}, {}, day));
        CHECK_MESSAGE(said(check(outcome->analysis, {}, {}, day, inputs)) == without, example->title);
        CHECK_MESSAGE(said(check(outcome->analysis, {}, {}, day, inputs)) == without, example->title);
        findings += store.count(EntryKind::findings).used;
    }
    CHECK(findings > 60);
}

}
}

// SPDX-License-Identifier: Apache-2.0
// What `render` writes passes `check`: random intents are rendered and checked in this process. This runs a sample; `./dev metamorphic` tries 500 intents of each platform, and 500 of all together.
#include "drivers/driver.h"
#include "models/parallel/parallel.h"
#include "tests/metamorphic/random_intent.h"
#include "tests/metamorphic/transform.h"
#include "tests/support/sample.h"
#include "workspace/fleet/intent_policy.h"
#include "workspace/fleet/render_intent.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>

namespace rocelint::testing {
namespace {

struct Draw {
    std::span<const std::string_view> platforms;
    std::uint32_t seed = 0;
};

// What is wrong with the rendering of an intent; empty if nothing is, or if it is refused in one sentence.
std::string wrong_with(const std::string& text, bool& refused)
{
    const Source source(0, "fabric.yaml", text);
    auto intent = workspace::read_intent(source);
    if (!intent)
        return "the intent is invalid: " + intent.error().message;
    const auto rendered = workspace::render_intent(*intent);
    refused = !rendered;
    if (refused) {
        const std::string& sentence = rendered.error().message;
        return sentence.empty() || sentence.find('\n') != std::string::npos ? "refused with: " + sentence
                                                                            : std::string();
    }
    Subject subject{.name = "random", .is_whole = true};
    for (const workspace::FolderFile& file : rendered->files) {
        if (file.path == "topology.yaml")
            subject.topology = file.text;
        else if (file.path == "rocelint.yaml")
            subject.policy = file.text;
        else
            subject.files.push_back({file.path, file.text, {}, {}});
    }
    const auto outcome = check_texts(subject, 0, nullptr);
    std::string found;
    for (const std::string& verdict : verdicts_of(*outcome, true, {}))
        found += "  " + verdict + "\n";
    for (const Device& device : outcome->fabric.devices)
        found += device.ports.empty() ? fmt::format("  {} has no ports\n", device.name) : std::string();
    return found;
}

TEST_CASE("what render writes for a random intent has no finding, or it is refused in one sentence")
{
    const bool all = plays_everything();
    const std::uint32_t seed = sample_seed();
    CAPTURE(seed);
    const std::uint32_t count = all ? 500 : 6;
    const std::span<const std::string_view> platforms = platforms_of_intents();
    for (const std::string_view platform : platforms)
        REQUIRE(find_driver(platform) != nullptr);
    std::vector<Draw> draws;
    for (std::uint32_t number = 0; number < count; ++number) {
        for (std::size_t at = 0; at < platforms.size(); ++at)
            draws.push_back({platforms.subspan(at, 1), seed + number});
        draws.push_back({platforms, seed + number});
    }
    std::vector<std::string> wrong(draws.size());
    std::vector<char> refusals(draws.size());
    run_parallel(draws.size(), [&](std::size_t index) {
        bool refused = false;
        wrong[index] = wrong_with(random_intent(draws[index].platforms, draws[index].seed), refused);
        refusals[index] = refused ? 1 : 0;
    });
    for (std::size_t index = 0; index < draws.size(); ++index) {
        const bool is_sound = wrong[index].empty();
        CHECK_MESSAGE(is_sound,
            fmt::format("{}, seed {}:\n{}\n{}",
                fmt::join(draws[index].platforms, " "),
                draws[index].seed,
                wrong[index],
                random_intent(draws[index].platforms, draws[index].seed)));
    }
    // Each platform, and the fabrics of all of them: six draws may all be refused, 500 may not.
    const std::size_t kinds = platforms.size() + 1;
    for (std::size_t kind = 0; all && kind < kinds; ++kind) {
        std::size_t rendered = 0;
        for (std::size_t index = kind; index < draws.size(); index += kinds)
            rendered += refusals[index] == 0 ? 1 : 0;
        CHECK_MESSAGE(rendered > 0, fmt::format("{}", fmt::join(draws[kind].platforms, " ")));
    }
    CHECK(std::ranges::count(refusals, 1) < static_cast<std::ptrdiff_t>(draws.size()));
}

}
}

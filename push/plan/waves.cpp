// SPDX-License-Identifier: Apache-2.0
// Across the fabric, a receiver must have headroom before its sender is mapped to a lossless priority, so all
// devices finish a round before the next begins (models/change/change_order defines the order).
#include "push/plan/waves.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace rocelint::push {
namespace {

constexpr unsigned rounds = 4;

struct Neighbour {
    std::size_t device = 0;
    bool only_disruptive = false;
};

class WaveMaker {
public:
    WaveMaker(const Plan& plan, std::size_t size) : plan_(plan), size_(std::max<std::size_t>(size, 1))
    {
        std::map<std::string_view, std::size_t> index;
        for (std::size_t device = 0; device < plan.devices.size(); ++device)
            index[plan.devices[device].name] = device;
        apart_.resize(plan.devices.size());
        for (const ApartPair& pair : plan.apart) {
            const auto a = index.find(pair.a);
            const auto b = index.find(pair.b);
            if (a == index.end() || b == index.end())
                continue;
            apart_[a->second].push_back({b->second, pair.only_disruptive});
            apart_[b->second].push_back({a->second, pair.only_disruptive});
        }
    }

    std::vector<Wave> run(const std::function<bool(const WaveStep&)>& wanted)
    {
        for (unsigned number = 0; number < rounds; ++number) {
            const unsigned round = plan_.backwards ? rounds - 1 - number : number;
            const std::string title = name_of_round(round, plan_.backwards);
            std::vector<WaveStep> steps;
            for (std::size_t device = 0; device < plan_.devices.size(); ++device) {
                for (std::uint32_t step = 0; step < plan_.devices[device].steps.size(); ++step) {
                    if (round_of(plan_.devices[device].steps[step].phase) == round && wanted({device, step}))
                        steps.push_back({device, step});
                }
            }
            if (steps.empty())
                continue;
            add_canary(title, steps);
            for (unsigned wave = 1; !steps.empty(); ++wave)
                add_wave(fmt::format("wave {}, {}", wave, title), steps);
        }
        return std::move(waves_);
    }

private:
    void add_canary(const std::string& title, std::vector<WaveStep>& steps)
    {
        Wave wave{fmt::format("canary, {}", title), true, {}};
        std::set<std::string_view> platforms;
        std::erase_if(steps, [&](const WaveStep& step) {
            if (!platforms.insert(plan_.devices[step.device].platform).second)
                return false;
            wave.steps.push_back(step);
            return true;
        });
        waves_.push_back(std::move(wave));
    }

    void add_wave(std::string title, std::vector<WaveStep>& steps)
    {
        Wave wave{std::move(title), false, {}};
        std::set<std::size_t> inside;
        std::set<std::size_t> waiting;
        std::erase_if(steps, [&](const WaveStep& step) {
            if (wave.steps.size() >= size_ || inside.contains(step.device) || waiting.contains(step.device)
                || conflicts(step, wave)) {
                // The device's later steps must not overtake this one.
                waiting.insert(step.device);
                return false;
            }
            inside.insert(step.device);
            wave.steps.push_back(step);
            return true;
        });
        waves_.push_back(std::move(wave));
    }

    [[nodiscard]] bool is_disruptive(const WaveStep& step) const
    {
        return plan_.devices[step.device].steps[step.step].transaction.disruptive;
    }

    [[nodiscard]] bool conflicts(const WaveStep& step, const Wave& wave) const
    {
        for (const Neighbour& neighbour : apart_[step.device]) {
            const auto other = std::ranges::find(wave.steps, neighbour.device, &WaveStep::device);
            if (other == wave.steps.end())
                continue;
            if (!neighbour.only_disruptive || is_disruptive(step) || is_disruptive(*other))
                return true;
        }
        return false;
    }

    const Plan& plan_;
    std::size_t size_;
    std::vector<std::vector<Neighbour>> apart_; ///< by device
    std::vector<Wave> waves_;
};

}

unsigned round_of(Phase phase)
{
    switch (phase) {
    case Phase::map_out:
        return 0;
    case Phase::room:
    case Phase::pfc:
    case Phase::watch:
    case Phase::any:
        return 1;
    case Phase::map_in:
        return 2;
    case Phase::pfc_off:
    case Phase::room_away:
        return 3;
    }
    return 1;
}

const char* name_of_round(unsigned round, bool backwards)
{
    constexpr std::array<const char*, rounds> names{
        "traffic out", "headroom and PFC", "traffic in", "PFC and headroom removed"};
    constexpr std::array<const char*, rounds> undone{
        "traffic in again", "headroom and PFC removed again", "traffic out again", "headroom and PFC again"};
    return (backwards ? undone : names)[std::min(round, rounds - 1)];
}

std::vector<Wave> make_waves(
    const Plan& plan, std::size_t size, const std::function<bool(const WaveStep&)>& wanted)
{
    return WaveMaker(plan, size).run(wanted);
}

}

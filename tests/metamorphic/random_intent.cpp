// SPDX-License-Identifier: Apache-2.0
// Hosts never send more than their leaf's uplinks hold: that would be a finding about the intent itself.
#include "tests/metamorphic/random_intent.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <random>
#include <vector>

namespace rocelint::testing {
namespace {

struct Chip {
    std::string_view asic; ///< empty: not stated
    std::string_view model; ///< empty: not stated
    std::uint32_t lane_gigabits = 0; ///< of its fastest lane; 0: not needed
    std::uint32_t fastest_gigabits = 800;
};

struct SwitchKind {
    std::string_view platform;
    std::string_view port; ///< the name of a port, with its number
    std::uint32_t first = 0; ///< number of the first port
    std::uint32_t step = 1;
    std::vector<Chip> chips;
};

const std::vector<SwitchKind>& kinds()
{
    static const std::vector<SwitchKind> known{
        {"sonic",
            "Ethernet{}",
            0,
            8,
            {{"spectrum-4", "ACS-SN5600", 100}, {"spectrum-3", "", 50, 400}, {"", "", 50, 400}}},
        {"eos", "Ethernet{}/1", 1, 1, {{"tomahawk5", "DCS-7060X6-64PE", 100}, {"", "", 100}}},
        {"junos", "et-0/0/{}", 0, 1, {{"tomahawk5", "qfx5240-64od"}, {"", ""}}},
        {"onyx", "Eth1/{}", 1, 1, {{"spectrum-3", "", 0, 400}, {"", "", 0, 400}}},
        {"nvue", "swp{}", 1, 1, {{"spectrum-4", ""}, {"", ""}}},
        {"nxos", "Ethernet1/{}", 1, 1, {{"tomahawk-3", "", 0, 400}, {"", ""}}},
        {"os10", "ethernet1/1/{}", 1, 1, {{"tomahawk-3", "", 0, 400}, {"", ""}}},
        {"sonic-cli", "Eth1/{}", 1, 1, {{"tomahawk-3", "", 0, 400}, {"", ""}}},
        {"vrp", "400GE1/0/{}", 1, 1, {{"", "", 0, 400}}},
        {"aoscx", "1/1/{}", 1, 1, {{"", "", 0, 400}}},
        {"iosxr", "FourHundredGigE0/0/0/{}", 0, 1, {{"", "", 0, 400}}},
        {"comware", "FourHundredGigE1/0/{}", 1, 1, {{"", "", 0, 400}}},
        {"srlinux", "ethernet-1/{}", 1, 1, {{"", "", 0, 400}}},
        {"sample-nos", "p{}", 1, 1, {{"spectrum-4", ""}, {"", ""}}},
        {"sample-cli", "port{}", 1, 1, {{"", ""}}},
    };
    return known;
}

class IntentWriter {
public:
    IntentWriter(std::span<const std::string_view> platforms, std::uint32_t seed)
        : platforms_(platforms), random_(seed)
    {
    }

    std::string write()
    {
        text_ = "version: 1\n";
        write_policy();
        write_sizes();
        draw_fabric();
        text_ += "devices:\n";
        for (const Switch& each : switches_)
            write(each);
        text_ += hosts_text_ + "links:\n" + links_text_;
        return std::move(text_);
    }

private:
    struct Switch {
        std::string name;
        std::string_view role;
        const SwitchKind* kind = nullptr;
        const Chip* chip = nullptr;
        std::vector<std::uint32_t> speeds{}; ///< in Gb/s, of its ports in order
    };

    bool one_of(unsigned count) { return random_() % count == 0; }
    template <class Value>
    Value any(std::initializer_list<Value> values)
    {
        return values.begin()[random_() % values.size()];
    }

    void write_policy()
    {
        const bool usual = !one_of(3);
        std::array<unsigned, 8> priorities{0, 1, 2, 3, 4, 5, 6, 7};
        std::shuffle(priorities.begin(), priorities.end(), random_);
        if (usual)
            priorities = {3, 4, 6};
        const unsigned first = usual ? 26 : static_cast<unsigned>(random_() % 20);
        const unsigned second = usual ? 34 : 20 + static_cast<unsigned>(random_() % 20);
        const unsigned cnp = usual ? 48 : 40 + static_cast<unsigned>(random_() % 24);
        classes_
            = one_of(3) ? std::vector<std::string>{"training", "storage"} : std::vector<std::string>{"rdma"};
        text_ += "policy:\n  version: 1\n";
        if (classes_.size() == 1)
            text_ += fmt::format("  rdma: {{priority: {}, dscp: [{}]}}\n", priorities[0], first);
        else
            text_ += fmt::format(
                "  classes: [{{name: training, priority: {}, dscp: [{}]}}, {{name: storage, priority: {}, dscp: [{}]}}]\n",
                priorities[0],
                first,
                priorities[1],
                second);
        text_ += fmt::format("  cnp: {{priority: {}, dscp: {}}}\n", priorities[2], cnp);
    }

    void write_sizes()
    {
        constexpr int usual_mtu = 9000;
        int mtu = usual_mtu;
        if (!one_of(3)) {
            mtu = any({usual_mtu, 4200, 4300, 8000, 9100, 9216, 2000});
            text_ += fmt::format("mtu: {}\n", mtu);
        }
        // An intent whose switches carry less than its hosts send is invalid.
        const int switch_mtu = any({9100, 9216, 9192, 9202, usual_mtu, 9978});
        if (one_of(4) && switch_mtu >= mtu)
            text_ += fmt::format("switch_mtu: {}\n", switch_mtu);
        if (one_of(2)) {
            int rest = 100;
            text_ += "shares: {";
            for (const std::string& name : classes_) {
                const int share = any({20, 25, 30, 33, 40, 49});
                rest -= share;
                text_ += fmt::format("{}: {}, ", name, share);
            }
            text_ += fmt::format("best-effort: {}}}\n", rest);
        }
        if (one_of(3))
            text_ += fmt::format("watchdog: {{detection_ms: {}{}}}\n",
                any({200, 300, 400, 500, 1000, 5000}),
                one_of(2) ? ", poll_ms: 100" : "");
    }

    void draw_fabric()
    {
        const auto leaves = any({1U, 2U, 3U});
        const auto spines = any({1U, 2U});
        std::uint32_t hosts = any({1U, 2U, 3U});
        const std::uint32_t up = std::min(any({100U, 200U, 400U, 800U}), fastest_of_all());
        std::uint32_t down = std::min(any({25U, 100U, 200U, 400U}), fastest_of_all());
        while (hosts * down > spines * up) {
            if (hosts > 1)
                --hosts;
            else
                down = up;
        }
        const std::uint32_t fastest = std::max(up, down);
        for (std::uint32_t number = 0; number < leaves + spines; ++number) {
            const std::string_view platform = platforms_[random_() % platforms_.size()];
            const auto kind = std::ranges::find(kinds(), platform, &SwitchKind::platform);
            const bool leaf = number < leaves;
            switches_.push_back({.name
                = leaf ? fmt::format("leaf{}", number + 1) : fmt::format("spine{}", number - leaves + 1),
                .role = leaf ? "leaf" : "spine",
                .kind = &*kind,
                .chip = chip_of(*kind, fastest)});
        }
        const auto near = any({2U, 3U, 5U, 10U, 30U});
        const auto far = any({5U, 20U, 40U, 100U, 300U, 500U, 2000U, 10'000U, 40'000U});
        std::uint32_t host = 0;
        for (std::uint32_t leaf = 0; leaf < leaves; ++leaf) {
            for (std::uint32_t each = 0; each < hosts; ++each)
                cable_host(switches_[leaf], ++host, down, near);
            for (std::uint32_t spine = leaves; spine < leaves + spines; ++spine)
                links_text_ += fmt::format("  - {{a: \"{}\", b: \"{}\", cable_m: {}}}\n",
                    add_port(switches_[leaf], up),
                    add_port(switches_[spine], up),
                    far);
        }
        for (std::uint32_t unused = any({0U, 0U, 1U, 2U}); unused > 0; --unused) {
            for (Switch& each : switches_)
                static_cast<void>(add_port(each, any({up, down})));
        }
    }

    // The fastest port that every platform has on some chip.
    [[nodiscard]] std::uint32_t fastest_of_all() const
    {
        std::uint32_t fastest = 800;
        for (const std::string_view platform : platforms_) {
            const auto kind = std::ranges::find(kinds(), platform, &SwitchKind::platform);
            const auto chip = std::ranges::max_element(kind->chips, {}, &Chip::fastest_gigabits);
            fastest = std::min(fastest, chip->fastest_gigabits);
        }
        return fastest;
    }

    // Switches of one platform have the same chip.
    const Chip* chip_of(const SwitchKind& kind, std::uint32_t fastest)
    {
        const Chip*& chip = chips_[kind.platform];
        while (chip == nullptr || chip->fastest_gigabits < fastest)
            chip = &kind.chips[random_() % kind.chips.size()];
        return chip;
    }

    std::string add_port(Switch& device, std::uint32_t speed)
    {
        device.speeds.push_back(speed);
        return fmt::format("{}:{}", device.name, port_name(device, device.speeds.size() - 1));
    }

    static std::string port_name(const Switch& device, std::size_t index)
    {
        const std::size_t number = device.kind->first + index * device.kind->step;
        return fmt::format(fmt::runtime(device.kind->port), number);
    }

    void cable_host(Switch& leaf, std::uint32_t number, std::uint32_t speed, std::uint32_t metres)
    {
        hosts_text_
            += fmt::format("  host{}: {{platform: linux-host, role: host, nic: mlx5, ports: {{ens1f0np0: "
                           "{{rdma_device: mlx5_0}}}}}}\n",
                number);
        links_text_ += fmt::format("  - {{a: \"{}\", b: \"host{}:ens1f0np0\", cable_m: {}{}}}\n",
            add_port(leaf, speed),
            number,
            metres,
            number > 1 && one_of(8) ? ", rdma: false" : "");
    }

    void write(const Switch& device)
    {
        text_ += fmt::format(
            "  {}:\n    platform: {}\n    role: {}\n", device.name, device.kind->platform, device.role);
        if (!device.chip->asic.empty())
            text_ += fmt::format("    asic: {}\n", device.chip->asic);
        if (!device.chip->model.empty())
            text_ += fmt::format("    model: {}\n", device.chip->model);
        text_ += "    ports:\n";
        for (std::size_t port = 0; port < device.speeds.size(); ++port) {
            const std::uint32_t speed = device.speeds[port];
            text_ += fmt::format("      \"{}\": {{speed: {}G", port_name(device, port), speed);
            if (device.chip->lane_gigabits != 0)
                text_ += fmt::format(", lanes: {}", std::max(speed / device.chip->lane_gigabits, 1U));
            if (device.kind->platform == "sonic")
                text_
                    += fmt::format(", first_lane: {}, index: {}, alias: etp{}", port * 8, port + 1, port + 1);
            text_ += "}\n";
        }
    }

    std::span<const std::string_view> platforms_;
    std::mt19937 random_;
    std::string text_;
    std::string hosts_text_;
    std::string links_text_;
    std::vector<std::string> classes_;
    std::vector<Switch> switches_;
    std::map<std::string_view, const Chip*> chips_; ///< by platform
};

}

std::span<const std::string_view> platforms_of_intents()
{
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> all;
        for (const SwitchKind& kind : kinds())
            all.push_back(kind.platform);
        return all;
    }();
    return names;
}

std::string random_intent(std::span<const std::string_view> platforms, std::uint32_t seed)
{
    return IntentWriter(platforms, seed).write();
}

}

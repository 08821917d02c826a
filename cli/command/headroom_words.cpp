// SPDX-License-Identifier: Apache-2.0
#include "cli/command/headroom.h"
#include "cli/command/value_words.h"
#include "models/fabric/topology.h"
#include "models/fabric/value_text.h"
#include "models/text/nearest.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::cli {
namespace {

constexpr std::uint64_t eight_lane_speed = 800'000'000'000; // 8 x 100G, as SONiC's tables have it

std::string unknown_name(
    std::string_view option, const std::string& word, const std::vector<std::string_view>& known)
{
    const std::string_view near = nearest(word, known);
    if (near.empty())
        return fmt::format("{}: '{}' is not in the catalog; it has {}", option, word, fmt::join(known, ", "));
    return fmt::format("{}: '{}' is not in the catalog; did you mean '{}'?", option, word, near);
}

// Fills the options in, one part after the other, until one is refused.
class Reader {
public:
    explicit Reader(const HeadroomWords& words) : words_(words) { }

    [[nodiscard]] Result<HeadroomOptions> read()
    {
        for (const auto part : {&Reader::choices,
                 &Reader::names,
                 &Reader::speed,
                 &Reader::cable,
                 &Reader::packets,
                 &Reader::delays,
                 &Reader::response,
                 &Reader::model}) {
            (this->*part)();
            if (!refusal_.empty())
                return fail(ErrorKind::usage, refusal_);
        }
        return options_;
    }

private:
    // Only the first refusal counts.
    template <class T, class Value>
    void take(T& target, const Parsed<Value>& value)
    {
        if (value)
            target = T(*value);
        else if (refusal_.empty())
            refusal_ = value.error();
    }

    void number(std::uint32_t& target,
        std::string_view option,
        const std::string& word,
        std::uint32_t least,
        std::uint32_t most)
    {
        take(target, parse_whole(option, word, least, most));
    }

    void choices()
    {
        const std::string format = words_.format.empty() ? "text" : words_.format;
        const std::string model = words_.model.empty() ? "auto" : words_.model;
        if (const auto refusal = refuse_word("--format", format, {{"text", "json"}, {}}))
            refusal_ = *refusal;
        else if (const auto other = refuse_word("--model", model, {{"auto", "lua", "8021qbb", "table"}, {}}))
            refusal_ = *other;
        options_.format = format == "json" ? HeadroomFormat::json : HeadroomFormat::text;
        options_.model = model == "lua" ? HeadroomChoice::lua
            : model == "8021qbb"        ? HeadroomChoice::components
            : model == "table"          ? HeadroomChoice::table
                                        : HeadroomChoice::automatic;
    }

    void names()
    {
        std::vector<std::string_view> known;
        options_.asic = catalog::find_asic(words_.asic);
        if (!words_.asic.empty() && options_.asic == nullptr) {
            for (const catalog::Asic& asic : catalog::all_asics())
                known.push_back(asic.name);
            refusal_ = unknown_name("--asic", words_.asic, known);
            return;
        }
        options_.nic = catalog::find_nic(words_.nic);
        if (!words_.nic.empty() && options_.nic == nullptr) {
            for (const catalog::NicModel& nic : catalog::all_nics())
                known.push_back(nic.name);
            refusal_ = unknown_name("--nic", words_.nic, known);
        }
    }

    void speed()
    {
        if (words_.speed.empty()) {
            refusal_ = "--speed is missing; write the port's speed, such as 400G";
            return;
        }
        const auto speed = parse_speed(words_.speed);
        if (!speed) {
            refusal_ = fmt::format("--speed cannot be '{}'; write 400G or 100000 (Mb/s)", words_.speed);
            return;
        }
        options_.input.speed = *speed;
        constexpr std::uint32_t most_lanes = 16;
        if (!words_.lanes.empty()) {
            number(options_.input.lanes, "--lanes", words_.lanes, 1, most_lanes);
            return;
        }
        options_.input.lanes = speed->count >= eight_lane_speed ? 8 : 4;
        options_.assumed.push_back(fmt::format("{} lanes", options_.input.lanes));
    }

    void cable()
    {
        if (!words_.sweep.empty()) {
            take(options_.sweep, parse_cables(words_.sweep));
            if (!words_.cable.empty() && refusal_.empty())
                refusal_ = "--cable and --sweep exclude each other";
        } else if (!words_.cable.empty()) {
            take(options_.input.cable, parse_length("--cable", words_.cable));
        } else if (options_.nic != nullptr && options_.nic->default_cable.known()) {
            options_.input.cable = options_.nic->default_cable.value;
            options_.assumed.push_back(fmt::format("a cable of {} m", options_.input.cable.count));
        } else {
            refusal_ = "--cable is missing; write the length of the cable, such as 30m";
        }
    }

    void size(Bytes& target, std::string_view option, std::string_view name, const std::string& word)
    {
        constexpr std::uint32_t least_packet = 64;
        constexpr std::uint32_t most_packet = 65'535;
        if (word.empty()) {
            options_.assumed.push_back(fmt::format("{} {}", name, target.count));
            return;
        }
        take(target.count, parse_whole(option, word, least_packet, most_packet));
    }

    void packets()
    {
        size(options_.input.mtu, "--mtu", "MTU", words_.mtu);
        size(options_.input.lossless_mtu, "--lossless-mtu", "lossless MTU", words_.lossless_mtu);
        if (refusal_.empty() && options_.input.lossless_mtu > options_.input.mtu) {
            refusal_ = fmt::format("--lossless-mtu {} is larger than the MTU of any class, {}",
                options_.input.lossless_mtu.count,
                options_.input.mtu.count);
            return;
        }
        std::uint32_t percent = options_.input.small_packets.hundredths / 100;
        std::string word = words_.small_packets;
        if (word.ends_with('%'))
            word.pop_back();
        if (words_.small_packets.empty())
            options_.assumed.push_back(fmt::format("{} % small packets", percent));
        else
            number(percent, "--small-packets", word, 0, 100);
        options_.input.small_packets = Percent::whole(percent);
    }

    void delay(std::chrono::nanoseconds& target, std::string_view option, const std::string& word)
    {
        constexpr std::uint32_t most_nanoseconds = 1'000'000;
        if (word.empty())
            return;
        take(target, parse_whole(option, word, 0, most_nanoseconds));
    }

    void delays()
    {
        delay(options_.input.gearbox, "--gearbox-ns", words_.gearbox);
        delay(options_.input.macsec, "--macsec-ns", words_.macsec);
        constexpr std::uint32_t most_ratio = 1000;
        if (!words_.shared_headroom.empty() && refusal_.empty())
            number(options_.oversubscription, "--shared-headroom", words_.shared_headroom, 1, most_ratio);
        options_.input.shared_headroom = options_.oversubscription != 0;
        if (!words_.interfaces.empty() && refusal_.empty())
            number(options_.input.interfaces, "--interfaces", words_.interfaces, 1, 2);
        const auto interface = catalog::interface_bits(options_.input.speed);
        if (interface.known()) {
            options_.input.interface_bits = interface.value;
            options_.input.interface_source = interface.source;
        }
    }

    void response()
    {
        constexpr std::uint32_t most_quanta = 65'535;
        physics::HeadroomInput& input = options_.input;
        if (!words_.response_quanta.empty()) {
            std::uint32_t quanta = 0;
            number(quanta, "--response-quanta", words_.response_quanta, 0, most_quanta);
            input.response_quanta = quanta;
            input.response_source = "as given (--response-quanta)";
            return;
        }
        const auto known = catalog::response_quanta(input.speed);
        if (!known.known()) {
            refusal_
                = fmt::format("--speed: no response time is known for {}; the nearest speed with one is {}; "
                              "or give --response-quanta N",
                    value_text(input.speed),
                    value_text(nearest_speed()));
            return;
        }
        input.response_quanta = known.value;
        input.response_source = known.source;
    }

    [[nodiscard]] BitsPerSecond nearest_speed() const
    {
        const std::vector<BitsPerSecond> speeds = catalog::response_speeds();
        const auto distance = [this](BitsPerSecond speed) {
            return std::max(speed.count, options_.input.speed.count)
                - std::min(speed.count, options_.input.speed.count);
        };
        return *std::min_element(speeds.begin(), speeds.end(), [&](BitsPerSecond a, BitsPerSecond b) {
            return distance(a) < distance(b);
        });
    }

    void model()
    {
        const bool modelled = options_.asic != nullptr && options_.asic->model.known();
        if (options_.model == HeadroomChoice::lua && !modelled) {
            std::vector<std::string_view> known;
            for (const catalog::Asic& asic : catalog::all_asics()) {
                if (asic.model.known())
                    known.push_back(asic.name);
            }
            refusal_ = fmt::format("--model lua needs --asic with one of {}", fmt::join(known, ", "));
        }
        if (options_.model == HeadroomChoice::table
            && (options_.asic == nullptr || catalog::tables_of(*options_.asic).empty()))
            refusal_ = options_.asic == nullptr
                ? std::string("--model table needs --asic")
                : fmt::format("--model table: the catalog has no shipped table of {}", options_.asic->name);
    }

    const HeadroomWords& words_;
    HeadroomOptions options_;
    std::string refusal_;
};

}

Result<HeadroomOptions> read_headroom_words(const HeadroomWords& words) { return Reader(words).read(); }

}

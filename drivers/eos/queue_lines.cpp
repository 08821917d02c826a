// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/config.h"

namespace rocelint::eos {
namespace {

using State = CoverageState;

std::optional<Threshold> parse_threshold(Words& words)
{
    const auto amount = parse_number(words.next());
    const std::string_view unit = words.next();
    constexpr std::uint64_t largest = 1'000'000'000'000;
    if (!amount || *amount > largest)
        return std::nullopt;
    if (unit == "bytes")
        return Threshold{*amount, ThresholdUnit::bytes};
    if (unit == "kbytes")
        return Threshold{*amount * 1000, ThresholdUnit::bytes};
    if (unit == "mbytes")
        return Threshold{*amount * 1'000'000, ThresholdUnit::bytes};
    if (unit == "segments")
        return Threshold{*amount, ThresholdUnit::segments};
    if (unit == "microseconds")
        return Threshold{*amount, ThresholdUnit::microseconds};
    if (unit == "milliseconds")
        return Threshold{*amount * 1000, ThresholdUnit::microseconds};
    return std::nullopt;
}

bool parse_percent(std::string_view word, std::uint8_t& percent)
{
    const auto number = parse_number(word);
    if (!number || *number == 0 || *number > 100)
        return false;
    percent = static_cast<std::uint8_t>(*number);
    return true;
}

// What follows `random-detect ecn` or `random-detect drop`.
bool parse_random_detect(Words words, RandomDetect& detect)
{
    bool thresholds = false;
    while (!words.at_end()) {
        const std::string_view word = words.next();
        if (word == "minimum-threshold" || word == "maximum-threshold") {
            const auto threshold = parse_threshold(words);
            if (!threshold)
                return false;
            (word.starts_with("mi") ? detect.min : detect.max) = *threshold;
            thresholds = true;
        } else if (word == "max-mark-probability" || word == "drop-probability") {
            if (!parse_percent(words.next(), detect.probability))
                return false;
        } else if (word == "drop-precedence") {
            const auto precedence = parse_number(words.next());
            if (!precedence || *precedence > 2)
                return false;
            detect.colour = static_cast<Colour>(*precedence);
        } else if (word == "weight") {
            if (!parse_number(words.next()))
                return false;
        } else {
            return false;
        }
    }
    return thresholds;
}

State read_random_detect(
    Config& config, QueueLines& queue, Words words, bool off, const Tree& tree, const Node& node)
{
    const std::string_view what = words.next();
    // Counts marked packets; marks nothing by itself.
    if (what == "ecn" && words.peek() == "count")
        return State::irrelevant;
    if (what != "ecn" && what != "drop")
        return State::unrecognised;
    RandomDetect detect;
    detect.off = off;
    detect.line = config.here(tree, node);
    if (!off && !parse_random_detect(words, detect)) {
        config.reject(tree.span(node), "the thresholds of this random-detect line are not understood");
        detect.line = config.unread("its random-detect line is not understood");
        (what == "ecn" ? queue.ecn : queue.drop) = detect;
        return State::unrecognised;
    }
    (what == "ecn" ? queue.ecn : queue.drop) = detect;
    return State::read;
}

State read_bandwidth(Config& config, QueueLines& queue, Words words, bool off, OriginId here)
{
    // A guaranteed minimum is no share of what is left; the model has no place for it.
    if (words.peek() == "guaranteed")
        return off ? State::irrelevant : State::unsupported;
    if (!words.take("percent"))
        return off ? State::irrelevant : State::unsupported;
    if (off) {
        queue.bandwidth = {};
        return State::read;
    }
    const auto percent = parse_number(words.next());
    if (!percent || *percent > 100) {
        queue.bandwidth
            = Setting<Percent>::unread(config.unread("the bandwidth percent line is not understood"));
        return State::unrecognised;
    }
    queue.bandwidth = {Percent::whole(static_cast<std::uint32_t>(*percent)), here};
    return State::read;
}

State read_shape(Config& config, QueueLines& queue, Words words, bool off, OriginId here)
{
    if (!words.take("rate"))
        return State::unrecognised;
    if (off) {
        queue.limit = {};
        return State::read;
    }
    const auto rate = parse_number(words.next());
    const std::string_view unit = words.next();
    constexpr std::uint64_t fastest = 10'000'000'000;
    if (!rate || *rate > fastest)
        return State::unrecognised;
    if (!unit.empty() && unit != "kbps") {
        queue.limit
            = Setting<BitsPerSecond>::unread(config.unread("the shaper's rate is not written in kbps"));
        return State::unsupported;
    }
    queue.limit = {BitsPerSecond{*rate * 1000}, here};
    return State::read;
}

State read_queue_line(Config& config, QueueLines& queue, const Tree& tree, const Node& node)
{
    Words words(node.key);
    std::string_view word = words.next();
    const bool off = word == "no" || word == "default";
    const bool to_default = word == "default";
    if (off)
        word = words.next();
    if (word == "random-detect")
        return read_random_detect(config, queue, words, off, tree, node);
    if (word == "bandwidth")
        return read_bandwidth(config, queue, words, off, config.here(tree, node));
    if (word == "shape")
        return read_shape(config, queue, words, off, config.here(tree, node));
    if (word == "priority") {
        if (to_default)
            queue.kind = {};
        else if (off)
            queue.kind = {SchedulerKind::weighted, config.here(tree, node)};
        else if (words.peek() == "strict" || words.at_end())
            queue.kind = {SchedulerKind::strict, config.here(tree, node)};
        else
            return State::unrecognised;
        return State::read;
    }
    if (word == "comment")
        return State::irrelevant;
    // Buffer limits and latency of a queue: known to exist, platform by platform.
    if (word == "latency" || word == "queue" || word == "drop" || word == "scheduler")
        return off ? State::irrelevant : State::unsupported;
    return State::unrecognised;
}

QueueLines& queue_lines(Config& config, QosLines& lines, std::uint8_t number, OriginId header)
{
    for (std::uint32_t at = lines.first_queue; at != no_lines; at = config.queues[at].next) {
        if (config.queues[at].number == number)
            return config.queues[at];
    }
    QueueLines fresh;
    fresh.number = number;
    fresh.header = header;
    fresh.next = lines.first_queue;
    lines.first_queue = static_cast<std::uint32_t>(config.queues.size());
    config.queues.push_back(fresh);
    return config.queues.back();
}

}

void read_queue_block(
    Config& config, QosLines& lines, std::uint8_t number, const Tree& tree, const Node& block)
{
    QueueLines& queue = queue_lines(config, lines, number, config.here(tree, block));
    for (const Node& line : block)
        line.mark_subtree(read_queue_line(config, queue, tree, line));
}

}

// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/config.h"

namespace rocelint::eos {
namespace {

using State = CoverageState;

State read_trust(Config& config, QosLines& lines, Words words, bool negated, OriginId here)
{
    if (negated) {
        lines.trust = {Trust::none, here};
        return State::read;
    }
    const std::string_view word = words.next();
    if (word == "dscp")
        lines.trust = {Trust::dscp, here};
    else if (word == "cos")
        lines.trust = {Trust::pcp, here};
    else {
        lines.trust = Setting<Trust>::unread(config.unread("the qos trust line is not understood"));
        return State::unrecognised;
    }
    return State::read;
}

// `service-policy type qos input P`; the type may be left out, which older releases mean as qos.
State read_service_policy(QosLines& lines, Words words, bool negated, OriginId here)
{
    std::string_view type = "qos";
    if (words.take("type"))
        type = words.next();
    if (type == "pdp" || type == "copp")
        return State::irrelevant;
    if (type != "qos" && type != "quality-of-service")
        return negated ? State::irrelevant : State::unsupported;
    if (!words.take("input"))
        return negated ? State::irrelevant : State::unsupported;
    const std::string_view name = words.next();
    lines.policy = {negated ? std::string_view{} : name, here};
    return name.empty() && !negated ? State::unrecognised : State::read;
}

}

CoverageState read_qos_line(Config& config, QosLines& lines, const Tree& tree, const Node& node)
{
    Words words(node.key);
    std::string_view word = words.next();
    const bool negated = word == "no";
    const bool to_default = word == "default";
    if (negated || to_default)
        word = words.next();
    if (word == "tx-queue" || word == "uc-tx-queue" || word == "mc-tx-queue") {
        const auto number = parse_number(words.next());
        if (!number || *number >= queue_count)
            return State::unrecognised;
        if (negated || to_default)
            return State::read;
        if (word == "mc-tx-queue") {
            // Multicast queues carry no RDMA, but they share the port with the queues that do.
            for (const Node& child : node) {
                if (!child.key.starts_with("no "))
                    return State::unsupported;
            }
            return State::irrelevant;
        }
        read_queue_block(config, lines, static_cast<std::uint8_t>(*number), tree, node);
        return State::read;
    }
    if (word == "priority-flow-control") {
        if (to_default) {
            if (words.at_end())
                lines.pfc_on = {};
            return State::read;
        }
        return read_pfc_line(config, lines, words, negated, tree, node);
    }
    if (word == "qos") {
        const std::string_view what = words.next();
        if (what == "trust") {
            if (to_default) {
                lines.trust = {};
                return State::read;
            }
            return read_trust(config, lines, words, negated, config.here(tree, node));
        }
        if (what == "cos" || what == "dscp") {
            Setting<std::uint8_t>& target = what == "cos" ? lines.cos : lines.dscp;
            if (negated || to_default) {
                target = {};
                return State::read;
            }
            const auto number = parse_number(words.next());
            if (!number || *number >= (what == "cos" ? 8U : 64U)) {
                config.reject(tree.span(node), "the port's default marking is out of range");
                return State::unrecognised;
            }
            target = {static_cast<std::uint8_t>(*number), config.here(tree, node)};
            return State::read;
        }
        return negated || to_default ? State::irrelevant : State::unsupported;
    }
    if (word == "service-policy")
        return read_service_policy(lines, words, negated || to_default, config.here(tree, node));
    // The shaper of a whole port holds back every queue.
    if (word == "shape")
        return negated || to_default ? State::irrelevant : State::unsupported;
    return State::unrecognised;
}

}

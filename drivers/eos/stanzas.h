// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"
#include "models/syntax/indent_tree.h"
#include "models/syntax/tree.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace rocelint::eos {

/// An interface stanza, or a `qos profile`, with the ports that it speaks of.
struct PortStanza {
    const Tree* tree = nullptr;
    const Node* node = nullptr;
    std::vector<std::uint32_t> users; ///< indexes in Device::ports
    bool profile = false;
};

/// A line's words without a leading `no` or `default`.
[[nodiscard]] Words plain_words(std::string_view line);
/// Whether a line takes something away.
[[nodiscard]] bool is_negated(std::string_view line);
/// Whether the line, without `no` or `default`, begins with these words (parted by one blank).
[[nodiscard]] bool begins_with(std::string_view line, std::string_view words);
/// The number of a `tx-queue N` or `uc-tx-queue N` block, or 0xff for any other line.
[[nodiscard]] std::uint8_t queue_of_block(const Node& node);

/// Which lines of a configuration speak of which port, nearest last.
class Stanzas {
public:
    Stanzas(std::span<const Tree> trees, const Device& device);

    /// Interface stanzas that name the port, in the order in which the device takes them.
    [[nodiscard]] std::vector<const PortStanza*> of_port(std::uint32_t port) const;
    /// The profile that the port's `service-profile` line names, or null.
    [[nodiscard]] const PortStanza* profile_of(std::uint32_t port) const;

private:
    void add_interface(const Device& device, const Tree& tree, const Node& node);
    void bind_profiles();
    std::vector<PortStanza> interfaces_;
    std::vector<PortStanza> profiles_;
};

}

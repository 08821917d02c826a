// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/iosxr/policies.h"
#include "drivers/line_cli/write/block_editor.h"
#include "drivers/line_cli/write/class_map_editor.h"
#include "drivers/line_cli/write/translator.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::iosxr {

/// Turns neutral changes into lines of IOS XR: changes of ports and locations in edit.cpp, of policies and class-maps in
/// edit_policies.cpp.
class IosxrTranslator final : public line_cli::Translator {
public:
    explicit IosxrTranslator(const line_cli::Task& task);

private:
    std::string take(const Change& change, const Port& port) override;
    std::string set_size(const Change& change, Bytes frame);
    std::string set_link_pause(const Change& change, const Port& port, bool on);
    std::string set_pfc(const Change& change, const Port& port, const PriorityDelta& delta) override;
    std::string remove_class(const Change& change, const Port& port, Priority priority);
    std::string set_watchdog(const Change& change, const Port& port, const WatchdogTarget& target) override;
    std::string set_times(const Change& change, const Port& port, const WatchdogTarget& target);
    std::string set_headroom(const Change& change, const Port& port);

    std::string set_trust(const Change& change, const Port& port, Trust trust);
    std::string set_map(const Change& change, const Port& port, const MapEntry& entry) override;
    std::string set_ecn(const Change& change, const Port& port, const EcnTarget& target) override;
    std::string set_internal_marking(
        const Change& change, const std::vector<const Block*>& profiles, const EcnTarget& target);
    std::string set_scheduler(const Change& change, const Port& port, const SchedulerTarget& target) override;

    /// The profile of the location of a port, or null.
    [[nodiscard]] const Block* profile_of(std::string_view port) const;
    /// The profiles with a line of internal buffers for this traffic class.
    [[nodiscard]] std::vector<const Block*> internal_profiles(std::uint8_t number) const;

    struct FoundPolicy {
        const Block* policy = nullptr;
        std::string reason; ///< why it cannot be changed; empty if it can
    };
    /// The policy whose classes decide for a port; `binding` is the line that binds it or its parent.
    [[nodiscard]] FoundPolicy policy_of(const Change& change, LineKind binding) const;
    /// The first class of a policy that has a point, if it has nothing else; null if it does.
    [[nodiscard]] const Block* class_of_point(const Block& policy, LineKind match, std::uint8_t point) const;
    /// Moves a point of an input policy to the class of a traffic class.
    std::string move_point(const Block& policy, LineKind match, std::uint8_t point, std::uint8_t number);

    line_cli::BlockEditor blocks_;
    line_cli::ClassMapEditor class_maps_;
};

}

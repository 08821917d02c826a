// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/change.h"
#include "models/fabric/port.h"

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace rocelint {

/// What a change asks for, on any port. Comparing requests, not sentences, shows that changes of several
/// ports are alike.
struct Request {
    Property property = Property::pfc;
    std::uint8_t number = 0xff; ///< as in Change
    ChangeValue value;
    friend bool operator==(const Request&, const Request&) = default;
};
[[nodiscard]] inline Request request_of(const Change& change)
{
    return {change.property, change.number, change.value};
}

/// Whether both lists hold the same requests, regardless of order and repetition.
[[nodiscard]] bool same_requests(std::span<const Request> a, std::span<const Request> b);

/// The changes of one request, by port. A line or object that several ports share is edited in place only if
/// all its users want the same change.
class Asked {
public:
    explicit Asked(std::span<const Change> changes);

    [[nodiscard]] std::span<const Change> changes() const { return changes_; }
    /// Whether this port wants the same change, for `number` instead of the change's own.
    [[nodiscard]] bool wants(std::uint32_t port, const Change& change, std::uint8_t number) const;
    [[nodiscard]] bool wants(std::uint32_t port, const Change& change) const
    {
        return wants(port, change, change.number);
    }
    /// The priorities that have PFC on this port after the changes. `now`: those that have it before.
    [[nodiscard]] PrioritySet pfc_after(std::uint32_t port, PrioritySet now) const;
    /// The first of these ports that uses the shared object but does not want the change there.
    /// Port::no_index if all users want it, or if the change is to the object itself. `uses(port, need)`
    /// calls `need` with the number (of a queue or group) of each use by the port.
    template <class Ports, class Uses>
    [[nodiscard]] std::uint32_t first_unwilling(const Change& change, const Ports& ports, Uses&& uses) const
    {
        if (change.shared)
            return Port::no_index;
        for (const std::uint32_t port : ports) {
            bool willing = true;
            uses(port, [&](std::uint8_t number) {
                const bool own = port == change.port.port && number == change.number;
                willing = willing && (own || wants(port, change, number));
            });
            if (!willing)
                return port;
        }
        return Port::no_index;
    }

private:
    std::span<const Change> changes_;
    std::map<std::pair<std::uint32_t, Property>, std::vector<std::uint32_t>> by_port_; ///< indices of changes
};

}

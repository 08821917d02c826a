// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/span.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace rocelint {

/// What a policy, profile or map does for RDMA when a port uses it.
enum class Duty : std::uint8_t {
    pause, ///< has priorities with PFC
    marking, ///< marks packets with ECN
    classification, ///< puts DSCPs or PCPs into traffic classes
    scheduling, ///< serves queues
};

/// A set of Duty values.
struct Duties {
    std::uint8_t bits = 0;
    [[nodiscard]] static constexpr Duties of(Duty duty)
    {
        return {static_cast<std::uint8_t>(1U << static_cast<unsigned>(duty))};
    }
    [[nodiscard]] constexpr bool has(Duty duty) const { return (bits & of(duty).bits) != 0; }
    [[nodiscard]] constexpr bool empty() const { return bits == 0; }
    friend constexpr Duties operator|(Duties a, Duties b)
    {
        return {static_cast<std::uint8_t>(a.bits | b.bits)};
    }
    friend constexpr bool operator==(Duties, Duties) = default;
};

/// A named policy, profile or map.
struct Definition {
    std::string_view what; ///< the platform's term for it: "policy-map type queuing"; a literal
    std::string_view name;
    Span at; ///< the line that defines it
    Duties duties;
};

/// The names that one configuration defines and uses. Names are per kind: two kinds may define the same name.
class NameBook {
public:
    /// Adds a definition. Defining a name again adds to the first definition.
    void define(std::string_view what, std::string_view name, Span at, Duties duties);
    /// `at`: the line that uses the name; nowhere if the caller reports an undefined name itself.
    void use(std::string_view what, std::string_view name, Span at = {});
    /// The definitions that no line uses, in definition order. Leaves out all definitions of a kind if a line
    /// uses an undefined name of that kind: that line may mean one of them, and is reported by itself.
    [[nodiscard]] std::vector<Definition> unbound() const;
    /// The names that a line uses and nothing defines, each with its first line, in the order of use.
    [[nodiscard]] std::vector<Definition> undefined() const;

private:
    struct Use {
        std::string_view what;
        std::string_view name;
        friend bool operator==(const Use&, const Use&) = default;
    };
    struct UseHash {
        std::size_t operator()(const Use& use) const;
    };
    std::vector<Definition> definitions_;
    std::unordered_map<Use, std::size_t, UseHash> defined_; ///< index in definitions_
    std::vector<Definition> uses_; ///< each name once; the duties are empty
    std::unordered_set<Use, UseHash> used_;
};

}

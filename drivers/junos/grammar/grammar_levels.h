// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/junos/grammar/grammar.h"

namespace rocelint::junos {

// The levels that have a file of their own.
extern const Grammar interfaces_level;
extern const Grammar class_of_service_level;
extern const Grammar forwarding_options_level;
extern const Grammar routing_options_level;
extern const Grammar policy_options_level;
extern const Grammar protocols_level;

// Helpers that make the keywords in the tables.

constexpr Keyword flag(std::string_view word, CoverageState state = CoverageState::read)
{
    return {word, Form::flag, state};
}
constexpr Keyword value(std::string_view word, CoverageState state = CoverageState::read)
{
    return {word, Form::value, state};
}
constexpr Keyword list(std::string_view word, CoverageState state = CoverageState::read)
{
    return {word, Form::list, state};
}
constexpr Keyword block(std::string_view word, const Grammar& inside)
{
    return {word, Form::block, CoverageState::read, &inside};
}
constexpr Keyword named(std::string_view word, const Grammar& inside)
{
    return {word, Form::named, CoverageState::read, &inside};
}
/// A named block whose name is information by itself.
constexpr Keyword telling(std::string_view word, const Grammar& inside)
{
    return {word, Form::named, CoverageState::read, &inside, true};
}
/// A block that is irrelevant itself, but may contain something relevant.
constexpr Keyword through(std::string_view word, Form form, const Grammar& inside)
{
    return {word, form, CoverageState::irrelevant, &inside};
}
/// Known, and without influence on RDMA traffic.
constexpr Keyword skip(std::string_view word) { return {word, Form::block, CoverageState::irrelevant}; }
/// Known, with influence on RDMA traffic, but not modelled.
constexpr Keyword later(std::string_view word) { return {word, Form::block, CoverageState::unsupported}; }

}

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace rocelint::sonic {

/// The tables that do not touch RDMA traffic, sorted. From sonic-yang-models and sonic-swss-common common/schema.h.
[[nodiscard]] std::span<const std::string_view> irrelevant_tables();

/// How the names of families of tables of routing, management and telemetry begin.
[[nodiscard]] std::span<const std::string_view> irrelevant_families();

}

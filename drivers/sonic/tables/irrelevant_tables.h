// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace rocelint::sonic {

/// The tables that do not affect RDMA traffic, sorted. From
/// sonic-yang-models and sonic-swss-common common/schema.h.
[[nodiscard]] std::span<const std::string_view> irrelevant_tables();

/// Name prefixes of families of tables for routing, management and telemetry.
[[nodiscard]] std::span<const std::string_view> irrelevant_families();

}

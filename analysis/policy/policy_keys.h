// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/document_keys.h"

#include <array>
#include <string_view>

namespace rocelint {

/// The keys of rocelint.yaml. The reader, docs/reference/policy.md and the JSON Schema all use these tables.
namespace policy_keys {

/// How senders slow down: words of the policy and of each of its classes.
inline constexpr std::string_view control_words[] = {"dcqcn", "rtt", "none"};

extern const KeyTable top;
extern const KeyTable rdma;
extern const KeyTable rdma_class;
extern const KeyTable cnp;
extern const KeyTable cables;
extern const KeyTable rules;
extern const KeyTable rule;
extern const KeyTable parameters;
extern const KeyTable waiver;
extern const KeyTable custom_rule;
extern const KeyTable custom_example;
extern const KeyTable custom_file;
extern const KeyTable port;
extern const KeyTable scope;
extern const KeyTable headroom;
extern const KeyTable overriding;
extern const KeyTable report;

/// From which severity on a check fails: `never`, or a severity.
inline constexpr std::string_view failing_words[] = {"error", "warning", "info", "never"};

}

}

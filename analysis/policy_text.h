// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/class_names.h"
#include "analysis/infer_practice.h"
#include "analysis/policy/policy.h"
#include "models/fabric/class_model.h"

#include <span>
#include <string>

namespace rocelint {

/// The text of a rocelint.yaml with the classes, CNP marking and the scope, and with the evidence of each
/// class as a comment. Pass the result of infer_scope() to cover the ports that were judged without a policy,
/// that of infer_practice() to keep what all switches do, and that of propose_class_names() to name the classes.
[[nodiscard]] std::string policy_yaml(const ClassModel& model,
    const PolicyScope& scope,
    const Practice& practice = {},
    std::span<const ClassName> names = {});

/// A whole policy, including everything it extends, as the text of one rocelint.yaml. Reading the text gives
/// an equivalent policy.
[[nodiscard]] std::string policy_yaml(const Policy& policy);

/// The section `ports` of a rocelint.yaml.
[[nodiscard]] std::string ports_yaml(std::span<const PortPolicy> ports);

/// A scope as one line of YAML: "{devices: [\"leaf*\"], speed_at_least: 100}".
[[nodiscard]] std::string scope_words(const PolicyScope& scope);

}

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy.h"
#include "models/fabric/class_model.h"

#include <string>

namespace rocelint {

/// Classes, CNP marking and the scope as the text of a rocelint.yaml, with the evidence of each class as a comment. infer_scope()
/// gives the scope by which the text means the ports that were judged without it.
[[nodiscard]] std::string policy_yaml(const ClassModel& model, const PolicyScope& scope);

/// A whole policy, with all that it extends, as the text of one rocelint.yaml: read again it says the same.
[[nodiscard]] std::string policy_yaml(const Policy& policy);

/// A scope as YAML writes it in one line: "{devices: [\"leaf*\"], speed_at_least: 100}".
[[nodiscard]] std::string scope_words(const PolicyScope& scope);

/// A value as YAML writes it: quoted where it would be read as something else.
[[nodiscard]] std::string yaml_scalar(std::string_view text);

}

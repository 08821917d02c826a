// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

#include <optional>
#include <string>
#include <string_view>

namespace rocelint::junos {

inline constexpr std::string_view configuration_namespace = "http://xml.juniper.net/xnm/1.1/xnm";

/// The subtree filter that asks for what Driver::read understands and for nothing else: passwords, keys and communities
/// stay on the device.
[[nodiscard]] std::string live_filter();

/// A configuration as a device prints it (`<configuration ...>`, perhaps with white space around) without what changes by
/// itself or says nothing: attributes and elements of the namespace `junos:` (times and users of commits, comments),
/// namespaces, XML comments. One statement a line; entries of a list stand in the order of their names, code points in
/// that of their values, since there order means nothing and a list entry that is put back stands last. Nothing where
/// it is no well-formed XML.
struct TidyConfiguration {
    std::string text;
    std::string redacted; ///< the same without secrets
};
[[nodiscard]] std::optional<TidyConfiguration> tidy(const std::string& data);

/// What stands inside `<config>` as it is sent: with the namespace of the configuration, and, where the device is no
/// Junos, with `operation` in the namespace of NETCONF, as RFC 6241 has it. Junos' manual writes it without one.
[[nodiscard]] std::string edit_text(std::string_view config, bool is_junos);

/// Whether a configuration (tidy or not) is as an edit would make it: what it sets is there, what it deletes is not.
[[nodiscard]] bool is_in_force(std::string_view config, std::string_view shown);

/// Says by which line two tidy configurations differ first, for people and without secrets. Nothing: by none.
[[nodiscard]] std::optional<std::string> statement_beside(std::string_view wanted, std::string_view now);

}

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

#include <optional>
#include <string>
#include <string_view>

namespace rocelint::junos {

inline constexpr std::string_view configuration_namespace = "http://xml.juniper.net/xnm/1.1/xnm";

/// Returns the subtree filter for what Driver::read understands and nothing else: passwords, keys and
/// communities stay on the device.
[[nodiscard]] std::string live_filter();

/// A configuration as a device prints it (`<configuration ...>`, perhaps surrounded by white space), without
/// parts that change by themselves or say nothing: attributes and elements of the namespace `junos:` (times
/// and users of commits, comments), namespaces, XML comments. It has one statement per line. List entries are
/// sorted by name and code points by value, since their order means nothing and a list entry that is restored
/// comes last. Nothing if the text is not well-formed XML.
struct TidyConfiguration {
    std::string text;
    std::string redacted; ///< the same without secrets
};
[[nodiscard]] std::optional<TidyConfiguration> tidy(const std::string& data);

/// Returns the contents of `<config>` in the form in which they are sent: with the namespace of the
/// configuration and, if the device is not Junos, with `operation` in the NETCONF namespace, as RFC 6241
/// requires. The Junos manual writes it without one.
[[nodiscard]] std::string edit_text(std::string_view config, bool is_junos);

/// Whether a configuration (tidy or not) is as an edit would make it: it has what the edit sets, and not what
/// it deletes.
[[nodiscard]] bool is_in_force(std::string_view config, std::string_view shown);

/// Returns the first line in which two tidy configurations differ, for people and without secrets. Nothing if
/// they are equal.
[[nodiscard]] std::optional<std::string> statement_beside(std::string_view wanted, std::string_view now);

}

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/ascii.h"
#include "models/text/source.h"

#include <cstdint>
#include <string_view>

namespace rocelint::opensm {

/// Which of a subnet manager's files a text is.
enum class FileKind : std::uint8_t {
    none,
    options, ///< opensm.conf
    partitions,
    policy, ///< qos-policy.conf
    port_groups, ///< NVIDIA's pgrp_policy_file
    congestion, ///< NVIDIA's congestion_control_policy_file
    guids, ///< root_guid_file and the like: one GUID, or the name of a group, per line
    guid2lid,
    guid2mkey,
    node_names, ///< node-name-map
    sharp, ///< sharp_am.cfg
    ufm, ///< gv.cfg
    service, ///< /etc/sysconfig/opensm: what the service adds to its command line
};

struct KindGuess {
    FileKind kind = FileKind::none;
    int confidence = 0; ///< as Detection::confidence
    std::string_view reason; ///< a literal
};

/// Guesses from the content; from the file's name only if the text could be anything (a list of group names).
[[nodiscard]] KindGuess kind_of(const Source& source);

/// Returns a line without its comment and surrounding blanks.
[[nodiscard]] std::string_view without_comment(std::string_view line);
/// Returns the text without what opensm, which uses isspace(), takes for white space around it.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text)
{
    return ascii::trimmed(text, ascii::is_c_space);
}
/// Returns the first word, up to a space or tab.
[[nodiscard]] constexpr std::string_view first_word(std::string_view text)
{
    return ascii::first_word(text, ascii::is_blank);
}

}

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rocelint {

/// Whether `pages` can be the address of the rules' pages: an https or http address.
[[nodiscard]] bool is_page_address(std::string_view pages);

/// The address of a rule's page. `pages` is the address of a folder, with pages called CODE.md, or has `{code}` in place of
/// the code: "https://example.net/rules/{code}/".
[[nodiscard]] std::string page_address(std::string_view pages, std::string_view code);

}

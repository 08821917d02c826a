// SPDX-License-Identifier: Apache-2.0
#include "models/text/page_address.h"

namespace rocelint {
namespace {

constexpr std::string_view code_in_address = "{code}";

}

bool is_page_address(std::string_view pages)
{
    return pages.starts_with("https://") || pages.starts_with("http://");
}

std::string page_address(std::string_view pages, std::string_view code)
{
    std::string address(pages);
    std::size_t at = address.find(code_in_address);
    if (at == std::string::npos)
        return address.append(address.ends_with('/') ? "" : "/").append(code).append(".md");
    for (; at != std::string::npos; at = address.find(code_in_address, at + code.size()))
        address.replace(at, code_in_address.size(), code);
    return address;
}

}

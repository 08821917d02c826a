// SPDX-License-Identifier: Apache-2.0
// Editors name files by URI, and two editors may escape the same path differently.
#include "cli/lsp/uri.h"

#include "cli/report/ci/path_uri.h"
#include "workspace/files/path_names.h"

#include <charconv>

namespace rocelint::cli {
namespace {

constexpr std::string_view scheme = "file://";

}

std::optional<std::string> path_of_uri(std::string_view uri)
{
    if (!uri.starts_with(scheme))
        return std::nullopt;
    uri.remove_prefix(scheme.size());
    if (uri.starts_with("localhost/"))
        uri.remove_prefix(std::string_view("localhost").size());
    if (!uri.starts_with('/'))
        return std::nullopt;
    uri = uri.substr(0, uri.find_first_of("?#"));
    std::string path;
    for (std::size_t at = 0; at < uri.size(); ++at) {
        if (uri[at] != '%') {
            path += uri[at];
            continue;
        }
        const std::string_view digits = uri.substr(at + 1, 2);
        unsigned value = 0;
        const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
        if (digits.size() != 2 || error != std::errc{} || stop != digits.data() + 2 || value == 0)
            return std::nullopt;
        path += static_cast<char>(value);
        at += 2;
    }
    return workspace::absolute_path(path);
}

std::string uri_of_path(std::string_view path) { return std::string(scheme) + escape_path(path); }

}

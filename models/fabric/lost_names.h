// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"
#include "models/syntax/tree.h"

#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint {

/// The names that one configuration uses but does not define. Each is reported once, at the first line that
/// uses it, and every setting that depends on it is unread for that reason.
class LostNames {
public:
    LostNames(Device& device, std::vector<SyntaxProblem>& problems) : device_(device), problems_(problems) { }

    /// Returns the origin of a setting whose line at `at` uses a name of the kind `what` ("policy-map type
    /// queuing") that no line defines. `home`: the keyword of the section where such names are defined, a
    /// literal; empty if they may be defined anywhere.
    OriginId take(
        std::string_view what, std::string_view name, Span at, std::string_view home = std::string_view());

private:
    Device& device_;
    std::vector<SyntaxProblem>& problems_;
    std::map<std::pair<std::string_view, std::string_view>, std::string_view> reasons_; ///< by kind and name
};

}

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"
#include "models/syntax/tree.h"

#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint {

/// The names that one configuration uses and does not define. Each is reported once, at the first line that uses it, and every
/// setting that hangs on it is unread for that reason.
class LostNames {
public:
    LostNames(Device& device, std::vector<SyntaxProblem>& problems) : device_(device), problems_(problems) { }

    /// The origin of a setting whose line at `at` names a `what` ("policy-map type queuing") that nothing defines. `home`: the
    /// word over the place where such names are defined, a literal; empty where they may stand anywhere.
    OriginId take(
        std::string_view what, std::string_view name, Span at, std::string_view home = std::string_view());

private:
    Device& device_;
    std::vector<SyntaxProblem>& problems_;
    std::map<std::pair<std::string_view, std::string_view>, std::string_view> reasons_; ///< by what and name
};

}

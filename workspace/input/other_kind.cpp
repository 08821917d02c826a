// SPDX-License-Identifier: Apache-2.0
#include "workspace/input/other_kind.h"

#include "drivers/driver.h"

#include <fmt/format.h>

namespace rocelint::workspace {

Error unless_configuration(
    const Source& source, std::string_view what, std::string_view advice, Error mistakes)
{
    const std::string_view name = source.file_name();
    const Driver* const driver
        = name == "rocelint.yaml" || name == "topology.yaml" ? nullptr : recognise(source).driver;
    if (driver == nullptr)
        return mistakes;
    return {ErrorKind::usage,
        fmt::format(
            "{}: the file is configuration of {}, not {}; {}", source.path(), driver->name, what, advice),
        {}};
}

}

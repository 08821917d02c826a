// SPDX-License-Identifier: Apache-2.0
// Reports mistakes in an intent with file, line and column, at whatever stage they are found.
#include "models/intent/fabric_intent.h"

#include <fmt/format.h>

namespace rocelint {

tl::unexpected<Error> fail_at(const FabricIntent& intent, Span at, std::string_view message)
{
    const Source& source = *intent.tree->source;
    if (!at.somewhere())
        return fail(ErrorKind::invalid, fmt::format("{}: {}", source.path(), message));
    const Position position = LineTable(source.text()).position(at.offset);
    return fail(ErrorKind::invalid,
        fmt::format("{}:{}:{}: {}", source.path(), position.line, position.column, message),
        at);
}

}

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/span.h"

namespace rocelint {

/// A value of the document and the place that states it. Without a place, the value is not stated.
template <class T>
struct Stated {
    T value{};
    Span at;
    [[nodiscard]] bool given() const { return at.somewhere(); }
    [[nodiscard]] T value_or(T otherwise) const { return given() ? value : otherwise; }
};

}

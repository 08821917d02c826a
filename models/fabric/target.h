// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/qos.h"

#include <vector>

namespace rocelint {

/// The target of a reference in the device's table; null if the reference is unread or bound to nothing.
template <class T>
[[nodiscard]] const T* target_of(const std::vector<T>& all, const Setting<Ref>& ref)
{
    return ref.known() && ref.value.index < all.size() ? &all[ref.value.index] : nullptr;
}

}

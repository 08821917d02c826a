// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/amend/amend.h"

#include <span>

namespace rocelint {

/// Makes changes on the files of a device once: what amend() does without what this header adds.
using AmendOnce = Amended (*)(const DeviceFiles& before, std::span<const Change> changes);

/// Tries again, on the amended files, what was refused on the files as they were: a class that no classifier named has one now, and
/// a priority that would have been paused too no longer is. `result` is what `amend_once` made of the changes; what becomes possible
/// is added to it. The files must then hold all changes together and nothing else, or `result` stays as it is. Whether anything was
/// added.
bool make_refused(
    const DeviceFiles& before, std::span<const Change> changes, AmendOnce amend_once, Amended& result);

}

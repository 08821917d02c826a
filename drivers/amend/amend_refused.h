// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/amend/amend.h"

#include <span>

namespace rocelint {

/// Makes changes to the files of a device once: amend() without the retry in this header.
using AmendOnce = Amended (*)(const DeviceFiles& before, std::span<const Change> changes);

/// Retries on the amended files the changes that were refused on the original ones: a
/// class that no classifier named may have one now, or a priority that would have been
/// paused as well no longer is. `result` is what `amend_once` made of the changes; changes
/// that become possible are added to it. The files must then hold all changes together and
/// nothing else, or `result` stays as it is. Returns whether anything was added.
bool make_refused(
    const DeviceFiles& before, std::span<const Change> changes, AmendOnce amend_once, Amended& result);

}

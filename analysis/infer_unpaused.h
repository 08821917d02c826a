// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/host_marks.h"
#include "models/fabric/class_model.h"

namespace rocelint {

/// What the inferred lossless classes of `model` leave out: classes that only marks control. Adds those that no device
/// pauses; takes a class that nearly everybody carries without PFC for one of them; and notes where PFC is on at host
/// links and switches among themselves mark instead. Whatever devices disagree about stays lossless, and so a fault.
void infer_unpaused_classes(const Fabric& fabric, const JobMarks& jobs, ClassModel& model);

}

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/host_marks.h"
#include "models/fabric/class_model.h"

namespace rocelint {

/// Handles classes that rely on ECN marking without PFC, which the inferred lossless classes of `model` omit.
/// Adds classes that no device pauses, turns a class that nearly all devices carry without PFC into one
/// without PFC, and notes where PFC is enabled at host links while links between switches only mark. A class
/// that devices disagree about stays lossless, so that the disagreement is a fault.
void infer_unpaused_classes(const Fabric& fabric, const JobMarks& jobs, ClassModel& model);

}

// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/value/unread_watch.h"

namespace rocelint {

constinit thread_local UnreadWatch* UnreadWatch::innermost_ = nullptr;

bool UnreadWatch::is_watching() { return innermost_ != nullptr; }

void note_unread(const void* setting, OriginId origin) { UnreadWatch::note(setting, origin); }

}

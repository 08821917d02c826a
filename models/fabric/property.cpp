// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/property.h"

#include "models/fabric/words.h"

namespace rocelint {

const char* name_of(Property property) { return word_of(property).data(); }

}

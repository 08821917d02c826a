// SPDX-License-Identifier: Apache-2.0
// Names of properties for messages, from the table of words.
#include "models/fabric/property.h"

#include "models/fabric/words.h"

namespace rocelint {

const char* name_of(Property property) { return word_of(property).data(); }

}

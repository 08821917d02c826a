// SPDX-License-Identifier: Apache-2.0
#include "models/text/result.h"

namespace rocelint {

void ensure(bool condition, const char* what)
{
    if (!condition)
        throw Bug{what};
}

}

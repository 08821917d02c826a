// SPDX-License-Identifier: Apache-2.0
#include "models/text/base64.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint {

TEST_CASE("base64 is that of RFC 4648, for any bytes")
{
    CHECK(base64_of("").empty());
    CHECK(base64_of("f") == "Zg==");
    CHECK(base64_of("fo") == "Zm8=");
    CHECK(base64_of("foo") == "Zm9v");
    CHECK(base64_of("foobar") == "Zm9vYmFy");
    CHECK(base64_of(std::string("\xff\xfe\0", 3)) == "//4A");
}

}

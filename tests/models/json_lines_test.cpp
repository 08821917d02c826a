// SPDX-License-Identifier: Apache-2.0
#include "models/syntax/json/json_lines.h"

#include <doctest/doctest.h>

namespace rocelint {
namespace {

TEST_CASE("members are on lines of their own, indented by depth")
{
    JsonLines json;
    json.open("A");
    json.open({"x", "|", "3"});
    json.text("name", "rdma");
    json.number("size", 18446744073709551615U);
    json.close();
    json.signed_number("threshold", -8);
    json.close();
    json.text("b", "c");
    CHECK(json.take() == R"({
  "A": {
    "x|3": {
      "name": "rdma",
      "size": "18446744073709551615"
    },
    "threshold": "-8"
  },
  "b": "c"
}
)");
}

TEST_CASE("an empty object is left out anywhere")
{
    JsonLines json;
    json.open("first");
    json.close();
    json.text("a", "1");
    json.open("outer");
    json.open("inner");
    json.close();
    json.close();
    json.text("b", "2");
    CHECK(json.take() == "{\n  \"a\": \"1\",\n  \"b\": \"2\"\n}\n");
    CHECK(JsonLines().take() == "{}\n");
}

TEST_CASE("quotes, backslashes and control characters are escaped")
{
    JsonLines json;
    json.text("a\"b", "c\\d\n\x01");
    CHECK(json.take() == "{\n  \"a\\\"b\": \"c\\\\d\\u000a\\u0001\"\n}\n");
}

}
}

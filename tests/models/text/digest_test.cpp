// SPDX-License-Identifier: Apache-2.0
#include "models/text/digest.h"

#include <doctest/doctest.h>

namespace rocelint {
namespace {

// FIPS 180-4 example "abc"; RFC 4231 test cases 2 and 6 (a key longer than a block).
TEST_CASE("digests match the standards' examples")
{
    CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(hmac_sha256("Jefe", "what do ya want for nothing?")
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    CHECK(hmac_sha256(std::string(131, '\xaa'), "Test Using Larger Than Block-Size Key - Hash Key First")
        == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

TEST_CASE("the hash of a state depends on its text and on the key, and distinguishes keys")
{
    const std::string hash = state_hash("one key", "snmp-server community guess ro");
    CHECK(hash.size() == state_hash_length);
    CHECK(hash == state_hash("one key", "snmp-server community guess ro"));
    CHECK(hash != state_hash("one key", "snmp-server community other ro"));
    CHECK(hash.substr(17) != state_hash("another key", "snmp-server community guess ro").substr(17));
    CHECK(hash.find(sha256("snmp-server community guess ro")) == std::string::npos);
    CHECK(made_with(hash, "one key"));
    CHECK_FALSE(made_with(hash, "another key"));
    CHECK_FALSE(made_with(sha256("snmp-server community guess ro"), "one key"));
    CHECK_FALSE(made_with("", "one key"));
}

}
}

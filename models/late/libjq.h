// SPDX-License-Identifier: Apache-2.0
// libjq, with values that are made when they are first read. libjq has no such thing, but it calls its own functions the way
// that any program calls them, and so finds ours first where the program exports them: those that read a value out of an array
// or object, and those that compare. jq_defers() tells whether the library that is installed does so.
#pragma once

#include <cstdint>

// Its headers know nothing of C++.
extern "C" {
#include <jq.h>
#include <jv.h>
}

namespace rocelint::late {

/// What stands in an array or object in the place of a value that is not made yet. To libjq it is a null.
struct Deferred {
    std::uint16_t kind = 0;
    std::int32_t index = 0;
    std::uint32_t first = 0;
    std::uint32_t second = 0;
};

/// Makes the value that something deferred stands for.
class Maker {
public:
    Maker() = default;
    Maker(const Maker&) = delete;
    Maker& operator=(const Maker&) = delete;
    virtual ~Maker() = default;
    /// The caller owns what is returned.
    [[nodiscard]] virtual jv make(const Deferred& deferred) = 0;
};

/// As a value that may be put into an array or object.
[[nodiscard]] jv deferred_value(const Deferred& deferred);

/// While it lives, what is deferred is made by `maker` on this thread. Without one it reads as null.
class MakerScope {
public:
    explicit MakerScope(Maker& maker);
    ~MakerScope();
    MakerScope(const MakerScope&) = delete;
    MakerScope& operator=(const MakerScope&) = delete;

private:
    Maker* outer_;
};

/// Whether the installed libjq reads through our functions. One that was linked with -Bsymbolic-functions does not.
[[nodiscard]] bool jq_defers();

}

// SPDX-License-Identifier: Apache-2.0
// libjq with values that are created when they are first read. libjq does not support this, but it calls its
// own exported functions through the dynamic linker, which finds this program's versions first. They replace
// the functions that read a value from an array or object and those that compare. jq_defers() tells whether
// the installed library works this way.
#pragma once

#include <cstdint>

// The headers of libjq do not support C++.
extern "C" {
#include <jq.h>
#include <jv.h>
}

namespace rocelint::late {

/// Placeholder for a value in an array or object that has not been created yet. libjq sees a null.
struct Deferred {
    std::uint16_t kind = 0;
    std::int32_t index = 0;
    std::uint32_t first = 0;
    std::uint32_t second = 0;
};

/// Creates the values of placeholders.
class Maker {
public:
    Maker() = default;
    Maker(const Maker&) = delete;
    Maker& operator=(const Maker&) = delete;
    virtual ~Maker() = default;
    /// The caller owns the returned value.
    [[nodiscard]] virtual jv make(const Deferred& deferred) = 0;
};

/// Returns the placeholder as a value that can be put into an array or object.
[[nodiscard]] jv deferred_value(const Deferred& deferred);

/// During its lifetime, `maker` creates the deferred values read on this thread. Without a maker they read as
/// null.
class MakerScope {
public:
    explicit MakerScope(Maker& maker);
    ~MakerScope();
    MakerScope(const MakerScope&) = delete;
    MakerScope& operator=(const MakerScope&) = delete;

private:
    Maker* outer_;
};

/// Whether the installed libjq reads through this program's functions. A libjq linked with
/// -Bsymbolic-functions does not.
[[nodiscard]] bool jq_defers();

}

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/live.h"

#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace rocelint::push {

/// One thing that a self-test has found out.
struct SelfTestStep {
    std::string what; ///< a sentence
    std::chrono::milliseconds took{0};
};

/// A test of a device's own rollback, on a port that carries no traffic.
struct SelfTest {
    std::string device; ///< its name
    const Driver& driver;
    std::string port; ///< under the device's name; it must have no link, and nothing may use it
    std::chrono::seconds window{120}; ///< at least; the device may need a longer one
    std::function<Result<std::unique_ptr<LiveDevice>>()> open;
    /// Opens a connection that Ctrl-C does not end, in order to leave the device in a clean state.
    std::function<Result<std::unique_ptr<LiveDevice>>()> open_again;
    const CancelFlag* cancel = nullptr; ///< may be null
    std::function<void(const SelfTestStep&)> report; ///< called after each step
};

/// Changes the MTU of an unused port, does not confirm it, waits until the device has rolled it back by itself,
/// and compares the configuration with the one before, byte for byte. Saves nothing. Fails with `refused` if
/// nothing was put in force, and with `invalid` if the device did not do what a push depends on; then the change
/// is rolled back from here, and the message says whether that worked.
[[nodiscard]] Result<void> run_self_test(const SelfTest& test);

}

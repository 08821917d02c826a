// SPDX-License-Identifier: Apache-2.0
// A device that does not answer may be rebooting and is retried, with jitter; a refusal (of a key, a
// password) is an answer and is not retried, since that might lock an account.
#include "push/reach/reach.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <mutex>
#include <random>
#include <thread>

namespace rocelint::push {
namespace {

constexpr std::uint16_t ssh_port = 22;

Result<LiveTarget> target_of(const InventoryDevice& device, const Driver& driver, const Access& access)
{
    Endpoint wanted;
    wanted.name = device.name;
    wanted.host = device.host;
    wanted.port = device.port;
    wanted.user = device.user;
    if (!device.key_file.empty()) {
        const bool at_home = device.key_file.starts_with("~/");
        wanted.identity_files.push_back(
            at_home ? access.around.home + device.key_file.substr(1) : device.key_file);
    }
    wanted.connect_timeout = access.connect_timeout;
    wanted.command_timeout = access.command_timeout;
    if (access.ask)
        wanted.ask = access.ask(device);
    auto complete = complete_endpoint(std::move(wanted), access.around);
    if (!complete)
        return tl::unexpected(complete.error());
    LiveTarget target;
    target.endpoint = *std::move(complete);
    // A port given here or in ~/.ssh/config takes precedence over the driver's default.
    if (device.port == 0 && target.endpoint.port == ssh_port)
        target.endpoint.port = driver.port;
    target.device = device.name;
    target.netconf = device.netconf;
    target.cancel = access.cancel;
    target.state_key = access.state_key;
    return target;
}

}

bool sleep_for(std::chrono::milliseconds time, const CancelFlag* cancel)
{
    using Clock = std::chrono::steady_clock;
    const auto until = Clock::now() + time;
    while (Clock::now() < until) {
        if (cancel != nullptr && cancel->load())
            return false;
        std::this_thread::sleep_for(
            std::min<Clock::duration>(until - Clock::now(), std::chrono::milliseconds(50)));
    }
    return cancel == nullptr || !cancel->load();
}

Result<std::unique_ptr<LiveDevice>> open_device(const InventoryDevice& device, const Access& access)
{
    const Driver* driver = find_driver(device.platform);
    if (driver == nullptr || driver->open == nullptr)
        return fail(ErrorKind::refused,
            fmt::format(
                "{}: this version cannot reach devices of the platform {}", device.name, device.platform));
    auto target = target_of(device, *driver, access);
    if (!target)
        return tl::unexpected(target.error());
    std::minstd_rand random(std::random_device{}());
    std::uniform_real_distribution<double> jitter(0.5, 1.5);
    auto pause = access.first_pause;
    for (unsigned attempt = 0;; ++attempt) {
        auto opened = driver->open(*target);
        if (opened)
            return opened;
        const ErrorKind kind = opened.error().kind;
        const bool may_come_back = kind == ErrorKind::unreachable || kind == ErrorKind::timed_out;
        if (!may_come_back || attempt == access.retries)
            return opened;
        if (!sleep_for(std::chrono::milliseconds(
                           static_cast<std::int64_t>(static_cast<double>(pause.count()) * jitter(random))),
                access.cancel))
            return fail(ErrorKind::cancelled, fmt::format("{}: cancelled", device.name));
        pause *= 2;
    }
}

void for_each_device(std::size_t count,
    std::size_t most,
    const CancelFlag* cancel,
    const std::function<void(std::size_t)>& task)
{
    std::atomic<std::size_t> next = 0;
    std::once_flag thrown;
    std::exception_ptr first;
    const auto work = [&] {
        for (std::size_t index = next++; index < count; index = next++) {
            if (cancel != nullptr && cancel->load())
                return;
            task(index);
        }
    };
    {
        std::vector<std::jthread> threads;
        const std::size_t wanted = std::min(count, std::max<std::size_t>(most, 1));
        threads.reserve(wanted);
        for (std::size_t thread = 0; thread < wanted; ++thread) {
            threads.emplace_back([&] {
                try {
                    work();
                } catch (...) {
                    std::call_once(thrown, [&first] { first = std::current_exception(); });
                    next = count; // leave alone the devices that have not begun
                }
            });
        }
    }
    if (first)
        std::rethrow_exception(first);
}

}

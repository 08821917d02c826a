// SPDX-License-Identifier: Apache-2.0
// Two pushes that change the same device exclude each other. Two pushes that change the two ends of one cable
// must exclude each other too: each might check the other's device before either changes its own.
#include "cli/command/live/push_lock.h"

#include "cli/command/state_key.h"
#include "cli/terminal/terminal.h"
#include "models/text/digest.h"
#include "workspace/files/output_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <unistd.h>

namespace rocelint::cli {
namespace {

// One file for all devices, with a byte for each, so that thousands need only one descriptor. POSIX locks
// belong to the process, so a rollback started by a push does not conflict with it.
struct flock byte_of(const push::Inventory& inventory, const std::string& name, bool alone)
{
    const push::InventoryDevice* entry = inventory.find(name);
    const std::string address = entry == nullptr ? name : fmt::format("{} {}", entry->host, entry->port);
    constexpr std::size_t digits = 15; // so that the number fits into an off_t
    const std::string digest = sha256(address).substr(0, digits);
    std::uint64_t number = 0;
    std::from_chars(digest.data(), digest.data() + digest.size(), number, 16);
    struct flock lock { };
    lock.l_type = static_cast<short>(alone ? F_WRLCK : F_RDLCK);
    lock.l_whence = SEEK_SET;
    lock.l_start = static_cast<off_t>(number);
    lock.l_len = 1;
    return lock;
}

Result<void> not_held(std::string_view why)
{
    print_error(fmt::format("rocelint: pushes of this user are not kept apart: {}\n", why));
    return {};
}

// Stays open until the program ends: closing it would release the locks.
Result<int> lock_file()
{
    const std::string folder = state_folder();
    if (folder.empty())
        return fail(ErrorKind::usage, "no home directory is known");
    if (auto made = workspace::make_private_folder(folder); !made)
        return tl::unexpected(made.error());
    const std::string path = folder + "/pushes.lock";
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (descriptor < 0)
        return fail(ErrorKind::unreadable, fmt::format("{}: {}", path, std::strerror(errno)));
    return descriptor;
}

}

Result<void> hold_devices(const push::Plan& plan, const push::Inventory& inventory)
{
    std::map<std::string, bool> alone; // by name: whether the plan changes the device
    for (const push::PlanDevice& device : plan.devices) {
        if (device.steps.empty())
            continue;
        alone[device.name] = true;
        for (const std::string& neighbour : device.neighbours)
            alone.try_emplace(neighbour, false);
    }
    if (alone.empty())
        return {};
    static const Result<int> file = lock_file();
    if (!file)
        return not_held(file.error().message);
    for (const auto& [name, changed] : alone) {
        struct flock lock = byte_of(inventory, name, changed);
        if (::fcntl(*file, F_SETLK, &lock) == 0)
            continue;
        if (errno != EAGAIN && errno != EACCES)
            return not_held(std::strerror(errno));
        const bool known = ::fcntl(*file, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
        return fail(ErrorKind::refused,
            fmt::format("{}: another push of this user{} {}: wait until it has ended",
                name,
                known ? fmt::format(" (process {})", lock.l_pid) : std::string(),
                changed ? "changes it or depends on it" : "changes it, and this one depends on it"));
    }
    return {};
}

}

// SPDX-License-Identifier: Apache-2.0
// A signal handler must not remove files, so it wakes a thread that removes them and then ends the program
// with the same signal.
#include "workspace/files/temporary_folder.h"

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace rocelint::workspace {
namespace {

namespace fs = std::filesystem;

int signals_to[2] = {-1, -1}; ///< a pipe: the handler writes the signal, the thread reads it

void on_end(int signal)
{
    const int kept = errno;
    const auto byte = static_cast<unsigned char>(signal);
    // Cannot fail: the pipe holds far more signals than can arrive before the program ends.
    [[maybe_unused]] const auto written = ::write(signals_to[1], &byte, 1);
    errno = kept;
}

// The folders of this process. Never destroyed, because the thread may use them while the program ends.
class Folders {
public:
    static Folders& all()
    {
        static auto* const folders = new Folders;
        return *folders;
    }

    // While this lock is held, a signal does not end the program.
    std::unique_lock<std::mutex> hold()
    {
        std::unique_lock lock(mutex_);
        if (!watched_)
            watch();
        watched_ = true;
        return lock;
    }

    // Needs the lock, so that the thread finds every folder after a signal.
    std::optional<fs::path> make(const fs::path& parent)
    {
        const auto lock = hold();
        std::string made = (parent / "rocelint-XXXXXX").string();
        if (::mkdtemp(made.data()) == nullptr)
            return std::nullopt;
        folders_.insert(made);
        return made;
    }

    void remove(const fs::path& folder)
    {
        const std::scoped_lock lock(mutex_);
        std::error_code ignored; // on failure, the rest stays in the system's temporary folder
        fs::remove_all(folder, ignored);
        folders_.erase(folder);
    }

private:
    void watch()
    {
        if (::pipe(signals_to) != 0)
            return;
        std::thread([this] { wait_for_end(); }).detach();
        for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
            struct sigaction now { };
            // Keep the setting of a signal that the caller ignores (nohup) or handles.
            if (::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_DFL)
                std::signal(signal, on_end);
        }
    }

    void wait_for_end()
    {
        unsigned char signal = 0;
        while (::read(signals_to[0], &signal, 1) != 1) {
            if (errno != EINTR)
                return;
        }
        // Hold the lock to the end, so that no other folder is created. Files may still be written into the
        // existing ones.
        const std::scoped_lock lock(mutex_);
        constexpr int most_tries = 50;
        for (const fs::path& folder : folders_) {
            std::error_code failed;
            for (int tries = 0; tries < most_tries && fs::exists(folder, failed); ++tries)
                fs::remove_all(folder, failed);
        }
        std::signal(signal, SIG_DFL);
        ::kill(::getpid(), signal);
        // Wait until the signal is delivered.
        ::pause();
    }

    std::mutex mutex_;
    std::set<fs::path> folders_;
    bool watched_ = false;
};

}

Result<TemporaryFolder> TemporaryFolder::make()
{
    std::error_code failed;
    const fs::path parent = fs::temp_directory_path(failed);
    auto made = failed ? std::nullopt : Folders::all().make(parent);
    if (!made)
        return fail(ErrorKind::unreadable,
            fmt::format("{}: no folder can be made here for the files of a revision", parent.string()));
    return TemporaryFolder(*std::move(made));
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::exchange(other.path_, {})) { }

TemporaryFolder& TemporaryFolder::operator=(TemporaryFolder&& other) noexcept
{
    std::swap(path_, other.path_);
    return *this;
}

TemporaryFolder::~TemporaryFolder()
{
    if (!path_.empty())
        Folders::all().remove(path_);
}

EndLater::EndLater() : held_(Folders::all().hold()) { }

}

// SPDX-License-Identifier: Apache-2.0
// Reads in a separate thread, and writes in the server's thread.
#include "cli/lsp/connection.h"

#include "cli/lsp/frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace rocelint::cli {
namespace {

bool is_edit(const Message& message)
{
    return message.method.starts_with("textDocument/did") || message.method == "exit"
        || message.method == "workspace/didChangeWatchedFiles";
}

}

Connection::Connection(int in, int out) : in_(in), out_(out)
{
    if (::pipe2(wake_, O_CLOEXEC) != 0)
        wake_[0] = wake_[1] = -1;
    reader_ = std::thread([this] { read(); });
}

Connection::~Connection()
{
    if (wake_[1] >= 0)
        ::close(wake_[1]);
    reader_.join();
    if (wake_[0] >= 0)
        ::close(wake_[0]);
}

void Connection::push(Message message)
{
    const std::scoped_lock lock(mutex_);
    // The cancelled request may still be waiting, so the notification must not queue up after it.
    if (message.method == "$/cancelRequest") {
        const std::string id = id_text(find(message.params, "id"));
        const bool waits = std::ranges::any_of(
            waiting_, [&id](const Message& other) { return other.is_request() && other.id == id; });
        if (waits)
            cancelled_.insert(id);
        return;
    }
    if (is_edit(message))
        ++edits_;
    waiting_.push_back(std::move(message));
    something_.notify_one();
}

void Connection::close()
{
    const std::scoped_lock lock(mutex_);
    closed_ = true;
    something_.notify_one();
}

void Connection::read()
{
    Frames frames;
    std::array<char, 1 << 16> buffer{};
    for (;;) {
        std::array<pollfd, 2> wait{pollfd{in_, POLLIN, 0}, pollfd{wake_[0], POLLIN, 0}};
        if (::poll(wait.data(), wait.size(), -1) < 0) {
            if (errno == EINTR)
                continue;
            break;
        }
        if (wait[1].revents != 0)
            break;
        const ssize_t count = ::read(in_, buffer.data(), buffer.size());
        if (count < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (count <= 0)
            break;
        frames.feed({buffer.data(), static_cast<std::size_t>(count)});
        while (auto frame = frames.next()) {
            Message message;
            if (frame->fault.empty()) {
                message = read_message(frame->body);
            } else {
                message.error = RpcError::parse_error;
                message.fault = std::move(frame->fault);
            }
            push(std::move(message));
        }
    }
    close();
}

std::optional<Message> Connection::take(std::optional<Clock::time_point> deadline)
{
    std::unique_lock lock(mutex_);
    const auto is_ready = [this] { return closed_ || !waiting_.empty(); };
    if (deadline)
        something_.wait_until(lock, *deadline, is_ready);
    else
        something_.wait(lock, is_ready);
    if (waiting_.empty())
        return std::nullopt;
    Message message = std::move(waiting_.front());
    waiting_.pop_front();
    if (is_edit(message))
        --edits_;
    return message;
}

bool Connection::closed() const
{
    const std::scoped_lock lock(mutex_);
    return closed_ && waiting_.empty();
}

bool Connection::edits_wait() const
{
    const std::scoped_lock lock(mutex_);
    return edits_ > 0 || closed_;
}

bool Connection::take_cancelled(const std::string& id)
{
    const std::scoped_lock lock(mutex_);
    return cancelled_.erase(id) > 0;
}

void Connection::send(std::string_view body)
{
    const std::string text = fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body);
    std::string_view rest = text;
    while (!rest.empty()) {
        const ssize_t count = ::write(out_, rest.data(), rest.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0) {
            close();
            return;
        }
        rest.remove_prefix(static_cast<std::size_t>(count));
    }
}

}

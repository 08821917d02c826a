// SPDX-License-Identifier: Apache-2.0
// Speaks with the agent itself, so that the keys are offered in the right order, and none that was not asked for.
#include "drivers/transport/ssh_agent.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

namespace rocelint {
namespace {

// Message numbers of draft-ietf-sshm-ssh-agent, section 6.1.
constexpr char agent_failure = 5;
constexpr char agent_list_request = 11;
constexpr char agent_list_answer = 12;
constexpr char agent_sign_request = 13;
constexpr std::size_t most_agent_bytes = std::size_t{256} << 10;
constexpr int agent_wait_ms = 50;

std::string be32(std::size_t number)
{
    std::string bytes(4, '\0');
    for (int at = 3; at >= 0; --at) {
        bytes[static_cast<std::size_t>(at)] = static_cast<char>(number & 0xFF);
        number >>= 8;
    }
    return bytes;
}

// Takes a number from the front of the bytes, or nothing if there are too few.
std::optional<std::size_t> take_be32(std::string_view& bytes)
{
    if (bytes.size() < 4)
        return std::nullopt;
    std::size_t number = 0;
    for (int at = 0; at < 4; ++at)
        number = (number << 8) | static_cast<unsigned char>(bytes[static_cast<std::size_t>(at)]);
    bytes.remove_prefix(4);
    return number;
}

// Takes a string with its length before it.
std::optional<std::string_view> take_string(std::string_view& bytes)
{
    const auto size = take_be32(bytes);
    if (!size || *size > bytes.size())
        return std::nullopt;
    const std::string_view text = bytes.substr(0, *size);
    bytes.remove_prefix(*size);
    return text;
}

bool send_all(int socket, std::string_view bytes, const SshAgent::GivenUp& given_up)
{
    while (!bytes.empty()) {
        pollfd wait{socket, POLLOUT, 0};
        if (::poll(&wait, 1, agent_wait_ms) <= 0) {
            if (given_up())
                return false;
            continue;
        }
        const ssize_t count = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count < 0 && errno != EAGAIN && errno != EINTR)
            return false;
        bytes.remove_prefix(count > 0 ? static_cast<std::size_t>(count) : 0);
    }
    return true;
}

bool receive_all(int socket, std::string& bytes, const SshAgent::GivenUp& given_up)
{
    std::size_t done = 0;
    while (done < bytes.size()) {
        pollfd wait{socket, POLLIN, 0};
        if (::poll(&wait, 1, agent_wait_ms) <= 0) {
            if (given_up())
                return false;
            continue;
        }
        const ssize_t count = ::recv(socket, bytes.data() + done, bytes.size() - done, MSG_DONTWAIT);
        if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR))
            return false;
        done += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
    return true;
}

// One message without its length; empty if none arrives.
std::string receive_message(int socket, const SshAgent::GivenUp& given_up)
{
    std::string length(4, '\0');
    if (!receive_all(socket, length, given_up))
        return {};
    std::string_view view = length;
    const std::size_t size = take_be32(view).value_or(0);
    if (size == 0 || size > most_agent_bytes)
        return {};
    std::string message(size, '\0');
    return receive_all(socket, message, given_up) ? message : std::string();
}

bool send_message(int socket, std::string_view message, const SshAgent::GivenUp& given_up)
{
    return send_all(socket, be32(message.size()).append(message), given_up);
}

}

std::unique_ptr<SshAgent> SshAgent::connect(const std::string& path, GivenUp given_up)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.empty() || path.size() >= sizeof address.sun_path)
        return nullptr;
    std::memcpy(address.sun_path, path.data(), path.size());
    Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (socket.get() < 0
        || ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        return nullptr;
    std::unique_ptr<SshAgent> agent(new SshAgent(std::move(socket), std::move(given_up)));
    return agent->list() ? std::move(agent) : nullptr;
}

SshAgent::SshAgent(Descriptor agent, GivenUp given_up)
    : agent_(std::move(agent)), given_up_(std::move(given_up))
{
}

SshAgent::~SshAgent()
{
    ends_ = true;
    if (thread_.joinable()) {
        ::shutdown(near_.get(), SHUT_RDWR);
        thread_.join();
    }
}

bool SshAgent::list()
{
    const std::string answer = ask(std::string(1, agent_list_request));
    std::string_view rest = answer;
    if (rest.empty() || rest.front() != agent_list_answer)
        return false;
    rest.remove_prefix(1);
    for (std::size_t left = take_be32(rest).value_or(0); left > 0; --left) {
        const auto key = take_string(rest);
        const auto comment = take_string(rest);
        if (!key || !comment)
            return false;
        keys_.emplace_back(*key);
    }
    return true;
}

std::string SshAgent::ask(const std::string& request)
{
    return send_message(agent_.get(), request, given_up_) ? receive_message(agent_.get(), given_up_)
                                                          : std::string();
}

void SshAgent::show(const std::string& key)
{
    const std::lock_guard lock(mutex_);
    shown_ = key;
}

int SshAgent::take_socket()
{
    int ends[2];
    if (thread_.joinable() || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return -1;
    near_ = Descriptor(ends[0]);
    thread_ = std::thread([this] { serve(); });
    return ends[1];
}

std::string SshAgent::answer(const std::string& request)
{
    if (request.front() == agent_list_request) {
        const std::lock_guard lock(mutex_);
        // One key, with an empty comment.
        return std::string(1, agent_list_answer)
            .append(be32(1))
            .append(be32(shown_.size()))
            .append(shown_)
            .append(be32(0));
    }
    std::string signature = request.front() == agent_sign_request ? ask(request) : std::string();
    return signature.empty() ? std::string(1, agent_failure) : signature;
}

void SshAgent::serve()
{
    const GivenUp ended = [this] { return ends_.load(); };
    while (!ends_) {
        const std::string request = receive_message(near_.get(), ended);
        if (request.empty() || !send_message(near_.get(), answer(request), ended))
            return;
    }
}

}

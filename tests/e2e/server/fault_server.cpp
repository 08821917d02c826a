// SPDX-License-Identifier: Apache-2.0
#include "tests/e2e/server/fault_server.h"

#include "tests/e2e/server/ssh_server.h"

#include <doctest/doctest.h>

#include <cstring>
#include <libssh/libssh.h>
#include <libssh/server.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

// The callbacks that replace libssh's message API do not support keyboard-interactive.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace rocelint::e2e {

FaultServer::FaultServer(Play play) : play_(play)
{
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    REQUIRE(::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) == 0);
    REQUIRE(::listen(listener_, 50) == 0);
    REQUIRE(::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) == 0);
    port_ = ntohs(address.sin_port);
    (void)keys();
    thread_ = std::thread([this] { run(); });
}

FaultServer::~FaultServer()
{
    ends_ = true;
    thread_.join();
    ::close(listener_);
}

void FaultServer::run()
{
    while (!ends_) {
        pollfd wait{listener_, POLLIN, 0};
        if (::poll(&wait, 1, 20) <= 0)
            continue;
        const int client = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
        if (client < 0)
            continue;
        ++clients_;
        if (play_ == Play::password || play_ == Play::questions)
            play_ssh(client);
        else
            play_raw(client);
    }
}

void FaultServer::play_raw(int client) const
{
    if (play_ == Play::drop)
        (void)::send(client, "SSH-2.0-Drop\r\n", 14, MSG_NOSIGNAL);
    if (play_ == Play::gibberish) {
        const std::string line(1000, 'x');
        for (int count = 0;
             count < 1000 && ::send(client, (line + "\r\n").data(), line.size() + 2, MSG_NOSIGNAL) > 0;
             ++count) { }
    }
    while (play_ != Play::drop && !ends_) {
        pollfd wait{client, POLLIN, 0};
        char byte[512];
        if (::poll(&wait, 1, 20) > 0 && ::recv(client, byte, sizeof byte, 0) <= 0)
            break;
    }
    ::close(client);
}

void FaultServer::play_ssh(int client)
{
    ssh_bind bind = ssh_bind_new();
    ssh_bind_options_set(bind, SSH_BIND_OPTIONS_HOSTKEY, keys().host.c_str());
    ssh_session session = ssh_new();
    bool in = false;
    if (ssh_bind_accept_fd(bind, session, client) == SSH_OK && ssh_handle_key_exchange(session) == SSH_OK) {
        ssh_set_auth_methods(
            session, play_ == Play::password ? SSH_AUTH_METHOD_PASSWORD : SSH_AUTH_METHOD_INTERACTIVE);
        while (ssh_message message = ssh_message_get(session)) {
            const int type = ssh_message_type(message);
            const int kind = ssh_message_subtype(message);
            if (type == SSH_REQUEST_AUTH && kind == SSH_AUTH_METHOD_PASSWORD && play_ == Play::password) {
                last_password_ = ssh_message_auth_password(message);
                ++passwords_;
                in = last_password_ == password;
                in ? ssh_message_auth_reply_success(message, 0) : ssh_message_reply_default(message);
            } else if (type == SSH_REQUEST_AUTH && kind == SSH_AUTH_METHOD_INTERACTIVE
                && play_ == Play::questions) {
                if (!ssh_message_auth_kbdint_is_response(message)) {
                    const char* prompts[] = {"Password: ", "Code: "};
                    char echo[] = {0, 1};
                    ssh_message_auth_interactive_request(message, "Login", "Two questions", 2, prompts, echo);
                } else {
                    ++passwords_;
                    in = ssh_userauth_kbdint_getnanswers(session) == 2
                        && std::strcmp(ssh_userauth_kbdint_getanswer(session, 0), password) == 0
                        && std::strcmp(ssh_userauth_kbdint_getanswer(session, 1), "42") == 0;
                    in ? ssh_message_auth_reply_success(message, 0) : ssh_message_reply_default(message);
                }
            } else {
                if (type == SSH_REQUEST_AUTH)
                    ssh_message_auth_set_methods(message,
                        play_ == Play::password ? SSH_AUTH_METHOD_PASSWORD : SSH_AUTH_METHOD_INTERACTIVE);
                ssh_message_reply_default(message);
            }
            ssh_message_free(message);
        }
    }
    ssh_disconnect(session);
    ssh_free(session);
    ssh_bind_free(bind);
}

}

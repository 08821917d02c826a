// SPDX-License-Identifier: Apache-2.0
// Logs in with the methods that OpenSSH would use, in the same order. libssh may neither prompt on the
// terminal nor read files by itself. A refusal lists what was tried and what the device would have accepted.
#include "drivers/transport/connection.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <libssh/libssh.h>

namespace rocelint {
namespace {

// One login. Records the methods tried, for the refusal message.
class Login {
public:
    Login(const Connection& connection,
        const Endpoint& endpoint,
        SocketWatch::Guard& guard,
        std::chrono::steady_clock::duration& asked)
        : handle_(connection.handle), endpoint_(endpoint), guard_(guard), asked_(asked)
    {
    }

    Result<void> run()
    {
        const int none = ssh_userauth_none(handle_, nullptr);
        if (none == SSH_AUTH_SUCCESS)
            return {};
        if (none == SSH_AUTH_ERROR)
            return refusal();
        const auto methods = static_cast<unsigned>(ssh_userauth_list(handle_, nullptr));
        bool in = false;
        if (methods & SSH_AUTH_METHOD_PUBLICKEY)
            in = with_agent() || with_keys();
        if (!in && (methods & SSH_AUTH_METHOD_INTERACTIVE))
            in = with_questions();
        if (!in && (methods & SSH_AUTH_METHOD_PASSWORD) && !password_sent_)
            in = with_password();
        if (in)
            return {};
        offered_ = static_cast<int>(methods);
        return refusal();
    }

private:
    struct KeyQuestion {
        Login& login;
        const std::string& file;
        bool asked = false;
    };

    bool with_agent()
    {
        if (endpoint_.agent_socket.empty() || !alive())
            return false;
        tried_.emplace_back("the agent's keys");
        return ssh_userauth_agent(handle_, nullptr) == SSH_AUTH_SUCCESS;
    }

    bool with_keys()
    {
        return std::any_of(endpoint_.identity_files.begin(),
            endpoint_.identity_files.end(),
            [&](const std::string& file) { return alive() && with_key(file); });
    }

    bool with_key(const std::string& file)
    {
        // If the public key file exists, ask the server first whether it accepts the key, so that no
        // passphrase is asked for in vain.
        ssh_key half = nullptr;
        if (ssh_pki_import_pubkey_file((file + ".pub").c_str(), &half) == SSH_OK) {
            const int wanted = ssh_userauth_try_publickey(handle_, nullptr, half);
            ssh_key_free(half);
            if (wanted != SSH_AUTH_SUCCESS) {
                tried_.push_back(fmt::format("key {} (not accepted)", file));
                return false;
            }
        }
        KeyQuestion question{*this, file};
        ssh_key key = nullptr;
        const int read
            = ssh_pki_import_privkey_file(file.c_str(), nullptr, answer_passphrase, &question, &key);
        if (read != SSH_OK) {
            tried_.push_back(fmt::format("key {} ({})",
                file,
                read == SSH_EOF      ? "cannot be read"
                    : question.asked ? "wrong or no passphrase"
                                     : "not a private key"));
            return false;
        }
        tried_.push_back(fmt::format("key {}", file));
        const int result = ssh_userauth_publickey(handle_, nullptr, key);
        ssh_key_free(key);
        return result == SSH_AUTH_SUCCESS;
    }

    // Without this callback the library, or OpenSSL below it, would prompt on the terminal.
    static int answer_passphrase(const char*, char* buffer, std::size_t size, int, int, void* data)
    {
        auto& question = *static_cast<KeyQuestion*>(data);
        question.asked = true;
        const auto answer = question.login.ask(SecretQuestion::Kind::passphrase, question.file);
        if (!answer || answer->size() + 1 > size)
            return -1;
        std::memcpy(buffer, answer->c_str(), answer->size() + 1);
        return 0;
    }

    std::optional<std::string> ask(SecretQuestion::Kind kind, std::string text)
    {
        if (!endpoint_.ask)
            return std::nullopt;
        guard_.stop_clock();
        auto answer = endpoint_.ask({kind, endpoint_.name, endpoint_.user, std::move(text)});
        asked_ += guard_.start_clock();
        return answer;
    }

    bool with_questions()
    {
        if (!endpoint_.ask || !alive())
            return false;
        tried_.emplace_back("keyboard-interactive");
        int result = ssh_userauth_kbdint(handle_, nullptr, nullptr);
        // Give up on a server that never stops asking.
        for (int round = 0; result == SSH_AUTH_INFO && round < 10; ++round) {
            const int count = ssh_userauth_kbdint_getnprompts(handle_);
            for (int prompt = 0; prompt < count; ++prompt) {
                const auto number = static_cast<unsigned>(prompt);
                char echo = 0;
                const char* words = ssh_userauth_kbdint_getprompt(handle_, number, &echo);
                const bool is_password = !echo && words && std::strstr(words, "assword");
                const auto answer
                    = ask(is_password ? SecretQuestion::Kind::password : SecretQuestion::Kind::other,
                        words ? words : "");
                if (!answer)
                    return false;
                password_sent_ = password_sent_ || is_password;
                ssh_userauth_kbdint_setanswer(handle_, number, answer->c_str());
            }
            result = ssh_userauth_kbdint(handle_, nullptr, nullptr);
        }
        return result == SSH_AUTH_SUCCESS;
    }

    bool with_password()
    {
        const auto answer = ask(SecretQuestion::Kind::password, {});
        if (!answer || !alive())
            return false;
        tried_.emplace_back("the password");
        return ssh_userauth_password(handle_, nullptr, answer->c_str()) == SSH_AUTH_SUCCESS;
    }

    [[nodiscard]] bool alive() const { return ssh_is_connected(handle_) != 0; }

    [[nodiscard]] std::string offered() const
    {
        std::string text;
        const auto add = [&](int method, std::string_view name) {
            if (offered_ & method)
                add_item(text, name);
        };
        add(SSH_AUTH_METHOD_PUBLICKEY, "publickey");
        add(SSH_AUTH_METHOD_INTERACTIVE, "keyboard-interactive");
        add(SSH_AUTH_METHOD_PASSWORD, "password");
        return text.empty() ? "nothing that we have" : text;
    }

    [[nodiscard]] tl::unexpected<Error> refusal() const
    {
        const std::string tried = tried_.empty() ? std::string("nothing: no key, no agent, no password")
                                                 : fmt::format("{}", fmt::join(tried_, ", "));
        if (!alive())
            return fail(ErrorKind::refused,
                fmt::format("{}: the device closed the connection while {} logged in; tried {}",
                    endpoint_.name,
                    endpoint_.user,
                    tried));
        return fail(ErrorKind::refused,
            fmt::format("{}: the login of {} was refused; the device accepts {}; tried {}",
                endpoint_.name,
                endpoint_.user,
                offered(),
                tried));
    }

    ssh_session handle_;
    const Endpoint& endpoint_;
    SocketWatch::Guard& guard_;
    std::chrono::steady_clock::duration& asked_;
    std::vector<std::string> tried_;
    int offered_ = 0;
    bool password_sent_ = false;
};

}

Result<void> authenticate(const Connection& connection,
    const Endpoint& endpoint,
    SocketWatch::Guard& guard,
    std::chrono::steady_clock::duration& asked)
{
    return Login(connection, endpoint, guard, asked).run();
}

}

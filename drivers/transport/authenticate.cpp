// SPDX-License-Identifier: Apache-2.0
// Logs in with the methods that OpenSSH would use, and offers the named keys first: a server
// counts each key that it does not want, and ends the connection after a few (MaxAuthTries in sshd_config(5)).
// libssh may neither prompt on the terminal nor read files by itself. A refusal lists what was tried and what
// the device would have accepted.
#include "drivers/transport/connection.h"
#include "drivers/transport/ssh_agent.h"
#include "models/text/ascii.h"
#include "models/text/base64.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <libssh/libssh.h>
#include <poll.h>

namespace rocelint {
namespace {

// The library waits for an answer until its timeout even if the server has ended the connection (libssh
// 0.10.6: a disconnect leaves the state of the login as it was). So it does not wait here; we do.
class WithoutBlocking {
public:
    explicit WithoutBlocking(ssh_session handle) : handle_(handle) { ssh_set_blocking(handle, 0); }
    ~WithoutBlocking() { ssh_set_blocking(handle_, 1); }
    WithoutBlocking(const WithoutBlocking&) = delete;
    WithoutBlocking& operator=(const WithoutBlocking&) = delete;

private:
    ssh_session handle_;
};

int method_bit(LoginMethod method)
{
    switch (method) {
    case LoginMethod::public_key:
        return SSH_AUTH_METHOD_PUBLICKEY;
    case LoginMethod::keyboard_interactive:
        return SSH_AUTH_METHOD_INTERACTIVE;
    case LoginMethod::password:
        return SSH_AUTH_METHOD_PASSWORD;
    }
    return 0;
}

// What a server says when it ends the connection (RFC 4253 section 11.1), on one line; empty if it said nothing.
std::string parting_words(std::string_view error)
{
    static constexpr std::string_view mark = "SSH_MSG_DISCONNECT: ";
    const std::size_t begin = error.find(mark);
    if (begin == std::string_view::npos)
        return {};
    error.remove_prefix(begin + mark.size());
    error.remove_prefix(std::min(error.find(':') + 1, error.size()));
    std::string words(error.substr(0, 200));
    std::replace_if(
        words.begin(), words.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; }, ' ');
    return std::string(ascii::trimmed(words, ascii::is_blank));
}

// One login. Records the methods tried, for the refusal message.
class Login {
public:
    Login(const Connection& connection,
        const Endpoint& endpoint,
        SocketWatch::Guard& guard,
        std::chrono::steady_clock::duration& asked)
        : connection_(connection)
        , handle_(connection.handle)
        , endpoint_(endpoint)
        , guard_(guard)
        , asked_(asked)
    {
    }

    Result<void> run()
    {
        const WithoutBlocking scope(handle_);
        if (answered([&] { return ssh_userauth_none(handle_, nullptr); }) == SSH_AUTH_SUCCESS)
            return {};
        for (const LoginMethod method : endpoint_.methods) {
            if (!alive())
                break;
            offered_ = ssh_userauth_list(handle_, nullptr);
            if ((offered_ & method_bit(method)) != 0 && is_let_in_by(method))
                return {};
        }
        return refusal();
    }

private:
    struct KeyQuestion {
        Login& login;
        const std::string& file;
        bool asked = false;
    };

    // The result of a call of the library that waits for the server's answer.
    template <class Call>
    int answered(const Call& call)
    {
        while (true) {
            const int result = call();
            if (result != SSH_AUTH_AGAIN || !alive())
                return heard(result);
            pollfd wait{connection_.socket.get(), POLLIN, 0};
            ::poll(&wait, 1, 50);
            if (guard_.strike() != SocketWatch::Strike::none)
                return heard(SSH_AUTH_AGAIN);
        }
    }

    int heard(int result)
    {
        if (!alive() && parting_words_.empty())
            parting_words_ = parting_words(ssh_get_error(handle_));
        unanswered_ = unanswered_ || result == SSH_AUTH_AGAIN || !alive();
        return result == SSH_AUTH_AGAIN ? SSH_AUTH_ERROR : result;
    }

    // After a silent agent or user: an end of the time, or a cancellation, is why.
    void note_strike() { unanswered_ = unanswered_ || guard_.strike() != SocketWatch::Strike::none; }

    bool is_let_in_by(LoginMethod method)
    {
        switch (method) {
        case LoginMethod::public_key:
            return with_public_keys();
        case LoginMethod::keyboard_interactive:
            return with_questions();
        case LoginMethod::password:
            return !password_sent_ && with_password();
        }
        return false;
    }

    bool with_public_keys()
    {
        agent_ = SshAgent::connect(
            endpoint_.agent_socket, [this] { return guard_.strike() != SocketWatch::Strike::none; });
        note_strike();
        const bool all = agent_ && !endpoint_.identities_only;
        if (all && endpoint_.default_identities)
            return with_agent() || with_key_files();
        return with_key_files() || (all && with_agent());
    }

    // All keys of the agent that were not offered yet.
    bool with_agent()
    {
        std::size_t count = 0;
        bool in = false;
        for (const std::string& blob : agent_->keys()) {
            const std::string base64 = base64_of(blob);
            if (in || !alive())
                break;
            if (was_offered(base64))
                continue;
            if (ssh_key key = public_key(blob, base64)) {
                ++count;
                in = is_wanted(key, base64) && is_signed_by_agent(blob);
                ssh_key_free(key);
            }
        }
        if (count > 0)
            tried_.push_back(counted(count, "key").append(" of the agent"));
        return in;
    }

    // Null for a key of a type that the library does not know.
    static ssh_key public_key(std::string_view blob, const std::string& base64)
    {
        if (blob.size() < 4)
            return nullptr;
        const std::string name(blob.substr(4, static_cast<unsigned char>(blob[3])));
        ssh_key key = nullptr;
        const bool read
            = ssh_pki_import_pubkey_base64(base64.c_str(), ssh_key_type_from_name(name.c_str()), &key)
            == SSH_OK;
        return read ? key : nullptr;
    }

    [[nodiscard]] bool was_offered(const std::string& base64) const
    {
        return std::find(offered_keys_.begin(), offered_keys_.end(), base64) != offered_keys_.end();
    }

    // Asks the server whether it accepts this key.
    bool is_wanted(ssh_key key, const std::string& base64)
    {
        offered_keys_.push_back(base64);
        return answered([&] { return ssh_userauth_try_publickey(handle_, nullptr, key); })
            == SSH_AUTH_SUCCESS;
    }

    bool is_signed_by_agent(const std::string& blob)
    {
        agent_->show(blob);
        if (!agent_in_use_) {
            const int socket = agent_->take_socket();
            agent_in_use_ = socket >= 0 && ssh_set_agent_socket(handle_, socket) == SSH_OK;
        }
        const bool in = agent_in_use_
            && answered([&] { return ssh_userauth_agent(handle_, nullptr); }) == SSH_AUTH_SUCCESS;
        if (!in)
            note_strike();
        return in;
    }

    // The agent's copy of the key in this file.
    [[nodiscard]] const std::string* key_of_agent(const std::string& base64) const
    {
        if (!agent_)
            return nullptr;
        const auto found = std::find_if(agent_->keys().begin(),
            agent_->keys().end(),
            [&](const std::string& blob) { return base64_of(blob) == base64; });
        return found == agent_->keys().end() ? nullptr : &*found;
    }

    bool with_key_files()
    {
        return std::any_of(endpoint_.identity_files.begin(),
            endpoint_.identity_files.end(),
            [&](const std::string& file) { return alive() && with_key_file(file); });
    }

    // The public half of a key: from its own file, or from a private one in OpenSSH's format.
    static ssh_key public_half(const std::string& file)
    {
        ssh_key half = nullptr;
        if (ssh_pki_import_pubkey_file((file + ".pub").c_str(), &half) == SSH_OK
            || ssh_pki_import_pubkey_file(file.c_str(), &half) == SSH_OK)
            return half;
        return nullptr;
    }

    bool with_key_file(const std::string& file)
    {
        // The server is asked first whether it accepts the key, so that no passphrase is asked for in vain.
        if (ssh_key half = public_half(file)) {
            std::string base64;
            char* text = nullptr;
            if (ssh_pki_export_pubkey_base64(half, &text) == SSH_OK) {
                base64 = text;
                ssh_string_free_char(text);
            }
            const bool known = was_offered(base64);
            const bool wanted = !known && is_wanted(half, base64);
            ssh_key_free(half);
            if (!wanted) {
                if (!known)
                    tried_.push_back(fmt::format("key {} (not accepted)", file));
                return false;
            }
            if (const std::string* blob = key_of_agent(base64)) {
                tried_.push_back(fmt::format("key {} of the agent", file));
                if (is_signed_by_agent(*blob))
                    return true;
                if (!alive())
                    return false;
            }
        }
        return with_private_key(file);
    }

    bool with_private_key(const std::string& file)
    {
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
        const int result = answered([&] { return ssh_userauth_publickey(handle_, nullptr, key); });
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
        if (!endpoint_.ask || guard_.strike() == SocketWatch::Strike::cancelled)
            return std::nullopt;
        guard_.stop_clock();
        auto answer = endpoint_.ask({kind, endpoint_.name, endpoint_.user, std::move(text)});
        asked_ += guard_.start_clock();
        if (!answer)
            note_strike();
        return answer;
    }

    bool with_questions()
    {
        if (!endpoint_.ask || !alive())
            return false;
        tried_.emplace_back("keyboard-interactive");
        const auto send = [&] { return ssh_userauth_kbdint(handle_, nullptr, nullptr); };
        int result = answered(send);
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
            result = answered(send);
        }
        return result == SSH_AUTH_SUCCESS;
    }

    bool with_password()
    {
        const auto answer = ask(SecretQuestion::Kind::password, {});
        if (!answer || !alive())
            return false;
        tried_.emplace_back("the password");
        return answered([&] { return ssh_userauth_password(handle_, nullptr, answer->c_str()); })
            == SSH_AUTH_SUCCESS;
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
        if (guard_.strike() == SocketWatch::Strike::cancelled)
            return connection_.failure(guard_, "logging in");
        // Words with which the device ended the connection are an answer, whatever time it was.
        if (unanswered_ && parting_words_.empty() && guard_.strike() != SocketWatch::Strike::none)
            return connection_.failure(guard_, "logging in");
        const std::string tried = tried_.empty() ? std::string("nothing: no key, no agent, no password")
                                                 : fmt::format("{}", fmt::join(tried_, ", "));
        if (!alive())
            return fail(ErrorKind::refused,
                fmt::format("{}: the device closed the connection while {} logged in{}{}; tried {}{}",
                    endpoint_.name,
                    endpoint_.user,
                    parting_words_.empty() ? "" : ": ",
                    parting_words_,
                    tried,
                    offered_keys_.size() > 1
                        ? "; name the right key in the inventory or ~/.ssh/config, with IdentitiesOnly yes"
                        : ""));
        return fail(ErrorKind::refused,
            fmt::format("{}: the login of {} was refused; the device accepts {}; tried {}",
                endpoint_.name,
                endpoint_.user,
                offered(),
                tried));
    }

    const Connection& connection_;
    ssh_session handle_;
    const Endpoint& endpoint_;
    SocketWatch::Guard& guard_;
    std::chrono::steady_clock::duration& asked_;
    std::unique_ptr<SshAgent> agent_;
    std::vector<std::string> tried_;
    std::vector<std::string> offered_keys_; ///< public keys, in base64
    std::string parting_words_;
    int offered_ = 0;
    bool agent_in_use_ = false;
    bool password_sent_ = false;
    bool unanswered_ = false;
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

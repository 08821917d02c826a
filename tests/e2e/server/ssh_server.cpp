// SPDX-License-Identifier: Apache-2.0
#include "tests/e2e/server/ssh_server.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <unistd.h>

namespace rocelint::e2e {
namespace {

std::string first_two_words(const std::string& line)
{
    return line.substr(0, line.find(' ', line.find(' ') + 1));
}

Keys make_keys(const Folder& folder)
{
    Keys made;
    made.user = make_key(folder, "user");
    made.encrypted = make_key(folder, "encrypted", Keys::passphrase);
    made.stranger = make_key(folder, "stranger");
    made.host = make_key(folder, "host");
    made.user_public = file_text(made.user + ".pub");
    made.host_public = first_two_words(file_text(made.host + ".pub"));
    made.other_host_public = first_two_words(file_text(make_key(folder, "other-host") + ".pub"));
    made.authorized_keys
        = folder.write("authorized_keys", made.user_public + file_text(made.encrypted + ".pub"));
    return made;
}

}

std::string make_key(const Folder& folder, const std::string& name, const std::string& passphrase)
{
    std::string file = folder.path(name);
    run_tool({"/usr/bin/ssh-keygen", "-q", "-t", "ed25519", "-N", passphrase, "-C", name, "-f", file});
    return file;
}

const Keys& keys()
{
    static const Folder folder;
    static const Keys made = make_keys(folder);
    return made;
}

std::string known_hosts_line(std::uint16_t port, const std::string& public_key)
{
    return fmt::format("[127.0.0.1]:{} {}\n", port, public_key);
}

SshServer::SshServer(const SshServerOptions& options)
{
    // sshd's privilege separation directory, which Debian's service would create.
    if (::getuid() == 0)
        std::filesystem::create_directories("/run/sshd");
    for (int attempt = 0; attempt < 5; ++attempt) {
        port_ = options.port ? options.port : free_port();
        std::string config
            = fmt::format("Port {}\nListenAddress 127.0.0.1\nHostKey {}\nAuthorizedKeysFile {}\n"
                          "PidFile none\nStrictModes no\nUsePAM no\nPermitRootLogin yes\nPrintMotd no\n"
                          "PrintLastLog no\nPasswordAuthentication no\nKbdInteractiveAuthentication no\n"
                          "MaxStartups 200:30:300\nMaxSessions 200\nSubsystem sftp internal-sftp\n",
                port_,
                keys().host,
                keys().authorized_keys);
        for (const std::string& line : options.lines)
            config += line + '\n';
        // With SHLVL above 1, bash started by a remote shell daemon does not read the ~/.bashrc of the user who runs the tests,
        // which may take long or print something (bash(1), INVOCATION).
        config += fmt::format("SetEnv SHLVL=5 {}\n", fmt::join(options.environment, " "));
        if (!options.force_command.empty())
            config += fmt::format("ForceCommand {}\n", options.force_command);
        process_ = std::make_unique<Process>(
            std::vector<std::string>{
                "/usr/sbin/sshd", "-D", "-e", "-f", folder_.write("sshd_config", config)},
            std::vector<std::string>{},
            folder_.path("sshd.log"));
        if (wait_for([&] { return !process_->running() || accepts_connections(port_); })
            && process_->running())
            break;
    }
    INFO(log());
    REQUIRE(process_->running());
    folder_.write("known_hosts", known_hosts_line(port_, keys().host_public));
}

Endpoint SshServer::endpoint(const std::string& name) const
{
    Endpoint endpoint;
    endpoint.name = name;
    endpoint.host = "127.0.0.1";
    endpoint.port = port_;
    endpoint.user = user_name();
    endpoint.identity_files = {keys().user};
    endpoint.known_hosts = folder_.path("known_hosts");
    // Only a failure takes this long; tests of timeouts set their own.
    endpoint.connect_timeout = std::chrono::seconds(60);
    endpoint.command_timeout = std::chrono::seconds(120);
    return endpoint;
}

}

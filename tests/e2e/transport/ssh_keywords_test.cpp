// SPDX-License-Identifier: Apache-2.0
#include "drivers/transport/ssh_config/ssh_keywords.h"
#include "tests/e2e/process.h"

#include <doctest/doctest.h>

#include <sstream>

namespace rocelint::e2e {
namespace {

// The keywords of ssh_config(5) of OpenSSH 9.2, and those of Debian's version of it.
constexpr std::string_view manual_keywords
    = "Host Match AddKeysToAgent AddressFamily BatchMode BindAddress BindInterface CanonicalDomains "
      "CanonicalizeFallbackLocal CanonicalizeHostname CanonicalizeMaxDots CanonicalizePermittedCNAMEs "
      "CASignatureAlgorithms CertificateFile CheckHostIP Ciphers ClearAllForwardings Compression "
      "ConnectionAttempts ConnectTimeout ControlMaster ControlPath ControlPersist DynamicForward "
      "EnableEscapeCommandline EnableSSHKeysign EscapeChar ExitOnForwardFailure FingerprintHash "
      "ForkAfterAuthentication ForwardAgent ForwardX11 ForwardX11Timeout ForwardX11Trusted GatewayPorts "
      "GlobalKnownHostsFile GSSAPIAuthentication GSSAPIClientIdentity GSSAPIDelegateCredentials "
      "GSSAPIKexAlgorithms GSSAPIKeyExchange GSSAPIRenewalForcesRekey GSSAPIServerIdentity GSSAPITrustDns "
      "HashKnownHosts HostbasedAcceptedAlgorithms HostbasedAuthentication HostKeyAlgorithms HostKeyAlias "
      "Hostname IdentitiesOnly IdentityAgent IdentityFile IgnoreUnknown Include IPQoS "
      "KbdInteractiveAuthentication KbdInteractiveDevices KexAlgorithms KnownHostsCommand LocalCommand "
      "LocalForward LogLevel LogVerbose MACs NoHostAuthenticationForLocalhost NumberOfPasswordPrompts "
      "PasswordAuthentication PermitLocalCommand PermitRemoteOpen PKCS11Provider Port "
      "PreferredAuthentications ProxyCommand ProxyJump ProxyUseFdpass PubkeyAcceptedAlgorithms "
      "PubkeyAuthentication RekeyLimit RemoteCommand RemoteForward RequestTTY RequiredRSASize "
      "RevokedHostKeys SecurityKeyProvider SendEnv ServerAliveCountMax ServerAliveInterval SessionType "
      "SetEnv StdinNull StreamLocalBindMask StreamLocalBindUnlink StrictHostKeyChecking SyslogFacility "
      "TCPKeepAlive Tunnel TunnelDevice UpdateHostKeys User UserKnownHostsFile VerifyHostKeyDNS "
      "VisualHostKey XAuthLocation";

TEST_CASE("every keyword of ssh_config(5) is honoured, without effect for a reason, or refused with advice")
{
    std::istringstream words{std::string(manual_keywords)};
    std::size_t count = 0;
    for (std::string name; words >> name; ++count) {
        CAPTURE(name);
        const SshKeyword* keyword = find_ssh_keyword(name);
        REQUIRE(keyword != nullptr);
        CHECK(keyword->name == name);
        CHECK(keyword->text.empty() == (keyword->use == SshKeywordUse::honoured));
    }
    CHECK(ssh_keywords().size() == count);
    // What the ssh of this machine prints of its own settings.
    std::istringstream lines(run_tool({"/usr/bin/ssh", "-T", "-G", "-F", "/dev/null", "leaf1"}));
    for (std::string line; std::getline(lines, line);) {
        const std::string name = line.substr(0, line.find(' '));
        CHECK_MESSAGE(find_ssh_keyword(name) != nullptr, name);
    }
    const std::string page = file_text(ROCELINT_SOURCE_DIR "/docs/security.md");
    for (const SshKeyword& keyword : ssh_keywords()) {
        if (keyword.use != SshKeywordUse::without_effect)
            CHECK_MESSAGE(holds(page, '`' + std::string(keyword.name) + '`'), keyword.name);
    }
}

}
}

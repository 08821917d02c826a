// SPDX-License-Identifier: Apache-2.0
// Every keyword stands here, so that none is passed over in silence: ssh_config(5) of OpenSSH 9.2 for the manual's,
// readconf.c of the same release for older names.
#include "drivers/transport/ssh_config/ssh_keywords.h"

#include "models/text/ascii.h"
#include "models/text/nearest.h"

#include <algorithm>
#include <array>

namespace rocelint {
namespace {

using enum SshKeywordUse;

constexpr std::string_view no_forwarding = "rocelint forwards no ports, agents, displays or networks";
constexpr std::string_view no_sharing = "rocelint makes a connection of its own for each device";
constexpr std::string_view no_terminal = "it is about a session that a person types in";
constexpr std::string_view no_writing = "rocelint writes nothing to known_hosts";
constexpr std::string_view no_gssapi
    = "rocelint does not log in with Kerberos; the other methods are tried, and a refusal lists them";
constexpr std::string_view no_hostbased
    = "rocelint does not log in as a host; the other methods are tried, and a refusal lists them";
constexpr std::string_view no_canonical
    = "without CanonicalizeHostname no name is rewritten, and that is refused by itself";
constexpr std::string_view own_timers
    = "rocelint probes an idle connection every 15 s and gives it up after 30 s";
constexpr std::string_view write_hostname = "write the full name with HostName";

constexpr std::array ssh_keyword_rows{
    SshKeyword{"Host"},
    SshKeyword{"Match"},
    SshKeyword{"AddKeysToAgent", without_effect, "rocelint adds no key to an agent"},
    SshKeyword{"AddressFamily"},
    SshKeyword{"BatchMode", without_effect, "rocelint asks only where there is a terminal"},
    SshKeyword{"BindAddress", refused, "let the routing table choose the source address"},
    SshKeyword{"BindInterface", refused, "let the routing table choose the interface"},
    SshKeyword{"CanonicalDomains", without_effect, no_canonical},
    SshKeyword{"CanonicalizeFallbackLocal", without_effect, no_canonical},
    SshKeyword{"CanonicalizeHostname", refused, write_hostname, "no false"},
    SshKeyword{"CanonicalizeMaxDots", without_effect, no_canonical},
    SshKeyword{"CanonicalizePermittedCNAMEs", without_effect, no_canonical},
    SshKeyword{"CASignatureAlgorithms", without_effect, "no certificate vouches for a host key here"},
    SshKeyword{"CertificateFile",
        refused,
        "certificates are not supported: name a plain key that the device accepts with IdentityFile",
        "none"},
    SshKeyword{"CheckHostIP", refused, "host keys are looked up by name only: remove it", "no false"},
    SshKeyword{"Ciphers"},
    SshKeyword{"ClearAllForwardings", without_effect, no_forwarding},
    SshKeyword{
        "Compression", without_effect, "configurations are small; rocelint does not ask for compression"},
    SshKeyword{"ConnectionAttempts", without_effect, "--retries says how often a connection is tried"},
    SshKeyword{"ConnectTimeout", without_effect, "--connect-timeout says how long a connection may take"},
    SshKeyword{"ControlMaster", without_effect, no_sharing},
    SshKeyword{"ControlPath", without_effect, no_sharing},
    SshKeyword{"ControlPersist", without_effect, no_sharing},
    SshKeyword{"DynamicForward", without_effect, no_forwarding},
    SshKeyword{"EnableEscapeCommandline", without_effect, no_terminal},
    SshKeyword{"EnableSSHKeysign", without_effect, no_hostbased},
    SshKeyword{"EscapeChar", without_effect, no_terminal},
    SshKeyword{"ExitOnForwardFailure", without_effect, no_forwarding},
    SshKeyword{"FingerprintHash", without_effect, "rocelint shows fingerprints as SHA256"},
    SshKeyword{"ForkAfterAuthentication", without_effect, no_terminal},
    SshKeyword{"ForwardAgent", without_effect, no_forwarding},
    SshKeyword{"ForwardX11", without_effect, no_forwarding},
    SshKeyword{"ForwardX11Timeout", without_effect, no_forwarding},
    SshKeyword{"ForwardX11Trusted", without_effect, no_forwarding},
    SshKeyword{"GatewayPorts", without_effect, no_forwarding},
    SshKeyword{"GlobalKnownHostsFile"},
    SshKeyword{"GSSAPIAuthentication", without_effect, no_gssapi},
    SshKeyword{"GSSAPIClientIdentity", without_effect, no_gssapi},
    SshKeyword{"GSSAPIDelegateCredentials", without_effect, no_gssapi},
    SshKeyword{"GSSAPIKexAlgorithms", without_effect, no_gssapi},
    SshKeyword{"GSSAPIKeyExchange", without_effect, no_gssapi},
    SshKeyword{"GSSAPIRenewalForcesRekey", without_effect, no_gssapi},
    SshKeyword{"GSSAPIServerIdentity", without_effect, no_gssapi},
    SshKeyword{"GSSAPITrustDns", without_effect, no_gssapi},
    SshKeyword{"HashKnownHosts", without_effect, no_writing},
    SshKeyword{"HostbasedAcceptedAlgorithms", without_effect, no_hostbased},
    SshKeyword{"HostbasedAuthentication", without_effect, no_hostbased},
    SshKeyword{"HostKeyAlgorithms"},
    SshKeyword{"HostKeyAlias"},
    SshKeyword{"Hostname"},
    SshKeyword{"IdentitiesOnly"},
    SshKeyword{"IdentityAgent"},
    SshKeyword{"IdentityFile"},
    SshKeyword{"IgnoreUnknown"},
    SshKeyword{"Include"},
    SshKeyword{"IPQoS", without_effect, "rocelint leaves the DSCP of its own packets as the system has it"},
    SshKeyword{"KbdInteractiveAuthentication"},
    SshKeyword{"KbdInteractiveDevices", without_effect, "the device chooses how it asks"},
    SshKeyword{"KexAlgorithms"},
    SshKeyword{
        "KnownHostsCommand", refused, "no program is run: write the host keys into known_hosts", "none"},
    SshKeyword{"LocalCommand", without_effect, "rocelint runs no program when it connects"},
    SshKeyword{"LocalForward", without_effect, no_forwarding},
    SshKeyword{"LogLevel", without_effect, "rocelint has reports of its own"},
    SshKeyword{"LogVerbose", without_effect, "rocelint has reports of its own"},
    SshKeyword{"MACs"},
    SshKeyword{"NoHostAuthenticationForLocalhost", without_effect, "host keys are always checked"},
    SshKeyword{
        "NumberOfPasswordPrompts", without_effect, "a password is sent once, so that no account is locked"},
    SshKeyword{"PasswordAuthentication"},
    SshKeyword{"PermitLocalCommand", without_effect, "rocelint runs no program when it connects"},
    SshKeyword{"PermitRemoteOpen", without_effect, no_forwarding},
    SshKeyword{"PKCS11Provider", refused, "load the keys of the token into the agent (ssh-add -s)", "none"},
    SshKeyword{"Port"},
    SshKeyword{"PreferredAuthentications"},
    SshKeyword{"ProxyCommand", refused, "no program is run: use ProxyJump", "none"},
    SshKeyword{"ProxyJump"},
    SshKeyword{"ProxyUseFdpass", without_effect, "it belongs to ProxyCommand, which is refused by itself"},
    SshKeyword{"PubkeyAcceptedAlgorithms"},
    SshKeyword{"PubkeyAuthentication"},
    SshKeyword{"RekeyLimit", without_effect, "libssh renews keys within the limits of RFC 4344"},
    SshKeyword{"RemoteCommand", without_effect, "rocelint sends commands of its own"},
    SshKeyword{"RemoteForward", without_effect, no_forwarding},
    SshKeyword{"RequestTTY", without_effect, "rocelint asks for a terminal where the platform needs one"},
    SshKeyword{"RequiredRSASize"},
    SshKeyword{"RevokedHostKeys", refused, "list the keys as @revoked in known_hosts", "none"},
    SshKeyword{"SecurityKeyProvider", without_effect, "keys of tokens are used through the agent"},
    SshKeyword{"SendEnv", without_effect, "rocelint sends no variables"},
    SshKeyword{"ServerAliveCountMax", without_effect, own_timers},
    SshKeyword{"ServerAliveInterval", without_effect, own_timers},
    SshKeyword{
        "SessionType", without_effect, "rocelint asks for the kind of session that the platform needs"},
    SshKeyword{"SetEnv", without_effect, "rocelint sends no variables"},
    SshKeyword{"StdinNull", without_effect, no_terminal},
    SshKeyword{"StreamLocalBindMask", without_effect, no_forwarding},
    SshKeyword{"StreamLocalBindUnlink", without_effect, no_forwarding},
    SshKeyword{"StrictHostKeyChecking", without_effect, "an unknown or changed host key is always refused"},
    SshKeyword{"SyslogFacility", without_effect, "rocelint has reports of its own"},
    SshKeyword{"TCPKeepAlive", without_effect, own_timers},
    SshKeyword{"Tunnel", without_effect, no_forwarding},
    SshKeyword{"TunnelDevice", without_effect, no_forwarding},
    SshKeyword{"UpdateHostKeys", without_effect, no_writing},
    SshKeyword{"User"},
    SshKeyword{"UserKnownHostsFile"},
    SshKeyword{"VerifyHostKeyDNS", without_effect, "DNS vouches for no host key here"},
    SshKeyword{"VisualHostKey", without_effect, "rocelint shows fingerprints as SHA256"},
    SshKeyword{"XAuthLocation", without_effect, no_forwarding},
};

// OpenSSH does nothing with these either, except that it says so.
constexpr SshKeyword obsolete_keyword{"", without_effect, "OpenSSH 9.2 has it no more"};

struct OlderName {
    std::string_view older;
    std::string_view name; ///< empty: obsolete
};

constexpr std::array older_keyword_names{
    OlderName{"challengeresponseauthentication", "KbdInteractiveAuthentication"},
    OlderName{"skeyauthentication", "KbdInteractiveAuthentication"},
    OlderName{"tisauthentication", "KbdInteractiveAuthentication"},
    OlderName{"dsaauthentication", "PubkeyAuthentication"},
    OlderName{"pubkeyacceptedkeytypes", "PubkeyAcceptedAlgorithms"},
    OlderName{"hostbasedkeytypes", "HostbasedAcceptedAlgorithms"},
    OlderName{"identityfile2", "IdentityFile"},
    OlderName{"smartcarddevice", "PKCS11Provider"},
    OlderName{"keepalive", "TCPKeepAlive"},
    OlderName{"protocol", {}},
    OlderName{"cipher", {}},
    OlderName{"fallbacktorsh", {}},
    OlderName{"globalknownhostsfile2", {}},
    OlderName{"rhostsauthentication", {}},
    OlderName{"userknownhostsfile2", {}},
    OlderName{"useroaming", {}},
    OlderName{"usersh", {}},
    OlderName{"useprivilegedport", {}},
    OlderName{"afstokenpassing", {}},
    OlderName{"kerberosauthentication", {}},
    OlderName{"kerberostgtpassing", {}},
    OlderName{"rsaauthentication", {}},
    OlderName{"rhostsrsaauthentication", {}},
    OlderName{"compressionlevel", {}},
};

const SshKeyword* by_manual_name(std::string_view written)
{
    const auto* const found = std::ranges::find_if(ssh_keyword_rows,
        [&](const SshKeyword& keyword) { return equal_ignoring_case(keyword.name, written); });
    return found == ssh_keyword_rows.end() ? nullptr : &*found;
}

}

std::span<const SshKeyword> ssh_keywords() { return ssh_keyword_rows; }

const SshKeyword* find_ssh_keyword(std::string_view written)
{
    if (const SshKeyword* keyword = by_manual_name(written))
        return keyword;
    const auto* const older = std::ranges::find_if(
        older_keyword_names, [&](const OlderName& name) { return equal_ignoring_case(name.older, written); });
    if (older == older_keyword_names.end())
        return nullptr;
    return older->name.empty() ? &obsolete_keyword : by_manual_name(older->name);
}

bool is_harmless(const SshKeyword& keyword, std::string_view value)
{
    std::string_view rest = keyword.harmless;
    while (!rest.empty()) {
        if (equal_ignoring_case(ascii::take_word(rest, ascii::is_blank), value))
            return true;
    }
    return false;
}

}

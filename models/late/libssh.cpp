// SPDX-License-Identifier: Apache-2.0
// The functions of libssh that the program calls. A missing entry is a link error; a mismatch with the header
// is a compile error.
#include "models/late/library.h"

#include <libssh/callbacks.h>
#include <libssh/libssh.h>
#include <libssh/sftp.h>

namespace {

rocelint::late::Library ssh(ROCELINT_LIBSSH);

}

#define LATE(result, name, parameters, ...)                                                                  \
    result name parameters                                                                                   \
    {                                                                                                        \
        static const auto function = ssh.find<decltype(::name)>(#name);                                      \
        return function(__VA_ARGS__);                                                                        \
    }

extern "C" {

// clang-format off
LATE(int, sftp_chmod, (sftp_session sftp, const char* file, mode_t mode), sftp, file, mode)
LATE(int, sftp_close, (sftp_file file), file)
LATE(int, sftp_extension_supported, (sftp_session sftp, const char* name, const char* data), sftp, name, data)
LATE(void, sftp_free, (sftp_session sftp), sftp)
LATE(int, sftp_fsync, (sftp_file file), file)
LATE(int, sftp_get_error, (sftp_session sftp), sftp)
LATE(int, sftp_init, (sftp_session sftp), sftp)
LATE(sftp_session, sftp_new, (ssh_session session), session)
LATE(sftp_file, sftp_open, (sftp_session session, const char* file, int accesstype, mode_t mode), session, file, accesstype, mode)
LATE(ssize_t, sftp_read, (sftp_file file, void* buf, size_t count), file, buf, count)
LATE(int, sftp_unlink, (sftp_session sftp, const char* file), sftp, file)
LATE(ssize_t, sftp_write, (sftp_file file, const void* buf, size_t count), file, buf, count)
LATE(int, ssh_blocking_flush, (ssh_session session, int timeout), session, timeout)
LATE(int, ssh_channel_close, (ssh_channel channel), channel)
LATE(void, ssh_channel_free, (ssh_channel channel), channel)
LATE(int, ssh_channel_get_exit_status, (ssh_channel channel), channel)
LATE(int, ssh_channel_is_eof, (ssh_channel channel), channel)
LATE(ssh_channel, ssh_channel_new, (ssh_session session), session)
LATE(int, ssh_channel_open_forward, (ssh_channel channel, const char* remotehost, int remoteport, const char* sourcehost, int localport), channel, remotehost, remoteport, sourcehost, localport)
LATE(int, ssh_channel_open_session, (ssh_channel channel), channel)
LATE(int, ssh_channel_read_nonblocking, (ssh_channel channel, void* dest, uint32_t count, int is_stderr), channel, dest, count, is_stderr)
LATE(int, ssh_channel_read_timeout, (ssh_channel channel, void* dest, uint32_t count, int is_stderr, int timeout_ms), channel, dest, count, is_stderr, timeout_ms)
LATE(int, ssh_channel_request_exec, (ssh_channel channel, const char* cmd), channel, cmd)
LATE(int, ssh_channel_request_pty_size, (ssh_channel channel, const char* term, int cols, int rows), channel, term, cols, rows)
LATE(int, ssh_channel_request_shell, (ssh_channel channel), channel)
LATE(int, ssh_channel_request_subsystem, (ssh_channel channel, const char* subsystem), channel, subsystem)
LATE(int, ssh_channel_send_eof, (ssh_channel channel), channel)
LATE(int, ssh_channel_write, (ssh_channel channel, const void* data, uint32_t len), channel, data, len)
LATE(void, ssh_clean_pubkey_hash, (unsigned char** hash), hash)
LATE(int, ssh_connect, (ssh_session session), session)
LATE(void, ssh_free, (ssh_session session), session)
LATE(const char*, ssh_get_error, (void* error), error)
LATE(char*, ssh_get_fingerprint_hash, (ssh_publickey_hash_type type, unsigned char* hash, size_t len), type, hash, len)
LATE(int, ssh_get_publickey_hash, (const ssh_key key, ssh_publickey_hash_type type, unsigned char** hash, size_t* hlen), key, type, hash, hlen)
LATE(int, ssh_get_random, (void* where, int len, int strong), where, len, strong)
LATE(int, ssh_get_server_publickey, (ssh_session session, ssh_key* key), session, key)
LATE(int, ssh_is_connected, (ssh_session session), session)
LATE(void, ssh_key_free, (ssh_key key), key)
LATE(ssh_keytypes_e, ssh_key_type, (const ssh_key key), key)
LATE(ssh_keytypes_e, ssh_key_type_from_name, (const char* name), name)
LATE(const char*, ssh_key_type_to_char, (ssh_keytypes_e type), type)
LATE(ssh_session, ssh_new, ())
LATE(int, ssh_options_set, (ssh_session session, ssh_options_e type, const void* value), session, type, value)
LATE(int, ssh_pki_export_pubkey_base64, (const ssh_key key, char** b64_key), key, b64_key)
LATE(int, ssh_pki_import_privkey_file, (const char* filename, const char* passphrase, ssh_auth_callback auth_fn, void* auth_data, ssh_key* pkey), filename, passphrase, auth_fn, auth_data, pkey)
LATE(int, ssh_pki_import_pubkey_base64, (const char* b64_key, ssh_keytypes_e type, ssh_key* pkey), b64_key, type, pkey)
LATE(int, ssh_pki_import_pubkey_file, (const char* filename, ssh_key* pkey), filename, pkey)
LATE(int, ssh_remove_channel_callbacks, (ssh_channel channel, ssh_channel_callbacks cb), channel, cb)
LATE(int, ssh_send_ignore, (ssh_session session, const char* data), session, data)
LATE(ssh_known_hosts_e, ssh_session_has_known_hosts_entry, (ssh_session session), session)
LATE(ssh_known_hosts_e, ssh_session_is_known_server, (ssh_session session), session)
LATE(int, ssh_set_agent_socket, (ssh_session session, socket_t fd), session, fd)
LATE(void, ssh_set_blocking, (ssh_session session, int blocking), session, blocking)
LATE(int, ssh_set_channel_callbacks, (ssh_channel channel, ssh_channel_callbacks cb), channel, cb)
LATE(int, ssh_set_log_callback, (ssh_logging_callback cb), cb)
LATE(int, ssh_set_log_level, (int level), level)
LATE(void, ssh_silent_disconnect, (ssh_session session), session)
LATE(void, ssh_string_free_char, (char* s), s)
LATE(int, ssh_userauth_agent, (ssh_session session, const char* username), session, username)
LATE(int, ssh_userauth_kbdint, (ssh_session session, const char* user, const char* submethods), session, user, submethods)
LATE(int, ssh_userauth_kbdint_getnprompts, (ssh_session session), session)
LATE(const char*, ssh_userauth_kbdint_getprompt, (ssh_session session, unsigned int i, char* echo), session, i, echo)
LATE(int, ssh_userauth_kbdint_setanswer, (ssh_session session, unsigned int i, const char* answer), session, i, answer)
LATE(int, ssh_userauth_list, (ssh_session session, const char* username), session, username)
LATE(int, ssh_userauth_none, (ssh_session session, const char* username), session, username)
LATE(int, ssh_userauth_password, (ssh_session session, const char* username, const char* password), session, username, password)
LATE(int, ssh_userauth_publickey, (ssh_session session, const char* username, const ssh_key privkey), session, username, privkey)
LATE(int, ssh_userauth_try_publickey, (ssh_session session, const char* username, const ssh_key pubkey), session, username, pubkey)
// clang-format on
}

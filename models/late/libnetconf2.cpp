// SPDX-License-Identifier: Apache-2.0
// The functions of libnetconf2 that the program calls. A missing entry is a link error; a mismatch with the
// header is a compile error.
#include "models/late/library.h"

#include <nc_client.h>

namespace {

rocelint::late::Library netconf2(ROCELINT_LIBNETCONF2);

}

#define LATE(result, name, parameters, ...)                                                                  \
    result name parameters                                                                                   \
    {                                                                                                        \
        static const auto function = netconf2.find<decltype(::name)>(#name);                                 \
        return function(__VA_ARGS__);                                                                        \
    }

extern "C" {

// clang-format off
LATE(void, nc_client_init, ())
LATE(nc_session*, nc_connect_inout, (int fdin, int fdout, ly_ctx* ctx), fdin, fdout, ctx)
LATE(NC_MSG_TYPE, nc_recv_reply, (nc_session* session, nc_rpc* rpc, uint64_t msgid, int timeout, lyd_node** envp, lyd_node** op), session, rpc, msgid, timeout, envp, op)
LATE(nc_rpc*, nc_rpc_act_generic_xml, (const char* xml_str, NC_PARAMTYPE paramtype), xml_str, paramtype)
LATE(nc_rpc*, nc_rpc_cancel, (const char* persist_id, NC_PARAMTYPE paramtype), persist_id, paramtype)
LATE(nc_rpc*, nc_rpc_commit, (int confirmed, uint32_t confirm_timeout, const char* persist, const char* persist_id, NC_PARAMTYPE paramtype), confirmed, confirm_timeout, persist, persist_id, paramtype)
LATE(nc_rpc*, nc_rpc_copy, (NC_DATASTORE target, const char* url_trg, NC_DATASTORE source, const char* url_or_config_src, NC_WD_MODE wd_mode, NC_PARAMTYPE paramtype), target, url_trg, source, url_or_config_src, wd_mode, paramtype)
LATE(nc_rpc*, nc_rpc_discard, ())
LATE(nc_rpc*, nc_rpc_edit, (NC_DATASTORE target, NC_RPC_EDIT_DFLTOP default_op, NC_RPC_EDIT_TESTOPT test_opt, NC_RPC_EDIT_ERROPT error_opt, const char* edit_content, NC_PARAMTYPE paramtype), target, default_op, test_opt, error_opt, edit_content, paramtype)
LATE(void, nc_rpc_free, (nc_rpc* rpc), rpc)
LATE(nc_rpc*, nc_rpc_getconfig, (NC_DATASTORE source, const char* filter, NC_WD_MODE wd_mode, NC_PARAMTYPE paramtype), source, filter, wd_mode, paramtype)
LATE(nc_rpc*, nc_rpc_kill, (uint32_t session_id), session_id)
LATE(nc_rpc*, nc_rpc_lock, (NC_DATASTORE target), target)
LATE(nc_rpc*, nc_rpc_unlock, (NC_DATASTORE target), target)
LATE(nc_rpc*, nc_rpc_validate, (NC_DATASTORE source, const char* url_or_config, NC_PARAMTYPE paramtype), source, url_or_config, paramtype)
LATE(NC_MSG_TYPE, nc_send_rpc, (nc_session* session, nc_rpc* rpc, int timeout, uint64_t* msgid), session, rpc, timeout, msgid)
LATE(void, nc_session_free, (nc_session* session, void (*data_free)(void* )), session, data_free)
LATE(uint32_t, nc_session_get_id, (const nc_session* session), session)
LATE(NC_STATUS, nc_session_get_status, (const nc_session* session), session)
LATE(void, nc_set_print_clb_session, (void (*clb)(const nc_session* , NC_VERB_LEVEL, const char* )), clb)
LATE(void, nc_verbosity, (NC_VERB_LEVEL level), level)
// clang-format on
}

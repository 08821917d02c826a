// SPDX-License-Identifier: Apache-2.0
// The functions of libyang that the program calls. A missing entry is a link error; a mismatch with the
// header is a compile error.
#include "models/late/library.h"

#include <libyang/libyang.h>

namespace {

rocelint::late::Library yang(ROCELINT_LIBYANG);

}

rocelint::late::Library& rocelint::late::libyang() { return yang; }

#define LATE(result, name, parameters, ...)                                                                  \
    result name parameters                                                                                   \
    {                                                                                                        \
        static const auto function = yang.find<decltype(::name)>(#name);                                     \
        return function(__VA_ARGS__);                                                                        \
    }

extern "C" {

// clang-format off
LATE(void, ly_ctx_destroy, (ly_ctx* ctx), ctx)
LATE(LY_ERR, ly_ctx_new, (const char* search_dir, uint16_t options, ly_ctx** new_ctx), search_dir, options, new_ctx)
LATE(ly_err_item*, ly_err_last, (const ly_ctx* ctx), ctx)
LATE(uint32_t, ly_log_options, (uint32_t opts), opts)
LATE(LY_ERR, lyd_find_path, (const lyd_node* ctx_node, const char* path, ly_bool output, lyd_node** match), ctx_node, path, output, match)
LATE(void, lyd_free_all, (lyd_node* node), node)
LATE(LY_ERR, lyd_new_inner, (lyd_node* parent, const lys_module* module, const char* name, ly_bool output, lyd_node** node), parent, module, name, output, node)
LATE(LY_ERR, lyd_new_term, (lyd_node* parent, const lys_module* module, const char* name, const char* val_str, ly_bool output, lyd_node** node), parent, module, name, val_str, output, node)
LATE(LY_ERR, lyd_parse_data_mem, (const ly_ctx* ctx, const char* data, LYD_FORMAT format, uint32_t parse_options, uint32_t validate_options, lyd_node** tree), ctx, data, format, parse_options, validate_options, tree)
LATE(LY_ERR, lyd_validate_module, (lyd_node** tree, const lys_module* module, uint32_t val_opts, lyd_node** diff), tree, module, val_opts, diff)
LATE(const char*, lyd_value_get_canonical, (const ly_ctx* ctx, const lyd_value* value), ctx, value)
LATE(LY_ERR, lys_parse_mem, (ly_ctx* ctx, const char* data, LYS_INFORMAT format, lys_module** module), ctx, data, format, module)
// clang-format on
}

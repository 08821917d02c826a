// SPDX-License-Identifier: Apache-2.0
#include "tests/vendor/yang_schema.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <libyang/libyang.h>
#include <vector>

namespace rocelint::vendor {
namespace {

std::string reworded(
    const std::string& folder, std::string_view module, std::span<const YangSchema::Wording> wordings)
{
    std::ifstream file(std::filesystem::path(folder) / (std::string(module) + ".yang"));
    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    for (const YangSchema::Wording& wording : wordings) {
        if (wording.module != module)
            continue;
        const std::size_t at = text.find(wording.from);
        REQUIRE_MESSAGE(at != std::string::npos, wording.from, " is not in ", module);
        text.replace(at, wording.from.size(), wording.to);
    }
    return text;
}

}

YangSchema::YangSchema(const std::string& folder, const std::string& module) : module_(module)
{
    // Messages of libyang are queried where they matter; warnings about the vendor's own modules do not.
    ly_log_options(LY_LOSTORE_LAST);
    REQUIRE(ly_ctx_new(folder.c_str(), LY_CTX_NO_YANGLIBRARY, &context_) == LY_SUCCESS);
    const lys_module* loaded = ly_ctx_load_module(context_, module.c_str(), nullptr, nullptr);
    REQUIRE_MESSAGE(loaded != nullptr, module, ": ", std::string(ly_errmsg(context_)));
}

YangSchema::YangSchema(const std::string& folder)
{
    ly_log_options(LY_LOSTORE_LAST);
    REQUIRE(ly_ctx_new(folder.c_str(), LY_CTX_NO_YANGLIBRARY, &context_) == LY_SUCCESS);
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() != ".yang")
            continue;
        const std::string stem = entry.path().stem().string();
        const std::string name = stem.substr(0, stem.find('@'));
        const lys_module* loaded = ly_ctx_load_module(context_, name.c_str(), nullptr, nullptr);
        const char* message = ly_errmsg(context_);
        REQUIRE_MESSAGE(
            loaded != nullptr, name, ": ", std::string(message == nullptr ? "not loaded" : message));
    }
}

YangSchema::YangSchema(const std::string& folder,
    std::span<const std::string_view> modules,
    const std::string& features,
    std::span<const std::string_view> without,
    std::span<const Wording> wordings)
{
    ly_log_options(LY_LOSTORE_LAST);
    REQUIRE(ly_ctx_new(folder.c_str(), LY_CTX_NO_YANGLIBRARY, &context_) == LY_SUCCESS);
    lys_module* all = ly_ctx_load_module(context_, features.c_str(), nullptr, nullptr);
    REQUIRE_MESSAGE(all != nullptr, features, ": ", std::string(ly_errmsg(context_)));
    std::vector<const char*> on;
    std::uint32_t place = 0;
    for (const lysp_feature* each = nullptr;
         (each = lysp_feature_next(each, all->parsed, &place)) != nullptr;) {
        const std::string_view name = each->name;
        if (std::ranges::none_of(
                without, [name](std::string_view prefix) { return name.starts_with(prefix); }))
            on.push_back(each->name);
    }
    on.push_back(nullptr);
    REQUIRE(lys_set_implemented(all, on.data()) == LY_SUCCESS);
    for (const std::string_view name : modules) {
        const bool is_reworded = std::ranges::any_of(
            wordings, [name](const Wording& wording) { return wording.module == name; });
        lys_module* loaded = nullptr;
        if (is_reworded)
            (void)lys_parse_mem(context_, reworded(folder, name, wordings).c_str(), LYS_IN_YANG, &loaded);
        else
            loaded = ly_ctx_load_module(context_, std::string(name).c_str(), nullptr, nullptr);
        REQUIRE_MESSAGE(loaded != nullptr, name, ": ", std::string(ly_errmsg(context_)));
    }
}

YangSchema::~YangSchema() { ly_ctx_destroy(context_); }

std::string YangSchema::fault_in(const std::string& xml, Extent extent) const
{
    lyd_node* tree = nullptr;
    const bool whole = extent == Extent::whole;
    const LY_ERR result = lyd_parse_data_mem(context_,
        xml.c_str(),
        LYD_XML,
        LYD_PARSE_STRICT | (whole ? 0U : LYD_PARSE_ONLY),
        whole ? LYD_VALIDATE_PRESENT : 0U,
        &tree);
    std::string fault;
    if (result != LY_SUCCESS) {
        const char* message = ly_errmsg(context_);
        const char* path = ly_errpath(context_);
        fault = std::string(message == nullptr ? "refused without a word" : message)
            + (path == nullptr ? std::string() : std::string(" at ") + path);
        ly_err_clean(context_, nullptr);
    }
    lyd_free_all(tree);
    return fault;
}

const lysc_node* YangSchema::top(std::string_view name) const
{
    const lys_module* module = ly_ctx_get_module_implemented(context_, module_.c_str());
    return module == nullptr ? nullptr : lys_find_child(nullptr, module, name.data(), name.size(), 0, 0);
}

const lysc_node* YangSchema::second(std::string_view name) const
{
    std::uint32_t index = 0;
    while (const lys_module* module = ly_ctx_get_module_iter(context_, &index)) {
        if (module->implemented == 0 || module->compiled == nullptr)
            continue;
        for (const lysc_node* top = module->compiled->data; top != nullptr; top = top->next) {
            if (top->nodetype != LYS_CONTAINER)
                continue;
            if (const lysc_node* found = lys_find_child(top, module, name.data(), name.size(), 0, 0))
                return found;
        }
    }
    return nullptr;
}

const lysc_node* YangSchema::child(const lysc_node* parent, std::string_view name)
{
    return lys_find_child(parent, parent->module, name.data(), name.size(), 0, 0);
}

const lysc_node* YangSchema::child_of_any_module(const lysc_node* parent, std::string_view name) const
{
    const auto find = [name](const lysc_node* from, const lysc_module* module) -> const lysc_node* {
        for (const lysc_node* node = nullptr; (node = lys_getnext(node, from, module, 0)) != nullptr;) {
            if (node->name == name)
                return node;
        }
        return nullptr;
    };
    if (parent != nullptr)
        return find(parent, nullptr);
    std::uint32_t index = 0;
    while (const lys_module* module = ly_ctx_get_module_iter(context_, &index)) {
        const lysc_node* found = module->implemented != 0 && module->compiled != nullptr
            ? find(nullptr, module->compiled)
            : nullptr;
        if (found != nullptr)
            return found;
    }
    return nullptr;
}

}

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

struct ly_ctx;
struct lysc_node;

namespace rocelint::vendor {

/// The modules of one folder, loaded by libyang with all their imports.
class YangSchema {
public:
    /// `module` is the name of one whose imports are all in `folder`. The test fails if a module does not load.
    YangSchema(const std::string& folder, const std::string& module);
    /// Loads all modules of the folder.
    explicit YangSchema(const std::string& folder);
    /// A text of a module that is read as another one.
    struct Wording {
        std::string_view module;
        std::string_view from;
        std::string_view to;
    };
    /// Loads these modules, in this order, with all features of `features`, a module of features, except those that begin with
    /// one of the prefixes in `without`: the features of other hardware.
    YangSchema(const std::string& folder,
        std::span<const std::string_view> modules,
        const std::string& features,
        std::span<const std::string_view> without,
        std::span<const Wording> wordings = {});
    ~YangSchema();
    YangSchema(const YangSchema&) = delete;
    YangSchema& operator=(const YangSchema&) = delete;

    /// The modules' objection to an XML document; empty if none. A whole configuration must contain everything mandatory; of a
    /// part (`<edit-config>`, commands) only what is present is checked.
    enum class Extent : bool { whole, part };
    [[nodiscard]] std::string fault_in(const std::string& xml, Extent extent) const;

    /// The top-level node with this name, or null.
    [[nodiscard]] const lysc_node* top(std::string_view name) const;
    /// The node with this name below the top-level container of any module, or null.
    [[nodiscard]] const lysc_node* second(std::string_view name) const;
    /// The child with this name, through any choices in between; null if there is none.
    [[nodiscard]] static const lysc_node* child(const lysc_node* parent, std::string_view name);
    /// The same, whichever module adds it; with a null parent, the top-level node of any module.
    [[nodiscard]] const lysc_node* child_of_any_module(const lysc_node* parent, std::string_view name) const;

private:
    ly_ctx* context_ = nullptr;
    std::string module_;
};

}

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

struct ly_ctx;
struct lysc_node;

namespace rocelint::vendor {

/// The modules of one folder, loaded by libyang with everything that they import.
class YangSchema {
public:
    /// `module` is the name of one whose imports are all in `folder`. A module that does not load ends the test.
    YangSchema(const std::string& folder, const std::string& module);
    /// All modules of the folder.
    explicit YangSchema(const std::string& folder);
    ~YangSchema();
    YangSchema(const YangSchema&) = delete;
    YangSchema& operator=(const YangSchema&) = delete;

    /// What the modules say against a document in XML; empty where nothing. Of a whole configuration that all that must
    /// be there is there; of a part (`<edit-config>`, commands) only what is there.
    enum class Extent : bool { whole, part };
    [[nodiscard]] std::string fault_in(const std::string& xml, Extent extent) const;

    /// The top-level node of this name, or null.
    [[nodiscard]] const lysc_node* top(std::string_view name) const;
    /// The node of this name below the top-level container of any module, or null.
    [[nodiscard]] const lysc_node* second(std::string_view name) const;
    /// The child of this name, whatever choices lie between; null where there is none.
    [[nodiscard]] static const lysc_node* child(const lysc_node* parent, std::string_view name);

private:
    ly_ctx* context_ = nullptr;
    std::string module_;
};

}

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/junos/edit/edit_context.h"

namespace rocelint::junos {

/// Changes of classifiers and rewrite rules. A table is edited if all its ports want the same; otherwise the
/// ports that want the change get a copy of it.
class ClassifierEditor : public PartOfEdit {
public:
    explicit ClassifierEditor(EditContext& context) : PartOfEdit(context) { }
    [[nodiscard]] static bool takes(const Change& change);
    void take(std::uint32_t index);
    void finish();

private:
    using Wishes = std::vector<std::uint32_t>; ///< indices of changes
    /// One classifier or rewrite rule, identified by `kind` (dscp, ieee-802.1) and name.
    struct Table {
        std::string_view block; ///< classifiers or rewrite-rules
        std::string_view kind;
        std::string_view name;
        friend auto operator<=>(const Table&, const Table&) = default;
    };
    [[nodiscard]] const Statement* binding_for(std::uint32_t port, MapKind kind) const;
    Objection find_table(const Change& change, Table& table) const;
    void edit_table(const Table& table, const Wishes& wishes);
    Objection edit_group(
        const Table& table, const std::vector<std::uint32_t>& ports, const Wishes& distinct, bool in_place);
    Objection rebind(const Table& table, const std::vector<std::uint32_t>& ports, std::string_view name);
    Objection map_point(Statement& classifier, const Table& table, const MapEntry& entry);
    Objection map_rewrite(Statement& rule, const MapEntry& entry);
    Objection paused_point(const std::vector<std::uint32_t>& ports, const MapEntry& entry);
    Objection follow_in_profiles(const Table& table, const MapEntry& entry);
    Objection pause_like_others(Statement& written, const Statement& points, const std::string& point);
    Objection take_out_of_profile(
        Statement& written, const Statement& profile, const Table& table, const MapEntry& entry);
    std::map<Table, Wishes> wishes_;
};

/// Returns the statements of a port's blocks that bind classifiers (`classifiers dscp NAME`, also of its
/// units), from the block that takes precedence.
[[nodiscard]] std::vector<const Statement*> classifier_bindings(const std::vector<const Statement*>& blocks);
/// Returns the code point that a word stands for: bits, a standard name, or one of `code-point-aliases`.
[[nodiscard]] std::optional<std::uint8_t> point_in(
    Config& config, std::string_view text, std::string_view kind);

}

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"
#include "models/text/result.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::sonic {

/// The fields of a row; the values are JSON on one line.
using DocumentRow = std::map<std::string, std::string, std::less<>>;
using DocumentTable = std::map<std::string, DocumentRow, std::less<>>;

/// CONFIG_DB as `sonic-cfggen -d --print-data` shows it: tables of rows of fields. Equal documents have equal text.
struct Document {
    std::map<std::string, DocumentTable, std::less<>> tables;

    /// A field's text without quotes, or empty.
    [[nodiscard]] std::string field(
        std::string_view table, std::string_view row, std::string_view name) const;
    friend bool operator==(const Document&, const Document&) = default;
};

/// The parts of a document, from its own text or from a value of a patch. A field is a scalar or a list of scalars.
[[nodiscard]] std::optional<std::string> field_of(const Node& node);
[[nodiscard]] Result<DocumentRow> row_of(const Node& node);
[[nodiscard]] Result<DocumentTable> table_of(const Node& node);
/// In quotes, escaped.
[[nodiscard]] std::string json_string(std::string_view text);

/// Reads a document, nested or with `TABLE|row` as keys. `invalid` where it is neither.
[[nodiscard]] Result<Document> read_document(std::string_view json);
[[nodiscard]] Result<Document> document_of(const Tree& tree);

/// Takes out what the device writes by itself: FLEX_COUNTER_DELAY_STATUS, which db_migrator.py sets before a fast reboot
/// and takes away again, `bgpraw`, which the updater drops as well (gu_common.py, get_config_db_as_json), and empty tables,
/// which CONFIG_DB has not.
void drop_volatile(Document& document);

/// Takes secrets out: the values of fields that are called so or look so, and of tables that are called so
/// (SNMP_COMMUNITY) also the keys, which stay apart by a number.
void drop_secrets(Document& document);

/// Nested JSON, sorted, one field a line.
[[nodiscard]] std::string write_document(const Document& document);

/// The document after an RFC 6902 patch of add, replace and remove, down to fields. `invalid` for anything else, and
/// where the patch does not fit.
[[nodiscard]] Result<Document> patched(Document document, std::string_view patch);

/// The patch that makes `to` of `from`: whole tables and rows where they come or go, else single fields. Empty where they are
/// equal.
[[nodiscard]] std::string patch_between(const Document& from, const Document& to);

/// Says in what `now` is not as it ought to be, for people and without values or names that may be secret; volatile parts and
/// the `left_out` tables do not count. Nothing: in nothing.
[[nodiscard]] std::optional<std::string> first_difference(
    Document wanted, Document now, std::span<const std::string_view> left_out);

/// The profiles that buffermgrd would make by itself when `before` becomes `after` (static buffer model): those of ports
/// whose speed, cable or PFC changes, and that `after` has not. It makes none where pg_profile_lookup.ini lacks the speed
/// and cable, which is not looked at. sonic-swss, cfgmgr/buffermgr.cpp, doSpeedUpdateTask.
[[nodiscard]] std::vector<std::string> new_automatic_profiles(const Document& before, const Document& after);

}

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

/// The fields of a row; each value is JSON on one line.
using DocumentRow = std::map<std::string, std::string, std::less<>>;
using DocumentTable = std::map<std::string, DocumentRow, std::less<>>;

/// CONFIG_DB as `sonic-cfggen -d --print-data` prints it:
/// tables of rows of fields. Equal documents have equal text.
struct Document {
    std::map<std::string, DocumentTable, std::less<>> tables;

    /// A field's text without quotes, or empty.
    [[nodiscard]] std::string field(
        std::string_view table, std::string_view row, std::string_view name) const;
    friend bool operator==(const Document&, const Document&) = default;
};

/// Parses parts of a document, from its own text or from a
/// value of a patch. A field is a scalar or a list of scalars.
[[nodiscard]] std::optional<std::string> field_of(const Node& node);
[[nodiscard]] Result<DocumentRow> row_of(const Node& node);
[[nodiscard]] Result<DocumentTable> table_of(const Node& node);
/// The text as a JSON string, quoted and escaped.
[[nodiscard]] std::string json_string(std::string_view text);

/// Reads a document, nested or with `TABLE|row` as keys. `invalid` for anything else.
[[nodiscard]] Result<Document> read_document(std::string_view json);
[[nodiscard]] Result<Document> document_of(const Tree& tree);

/// Removes what the device writes by itself: FLEX_COUNTER_DELAY_STATUS, which db_migrator.py sets before a
/// fast reboot and removes again; `bgpraw`, which the updater drops as well (gu_common.py,
/// get_config_db_as_json); and empty tables, which CONFIG_DB does not store.
void drop_volatile(Document& document);

/// Removes secrets: the values of fields whose name or content looks secret. In tables with such a name
/// (SNMP_COMMUNITY) the keys are replaced too, with numbers that keep them distinct.
void drop_secrets(Document& document);

/// Nested JSON, sorted, one field a line.
[[nodiscard]] std::string write_document(const Document& document);

/// The document after an RFC 6902 patch of add, replace and remove, down to fields. `invalid` for any other
/// operation, or if the patch does not fit.
[[nodiscard]] Result<Document> patched(Document document, std::string_view patch);

/// The patch that turns `from` into `to`: whole tables and rows where they are added or removed, else single
/// fields. Empty if the documents are equal.
[[nodiscard]] std::string patch_between(const Document& from, const Document& to);

/// Describes the first difference of `now` from `wanted`, without values or names that may be secret. Ignores
/// volatile parts and the tables in `left_out`. Returns nothing if there is no difference.
[[nodiscard]] std::optional<std::string> first_difference(
    Document wanted, Document now, std::span<const std::string_view> left_out);

/// The profiles that buffermgrd would create by itself when `before` becomes `after` (static buffer model):
/// those for ports whose speed, cable or PFC changes, unless `after` has them. buffermgrd creates none for a
/// speed and cable missing from pg_profile_lookup.ini, which this function does not check. sonic-swss,
/// cfgmgr/buffermgr.cpp, doSpeedUpdateTask.
[[nodiscard]] std::vector<std::string> new_automatic_profiles(const Document& before, const Document& after);

}

// SPDX-License-Identifier: Apache-2.0
#include "drivers/line_cli/grammar/grammar.h"

namespace rocelint::line_cli {

std::vector<std::string_view> Grammar::words() const
{
    std::vector<std::string_view> all;
    for (std::size_t entry = 0; entry < entry_count_; ++entry)
        all.push_back(entries_[entry].word);
    for (const Statement& row : rows_) {
        for (std::size_t at = 0; at < row.pattern.size(); ++at) {
            if (row.pattern[at].kind == Pattern::Kind::word)
                all.push_back(row.pattern.text(row.pattern[at]));
        }
        for (const Slot& slot : row.slots) {
            for (const Term& term : slot.terms)
                all.push_back(term.word);
            all.push_back(slot.instead);
        }
    }
    return all;
}

}

// SPDX-License-Identifier: Apache-2.0
// Names of class-of-service that are longer than Junos takes.
#include "drivers/junos/read/config.h"

#include <fmt/format.h>

#include <vector>

namespace rocelint::junos {

// A name is what follows a keyword with a block: `forwarding-class NAME { … }`; in a list of blocks the keyword is
// that of the list: `schedulers { NAME { … } }`. The blocks of `interfaces` are named by ports.
void check_names(Config& config)
{
    const Statement* top = class_of_service(config);
    if (top == nullptr)
        return;
    std::vector<const Statement*> open{top};
    while (!open.empty()) {
        const Statement& block = *open.back();
        open.pop_back();
        for (const Statement& statement : block) {
            if (&block == top && statement.word() == "interfaces")
                continue;
            const bool named = statement.keyword != nullptr && statement.keyword->form == Form::named;
            if (const std::string why
                = named ? text_objection(class_of_service_name, statement.key) : std::string{};
                !why.empty())
                config.warn(statement,
                    fmt::format("{} {} {}",
                        statement.word().empty() ? block.word() : statement.word(),
                        statement.key.substr(0, 80),
                        why));
            open.push_back(&statement);
        }
    }
}

}

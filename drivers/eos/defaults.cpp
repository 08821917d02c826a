// SPDX-License-Identifier: Apache-2.0
// The catalog's entries for EOS, looked up once for each device: every port asks for a dozen of them.
#include "drivers/eos/defaults.h"

#include "models/catalog/catalog.h"

namespace rocelint::eos {

Defaults::Defaults(Origins& origins, bool fragment)
{
    for (std::size_t at = 0; at < origins_.size(); ++at) {
        const catalog::PlatformDefault found = catalog::platform_default("eos", Default::names[at]);
        texts_[at] = found.value;
        numbers_[at] = found.number();
        if (fragment)
            origins_[at] = origins.unread("this part of a configuration does not show it");
        else if (found.known())
            origins_[at] = origins.default_of(found.source);
    }
    OriginId& watchdog = origins_[Default("watchdog_without_timeout").index()];
    if (!fragment && watchdog == OriginId{})
        watchdog = origins.unread("no watchdog timeout is configured, and no source says what EOS does then");
}

}

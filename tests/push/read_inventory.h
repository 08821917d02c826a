// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/inventory.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace rocelint::push {

/// An inventory or the message against it.
struct ReadInventory {
    Inventory inventory;
    std::string error;
};

/// What the text says, or what is said against it.
inline ReadInventory read_inventory_text(const std::string& text)
{
    const Source source(0, "inventory.yaml", text);
    auto read = read_inventory(source);
    if (read)
        return {*std::move(read), {}};
    CHECK(read.error().kind == ErrorKind::invalid);
    return {{}, read.error().message};
}

/// The device of this name, which must be there.
inline const InventoryDevice& device_of(const ReadInventory& read, std::string_view name)
{
    INFO(read.error);
    const InventoryDevice* device = read.inventory.find(name);
    REQUIRE(device != nullptr);
    return *device;
}

}

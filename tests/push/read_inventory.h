// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/inventory/inventory.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace rocelint::push {

/// An inventory, or the error in it.
struct ReadInventory {
    Inventory inventory;
    std::string error;
};

/// Reads the text; returns the inventory or the error.
inline ReadInventory read_inventory_text(const std::string& text)
{
    const Source source(0, "inventory.yaml", text);
    auto read = read_inventory(source);
    if (read)
        return {*std::move(read), {}};
    CHECK(read.error().kind == ErrorKind::invalid);
    return {{}, read.error().message};
}

/// The device with this name; the test fails if there is none.
inline const InventoryDevice& device_of(const ReadInventory& read, std::string_view name)
{
    INFO(read.error);
    const InventoryDevice* device = read.inventory.find(name);
    REQUIRE(device != nullptr);
    return *device;
}

}

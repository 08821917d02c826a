// SPDX-License-Identifier: Apache-2.0
#include "models/catalog/gpu.h"

#include "models/catalog/catalog_tables.h"
#include "models/catalog/entries.h"
#include "models/text/nearest.h"

#include <utility>

namespace rocelint::catalog {
namespace {

// gpus.yaml, read when the first GPU is looked up.
struct Gpus {
    CatalogFile file{"gpus.yaml", table::gpus};
    std::vector<std::pair<std::string_view, Figure<std::uint32_t>>> patterns;

    Gpus()
    {
        for (const Node& node : file.section("gpus")) {
            for (const Node& name : *CatalogFile::member(node, "names"))
                patterns.emplace_back(name.value, file.figure<std::uint32_t>(node, "rdma_gbit"));
        }
    }
};

}

Figure<std::uint32_t> gpu_bandwidth(std::string_view model)
{
    static const Gpus catalog;
    for (const auto& [pattern, bandwidth] : catalog.patterns) {
        if (glob_match(pattern, model))
            return bandwidth;
    }
    return {};
}

}

// SPDX-License-Identifier: Apache-2.0
#include "models/advice/answer_keys.h"

namespace rocelint::advice::answer_keys {
namespace {

constexpr double most_gpus = 1e7;
constexpr double most_hours = 1e6;
constexpr double most_money = 1e12;
constexpr double least_efficiency = 0.001;

constexpr std::string_view workloads[] = {"training", "inference", "mixed"};
constexpr std::string_view fabrics[] = {"infiniband", "ethernet", "nothing"};
constexpr std::string_view guests[] = {"storage", "tenants", "nothing"};
constexpr std::string_view is_asked = "asked for";
constexpr std::string_view is_optional = "not computed";

constexpr DocumentKey top_keys[] = {
    {.name = "version",
        .kinds = a_number,
        .effect = "The version of this format.",
        .fallback = "1",
        .example = "1",
        .least = 1,
        .most = 1},
    {.name = "gpus",
        .kinds = a_number,
        .effect = "GPUs that the fabric connects now.",
        .fallback = "hosts of the intent or topology, times `gpus_per_host`",
        .example = "1024",
        .least = 1,
        .most = most_gpus},
    {.name = "gpus_in_two_years",
        .kinds = a_number,
        .effect = "GPUs that it has to connect in two years.",
        .fallback = is_asked,
        .example = "2048",
        .least = 1,
        .most = most_gpus},
    {.name = "gpus_per_host",
        .kinds = a_number,
        .effect = "GPUs of one host, for the bandwidth of each.",
        .fallback = "what all captures of hosts agree on",
        .example = "8",
        .least = 1,
        .most = 1024},
    {.name = "job_gpus",
        .kinds = a_number,
        .effect = "GPUs of the largest job whose GPUs wait for each other at every step.",
        .fallback = is_asked,
        .example = "512",
        .least = 1,
        .most = most_gpus},
    {.name = "workload",
        .kinds = a_word,
        .effect = "What the GPUs do most of the time.",
        .fallback = is_asked,
        .example = "training",
        .words = workloads},
    {.name = "communication",
        .kinds = a_number,
        .effect
        = "f: the share of a step in which GPUs wait for communication that does not overlap with computation.",
        .fallback = is_asked,
        .example = "0.25",
        .least = 0,
        .most = 1},
    {.name = "efficiency_roce",
        .kinds = a_number,
        .effect
        = "e of RoCE on standard Ethernet switches: its bus bandwidth of collectives, divided by InfiniBand's.",
        .fallback = is_asked,
        .example = "0.9",
        .least = least_efficiency,
        .most = 1},
    {.name = "efficiency_spectrum_x",
        .kinds = a_number,
        .effect = "The same for Spectrum-X.",
        .fallback = is_optional,
        .example = "0.95",
        .least = least_efficiency,
        .most = 1},
    {.name = "runs",
        .kinds = a_word | a_list,
        .effect = "Fabrics that the site operates today.",
        .fallback = is_asked,
        .example = "[ethernet]",
        .words = fabrics},
    {.name = "skills",
        .kinds = a_word | a_list,
        .effect = "Fabrics that the team has run in production.",
        .fallback = is_asked,
        .example = "[ethernet]",
        .words = fabrics},
    {.name = "shared_with",
        .kinds = a_word | a_list,
        .effect = "What else has to use the fabric.",
        .fallback = is_asked,
        .example = "[storage]",
        .words = guests},
    {.name = "hours",
        .kinds = a_number,
        .effect = "H: hours over which losses are counted; a year has 8760.",
        .fallback = is_asked,
        .example = "8760",
        .least = 0,
        .most = most_hours},
    {.name = "utilisation",
        .kinds = a_number,
        .effect = "u: the share of these hours in which the GPUs run jobs.",
        .fallback = is_asked,
        .example = "0.8",
        .least = 0,
        .most = 1},
    {.name = "gpu_hour_price",
        .kinds = a_number,
        .effect = "What an hour of one GPU costs the site, in any currency.",
        .fallback = is_optional,
        .example = "2.5",
        .least = 0,
        .most = most_money},
    {.name = "fabric_premium",
        .kinds = a_number,
        .effect
        = "What InfiniBand costs more than Ethernet over these hours, in the same currency: switches, NICs, optics, support, and a second network to operate.",
        .fallback = is_optional,
        .example = "600000",
        .least = 0,
        .most = most_money},
    {.name = "findings",
        .kinds = a_mapping,
        .effect = "What single findings cost.",
        .fallback = is_optional,
        .of = &findings},
};

constexpr DocumentKey one_finding = {.name = "CODE",
    .kinds = a_number,
    .effect
    = "e while the finding is not corrected: bus bandwidth of collectives, divided by that of the same fabric without it, as measured or assumed by the site.",
    .example = "0.5",
    .least = least_efficiency,
    .most = 1};

}

const KeyTable top{.what = "a file of answers", .path = "answers", .keys = top_keys};
const KeyTable findings{.what = "findings", .path = "findings", .keys = {}, .any = &one_finding};

}

// SPDX-License-Identifier: Apache-2.0
// DCQCN's reaction point as in the public simulator of alibaba-edu/High-Precision-Congestion-Control, whose
// parameter sets are those of published comparisons.
#include "analysis/simulate/dcqcn.h"

#include <algorithm>

namespace rocelint::simulate {
namespace {

constexpr std::uint64_t microsecond = 1'000'000; // in picoseconds
constexpr double megabit = 1e6;
constexpr double reference_speed = 25e9; // for which the increases are stated
constexpr std::string_view reference
    = "alibaba-edu/High-Precision-Congestion-Control simulation/run.py and src/point-to-point/model/rdma-hw.cc";

}

std::optional<DcqcnParameters> dcqcn_parameters(RateControl control, BitsPerSecond line_rate)
{
    if (control == RateControl::none)
        return std::nullopt;
    const double scale = static_cast<double>(line_rate.count) / reference_speed;
    DcqcnParameters parameters{.gain = 1.0 / 256,
        .fast_recoveries = 5,
        .additive = 5 * megabit * scale,
        .hyper = 50 * megabit * scale,
        .least = 100 * megabit,
        .source = reference};
    const bool paper = control == RateControl::dcqcn_paper;
    parameters.alpha_interval = (paper ? 50 : 1) * microsecond;
    parameters.decrease_interval = (paper ? 50 : 4) * microsecond;
    parameters.increase_interval = (paper ? 55 : 300) * microsecond;
    return parameters;
}

DcqcnSender::DcqcnSender(const DcqcnParameters& parameters, BitsPerSecond line_rate)
    : parameters_(&parameters)
    , line_rate_(static_cast<double>(line_rate.count))
    , rate_(line_rate_)
    , target_(line_rate_)
{
}

bool DcqcnSender::notify()
{
    const bool first = !notified_;
    notified_ = true;
    notified_for_rate_ = true;
    notified_for_alpha_ = !first; // alpha begins at one
    if (first) {
        alpha_ = 1;
        target_ = rate_;
    }
    return first;
}

void DcqcnSender::update_alpha()
{
    alpha_ = (1 - parameters_->gain) * alpha_ + (notified_for_alpha_ ? parameters_->gain : 0);
    notified_for_alpha_ = false;
}

bool DcqcnSender::decrease()
{
    if (!notified_for_rate_)
        return false;
    notified_for_rate_ = false;
    // A second decrease without an increase between them keeps the target.
    if (stage_ != 0)
        target_ = rate_;
    rate_ = std::max(parameters_->least, rate_ * (1 - alpha_ / 2));
    stage_ = 0;
    return true;
}

void DcqcnSender::increase()
{
    if (stage_ >= parameters_->fast_recoveries) {
        target_ += stage_ == parameters_->fast_recoveries ? parameters_->additive : parameters_->hyper;
        target_ = std::min(target_, line_rate_);
    }
    rate_ = (rate_ + target_) / 2;
    ++stage_;
}

}

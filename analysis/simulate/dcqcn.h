// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/value/quantity.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace rocelint::simulate {

/// The rate control of senders: none but pause, or DCQCN with one of two sets of parameters.
enum class RateControl : std::uint8_t { none, dcqcn, dcqcn_paper };

/// The parameters of a DCQCN sender. Intervals are in picoseconds.
struct DcqcnParameters {
    double gain = 0; ///< g: weight of new feedback in alpha
    std::uint64_t alpha_interval = 0; ///< between updates of alpha
    std::uint64_t decrease_interval = 0; ///< between decreases of the rate
    std::uint64_t increase_interval = 0; ///< between increases of the rate
    std::uint32_t fast_recoveries = 0; ///< increases without a new target after a decrease
    double additive = 0; ///< bits per second that the target gains in the first increase after them
    double hyper = 0; ///< bits per second that it gains in the later ones
    double least = 0; ///< the lowest rate, in bits per second
    std::string_view source;
};
/// The parameters for senders of this line rate; nullopt for RateControl::none.
[[nodiscard]] std::optional<DcqcnParameters> dcqcn_parameters(RateControl control, BitsPerSecond line_rate);

/// The rate of one sender that slows down on congestion notification packets (CNPs). Without the byte
/// counter of the paper, as in the public reference.
class DcqcnSender {
public:
    DcqcnSender(const DcqcnParameters& parameters, BitsPerSecond line_rate);

    /// Bits per second.
    [[nodiscard]] double rate() const { return rate_; }
    /// A CNP has arrived. Returns true for the first one, from which on the timers run.
    bool notify();
    void update_alpha();
    /// Returns true if the rate was decreased, which restarts the interval of increases.
    bool decrease();
    void increase();

private:
    const DcqcnParameters* parameters_;
    double line_rate_;
    double rate_;
    double target_;
    double alpha_ = 1;
    std::uint32_t stage_ = 0; ///< increases since the last decrease
    bool notified_ = false; ///< ever
    bool notified_for_alpha_ = false;
    bool notified_for_rate_ = false;
};

}

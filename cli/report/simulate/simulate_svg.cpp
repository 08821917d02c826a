// SPDX-License-Identifier: Apache-2.0
// The fill of egress queues over time as a picture that stands alone: its colours are those of the reader's light or
// dark theme, and it needs no script and no font of ours.
#include "cli/report/data/markup.h"
#include "cli/report/simulate/simulate_report.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::cli {
namespace {

constexpr double plot_left = 90;
constexpr double plot_width = 640;
constexpr double plot_height = 160;
constexpr double panel_height = 250;
constexpr double plot_top = 42; // below the title of a panel

// One queue of the picture.
struct QueuePlot {
    std::string title;
    const simulate::PacketOutcome* packets = nullptr;
    const std::optional<simulate::Marking>* marking = nullptr;
};

std::vector<QueuePlot> plots_of(const SimulateData& data)
{
    std::vector<QueuePlot> plots;
    for (const auto& fabric : data.fabrics) {
        const std::string folder
            = fabric->folder.empty() ? std::string() : fmt::format("{}: ", fabric->folder);
        const auto name_of = [&](std::uint32_t device, std::size_t rdma_class) {
            return fmt::format("{}{}, {}",
                folder,
                fabric->fabric.devices[device].name,
                fabric->analysis.classes.classes[rdma_class].label());
        };
        for (const SimulatedIncast& one : fabric->incasts) {
            const std::string_view port
                = fabric->fabric.devices[one.incast.device].ports[one.incast.egress.front()].name;
            for (const SimulatedRow& row : one.rows) {
                if (row.packets)
                    plots.push_back({fmt::format("{}: to {}, {}",
                                         name_of(one.incast.device, one.incast.rdma_class),
                                         port,
                                         counted(row.senders, "sender")),
                        &*row.packets,
                        &one.incast.values.marking});
            }
        }
        for (const SimulatedLoad& load : fabric->loads) {
            if (load.packets)
                plots.push_back({fmt::format("{}: flows to {}",
                                     name_of(load.port.egress.device, load.port.rdma_class),
                                     fabric->fabric.port(load.port.egress).name),
                    &*load.packets,
                    &load.port.values.marking});
        }
    }
    return plots;
}

// The smallest of 1, 2 and 5 times a power of ten that is not below the value.
double rounded_up(double value)
{
    double step = 1;
    while (step * 10 < value)
        step *= 10;
    for (const double times : {1.0, 2.0, 5.0, 10.0}) {
        if (step * times >= value)
            return step * times;
    }
    return step * 10;
}

std::string marked_up(std::string_view text)
{
    std::string out;
    append_markup(out, text);
    return out;
}

std::string text_at(double x, double y, std::string_view anchor, std::string_view text)
{
    return fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor, marked_up(text));
}

class QueuePicture {
public:
    QueuePicture(const QueuePlot& plot, double duration_us, double top)
        : plot_(plot)
        , duration_(duration_us)
        , top_(top + plot_top)
        , most_(rounded_up(std::max(1.0, static_cast<double>(plot.packets->most_queue.count))))
    {
    }

    std::string draw()
    {
        out_ = fmt::format("<text class=\"title\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
            plot_left,
            top_ - 14,
            marked_up(plot_.title));
        axes();
        if (*plot_.marking)
            thresholds(**plot_.marking);
        curve();
        moment(plot_.packets->first_mark, "mark");
        moment(plot_.packets->first_pause, "pause");
        return std::move(out_);
    }

private:
    [[nodiscard]] double x_of(double time_us) const { return plot_left + time_us / duration_ * plot_width; }
    [[nodiscard]] double y_of(double bytes) const { return top_ + plot_height * (1 - bytes / most_); }

    void line(std::string_view kind, double x1, double y1, double x2, double y2)
    {
        out_ += fmt::format("<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n",
            kind,
            x1,
            y1,
            x2,
            y2);
    }

    void axes()
    {
        constexpr int parts = 4;
        for (int part = 0; part <= parts; ++part) {
            const double bytes = most_ * part / parts;
            line("grid", plot_left, y_of(bytes), plot_left + plot_width, y_of(bytes));
            out_ += text_at(plot_left - 8, y_of(bytes) + 4, "end", fmt::format("{:.0f}", bytes));
            const double time = duration_ * part / parts;
            out_ += text_at(x_of(time), top_ + plot_height + 18, "middle", fmt::format("{:g} us", time));
        }
    }

    void thresholds(const simulate::Marking& marking)
    {
        constexpr double line_of_text = 13;
        const auto low = static_cast<double>(marking.low.count);
        const auto high = static_cast<double>(marking.high.count);
        const bool together = high <= most_ && y_of(low) - y_of(high) < line_of_text;
        threshold(low, together ? "Kmin, Kmax" : "Kmin");
        threshold(high, together ? "" : "Kmax");
    }

    void threshold(double bytes, std::string_view name)
    {
        if (bytes > most_)
            return;
        line("threshold", plot_left, y_of(bytes), plot_left + plot_width, y_of(bytes));
        if (!name.empty())
            out_ += text_at(plot_left + plot_width + 6, y_of(bytes) + 4, "start", name);
    }

    // Each part of the time is drawn at its largest fill.
    void curve()
    {
        const std::vector<Bytes>& queue = plot_.packets->queue;
        std::string points;
        for (std::size_t part = 0; part < queue.size(); ++part) {
            const double width = duration_ / static_cast<double>(queue.size());
            points += fmt::format("{}{:.1f},{:.1f} {:.1f},{:.1f}",
                part == 0 ? "" : " ",
                x_of(width * static_cast<double>(part)),
                y_of(static_cast<double>(queue[part].count)),
                x_of(width * static_cast<double>(part + 1)),
                y_of(static_cast<double>(queue[part].count)));
        }
        out_ += fmt::format("<polyline class=\"queue\" points=\"{}\"/>\n", points);
    }

    void moment(const std::optional<simulate::Nanoseconds>& time, std::string_view name)
    {
        if (!time)
            return;
        const double x = x_of(time->count() / 1000);
        line(name, x, top_, x, top_ + plot_height);
        out_ += text_at(x + 4, top_ + (name == "mark" ? 12 : 26), "start", fmt::format("first {}", name));
    }

    const QueuePlot& plot_;
    double duration_;
    double top_;
    double most_; ///< bytes at the top of the plot
    std::string out_;
};

constexpr std::string_view picture_style = R"(<style>
svg { background: #ffffff; font: 12px system-ui, sans-serif; }
text { fill: #5a6675; } .title { fill: #1b2430; font-weight: 600; }
.grid { stroke: #dde2e9; } .queue { fill: none; stroke: #1f5fbf; stroke-width: 1.5; }
.threshold { stroke: #8f5a00; stroke-dasharray: 5 4; } .mark { stroke: #8f5a00; } .pause { stroke: #b3261e; }
@media (prefers-color-scheme: dark) {
svg { background: #19202a; } text { fill: #a0acbb; } .title { fill: #e6ebf2; }
.grid { stroke: #2d3744; } .queue { stroke: #7fb0ff; }
.threshold { stroke: #f3bf5c; } .mark { stroke: #f3bf5c; } .pause { stroke: #ff8a80; }
}
</style>
)";

}

std::string simulate_svg(const SimulateData& data)
{
    const std::vector<QueuePlot> plots = plots_of(data);
    const double height = panel_height * static_cast<double>(std::max<std::size_t>(plots.size(), 1));
    std::string out
        = fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 820 {0:.0f}\" width=\"820\" "
                      "height=\"{0:.0f}\" role=\"img\">\n"
                      "<title>Fill of egress queues over time, in bytes</title>\n{1}",
            height,
            picture_style);
    for (std::size_t index = 0; index < plots.size(); ++index)
        out += QueuePicture(
            plots[index], data.duration.count() / 1000, panel_height * static_cast<double>(index))
                   .draw();
    if (plots.empty())
        out += text_at(plot_left, plot_top, "start", "No incast was simulated.");
    return out + "</svg>\n";
}

}

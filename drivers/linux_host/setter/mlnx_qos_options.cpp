// SPDX-License-Identifier: Apache-2.0
// The options of python/mlnx_qos of mlnx-tools 26.07, and those of its earlier versions (--defltprio). Python's
// optparse accepts an unambiguous beginning of a long option, `--name=value`, and joined letters; it ends the
// program at the first option that it does not know (Python library reference, optparse, "How optparse handles
// errors").
#include "drivers/linux_host/setter/mlnx_qos_options.h"

#include "models/text/nearest.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::linux_host {
namespace {

constexpr auto qos_options = std::to_array<QosOption>({
    {"--dcbx", "-d", QosStep::dcbx},
    {"--cable_len", {}, QosStep::cable_length},
    {"--get_pfc", "-P", QosStep::show_pfc},
    {"--specific_pfc", "-F", QosStep::some_pfc},
    {"--pfc", "-f", QosStep::pfc},
    {"--dscp2prio", {}, QosStep::dscp_map, true, true},
    {"--defltprio", {}, QosStep::default_priority},
    {"--trust", {}, QosStep::trust},
    {"--prio2buffer", {}, QosStep::buffers},
    {"--buffer_size", {}, QosStep::buffers},
    {"--ratelimit", "-r", QosStep::rate_limits},
    {"--tsa", "-s", QosStep::classes},
    {"--tcbw", "-t", QosStep::classes},
    {"--prio_tc", "-p", QosStep::classes},
    {"--interface", "-i"},
    {{}, "-a", QosStep::none, false},
    {"--help", "-h", QosStep::none, false},
    {"--version", {}, QosStep::none, false},
});

bool only_shows(const QosOption& option) { return option.name == "--help" || option.name == "--version"; }

class QosParser {
public:
    explicit QosParser(std::span<const ShellWord> words) : words_(words) { }

    QosArguments parse()
    {
        while (at_ < words_.size() && !ended())
            take(words_[at_++]);
        if (!ended() && stray_ != nullptr)
            refuse(*stray_, fmt::format("has no use for \"{}\"", stray_->text));
        return std::move(result_);
    }

private:
    [[nodiscard]] bool ended() const
    {
        return result_.refused_at != nullptr || result_.only_shows || !result_.known;
    }

    void refuse(const ShellWord& word, std::string reason)
    {
        result_.refused = std::move(reason);
        result_.refused_at = &word;
    }

    void take(const ShellWord& word)
    {
        const std::string_view name = word.text.substr(0, word.text.find('='));
        const bool name_known = word.known || name.find_first_of("$`\"'{*") == std::string_view::npos;
        if (!name_known || (!word.known && name.size() == word.text.size())) {
            result_.known = false;
        } else if (word.text == "--") {
            if (at_ < words_.size() && stray_ == nullptr)
                stray_ = &words_[at_];
            at_ = words_.size();
        } else if (name.starts_with("--")) {
            take_long(word, name);
        } else if (word.text.starts_with('-') && word.text.size() > 1) {
            take_letters(word);
        } else if (stray_ == nullptr) {
            stray_ = &word;
        }
    }

    void take_long(const ShellWord& word, std::string_view name)
    {
        std::vector<std::string_view> meant;
        const QosOption* found = nullptr;
        for (const QosOption& option : qos_options) {
            if (option.name == name) {
                found = &option;
                meant = {name};
                break;
            }
            if (option.name.starts_with(name)) {
                found = &option;
                meant.push_back(option.name);
            }
        }
        if (meant.size() > 1)
            return refuse(word, fmt::format("does not know which of {} {} is", listed(meant, "or"), name));
        if (found == nullptr) {
            std::vector<std::string_view> names;
            for (const QosOption& option : qos_options) {
                if (!option.name.empty())
                    names.push_back(option.name);
            }
            const std::string_view similar = nearest(name, names);
            return refuse(word,
                fmt::format("has no option {}{}",
                    name,
                    similar.empty() ? std::string() : fmt::format(" (did you mean {}?)", similar)));
        }
        const bool joined = name.size() < word.text.size();
        if (!found->takes_value && joined)
            return refuse(word, fmt::format("takes no value for {}", found->name));
        if (joined)
            add(*found, rest_of(word, name.size() + 1));
        else
            add_next(*found, word);
    }

    // "-i", "-ieth0", "-ai eth0"
    void take_letters(const ShellWord& word)
    {
        for (std::size_t index = 1; index < word.text.size() && !ended(); ++index) {
            const char letter = word.text[index];
            const auto* found = std::ranges::find_if(qos_options, [letter](const QosOption& option) {
                return !option.letter.empty() && option.letter[1] == letter;
            });
            if (found == qos_options.end())
                return refuse(word, fmt::format("has no option -{}", letter));
            if (!found->takes_value) {
                add(*found, {});
                continue;
            }
            if (index + 1 < word.text.size())
                add(*found, rest_of(word, index + 1));
            else
                add_next(*found, word);
            return;
        }
    }

    // The value in the option's own word.
    static ShellWord rest_of(const ShellWord& word, std::size_t skipped)
    {
        ShellWord value = word;
        value.text.remove_prefix(skipped);
        if (word.written.starts_with(word.text.substr(0, skipped)))
            value.written.remove_prefix(skipped);
        else
            value.whole = false;
        return value;
    }

    void add_next(const QosOption& option, const ShellWord& word)
    {
        if (!option.takes_value)
            return add(option, {});
        if (at_ >= words_.size())
            return refuse(word, fmt::format("needs a value for {}", word.text));
        add(option, words_[at_++]);
    }

    void add(const QosOption& option, const ShellWord& value)
    {
        result_.only_shows = result_.only_shows || only_shows(option);
        if (!option.repeats)
            std::erase_if(
                result_.given, [&option](const QosArgument& other) { return other.option == &option; });
        result_.given.push_back({&option, value});
    }

    std::span<const ShellWord> words_;
    std::size_t at_ = 0;
    const ShellWord* stray_ = nullptr; ///< the first word that is neither an option nor a value
    QosArguments result_;
};

}

QosArguments parse_mlnx_qos(std::span<const ShellWord> words) { return QosParser(words).parse(); }

}

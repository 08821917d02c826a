// SPDX-License-Identifier: Apache-2.0
// What a device's findings rest on is not declared anywhere, and could not be trusted if it were: it is noted while its rules
// look at the fabric. Nothing of a fabric, and of what is judged of its ports, can be reached but through what notes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace rocelint {

struct PortId;

/// What was looked at on this thread while it lives, beside one device of its own. Sights nest: only the innermost is told, and
/// none while an UnseenScope lives inside it.
class Sight {
public:
    /// One thing of the fabric.
    struct Seen {
        enum class What : std::uint8_t {
            device, ///< its model
            link, ///< what a port is cabled to
            judgement, ///< of a port
            links, ///< of all ports of the device
            judgements, ///< the same
        };
        What what;
        std::uint32_t device;
        std::uint32_t port;
        friend auto operator<=>(const Seen&, const Seen&) = default;
    };

    explicit Sight(std::uint32_t own) : own_(own), outer_(innermost_) { innermost_ = this; }
    ~Sight() { innermost_ = outer_; }
    Sight(const Sight&) = delete;
    Sight& operator=(const Sight&) = delete;

    /// Whether more was looked at than single devices: everything may have had a part in what was found.
    [[nodiscard]] bool saw_everything() const { return everything_; }
    /// Each once, in order; of the device's own nothing.
    [[nodiscard]] std::vector<Seen> take();

    static void note(Seen::What what, std::uint32_t device, std::uint32_t port = 0)
    {
        if (innermost_ != nullptr && innermost_->own_ != device)
            innermost_->add({what, device, port});
    }
    static void note_everything()
    {
        if (innermost_ != nullptr)
            innermost_->everything_ = true;
    }

private:
    friend class UnseenScope;
    void add(const Seen& seen);

    static constinit thread_local Sight* innermost_;
    std::uint32_t own_;
    Sight* outer_;
    bool everything_ = false;
    std::vector<Seen> seen_;
    std::size_t sorted_ = 0; ///< so many at the beginning are in order, each once
};

/// While it lives no sight of this thread is told: for what is worked out once for all, whoever asks first.
class UnseenScope {
public:
    UnseenScope() : outer_(Sight::innermost_) { Sight::innermost_ = nullptr; }
    ~UnseenScope() { Sight::innermost_ = outer_; }
    UnseenScope(const UnseenScope&) = delete;
    UnseenScope& operator=(const UnseenScope&) = delete;

private:
    Sight* outer_;
};

/// A vector with an element for each device, of which who reads one element is noted with the device, and who reads more with
/// everything.
template <class T, Sight::Seen::What what>
class ByDevice {
public:
    using value_type = T;
    using const_iterator = typename std::vector<T>::const_iterator;

    ByDevice() = default;
    ByDevice(std::vector<T> all) : all_(std::move(all)) { } // NOLINT(google-explicit-constructor): it is one
    operator const std::vector<T>&() const // NOLINT(google-explicit-constructor): it is one
    {
        Sight::note_everything();
        return all_;
    }

    [[nodiscard]] const T& operator[](std::size_t device) const
    {
        Sight::note(what, static_cast<std::uint32_t>(device));
        return all_[device];
    }
    [[nodiscard]] std::size_t size() const { return all().size(); }
    [[nodiscard]] bool empty() const { return all().empty(); }
    [[nodiscard]] auto begin() const { return all().begin(); }
    [[nodiscard]] auto end() const { return all_.end(); }
    [[nodiscard]] const T& front() const { return all().front(); }
    [[nodiscard]] const T& back() const { return all().back(); }

    /// For who notes itself what is read.
    [[nodiscard]] const std::vector<T>& unseen() const { return all_; }

    // To change them, before anybody looks.
    [[nodiscard]] T& operator[](std::size_t at) { return all_[at]; }
    [[nodiscard]] auto begin() { return all_.begin(); }
    [[nodiscard]] auto end() { return all_.end(); }
    void push_back(T value) { all_.push_back(std::move(value)); }
    template <class... Arguments>
    T& emplace_back(Arguments&&... arguments)
    {
        return all_.emplace_back(std::forward<Arguments>(arguments)...);
    }
    void resize(std::size_t size) { all_.resize(size); }
    void clear() { all_.clear(); }

private:
    [[nodiscard]] const std::vector<T>& all() const
    {
        Sight::note_everything();
        return all_;
    }

    std::vector<T> all_;
};

/// A vector whose reader is noted with everything.
template <class T>
class OfAll {
public:
    using value_type = T;
    using const_iterator = typename std::vector<T>::const_iterator;

    OfAll() = default;
    OfAll(std::vector<T> all) : all_(std::move(all)) { } // NOLINT(google-explicit-constructor): it is one
    operator const std::vector<T>&() const { return all(); } // NOLINT(google-explicit-constructor): it is one

    [[nodiscard]] const T& operator[](std::size_t at) const { return all()[at]; }
    [[nodiscard]] std::size_t size() const { return all().size(); }
    [[nodiscard]] bool empty() const { return all().empty(); }
    [[nodiscard]] auto begin() const { return all().begin(); }
    [[nodiscard]] auto end() const { return all_.end(); }
    [[nodiscard]] const T& front() const { return all().front(); }
    [[nodiscard]] const T& back() const { return all().back(); }

    /// For who notes itself what is read.
    [[nodiscard]] const std::vector<T>& unseen() const { return all_; }

    // To change them, before anybody looks.
    [[nodiscard]] T& operator[](std::size_t at) { return all_[at]; }
    [[nodiscard]] auto begin() { return all_.begin(); }
    [[nodiscard]] auto end() { return all_.end(); }
    void push_back(T value) { all_.push_back(std::move(value)); }
    template <class... Arguments>
    T& emplace_back(Arguments&&... arguments)
    {
        return all_.emplace_back(std::forward<Arguments>(arguments)...);
    }
    void resize(std::size_t size) { all_.resize(size); }
    void clear() { all_.clear(); }

private:
    [[nodiscard]] const std::vector<T>& all() const
    {
        Sight::note_everything();
        return all_;
    }

    std::vector<T> all_;
};

}

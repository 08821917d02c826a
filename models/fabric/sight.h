// SPDX-License-Identifier: Apache-2.0
// Records which parts of the fabric the rules of a device look at, because its findings depend on them. This
// is not declared by hand, since a declaration could be wrong. All access to the fabric and to judgments of
// its ports goes through types that record it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace rocelint {

struct PortId;

/// Records what this thread looks at during its lifetime, except one device of its own. Sights nest: only the
/// innermost records, and none records while an UnseenScope inside it is alive.
class Sight {
public:
    /// One part of the fabric.
    struct Seen {
        enum class What : std::uint8_t {
            device, ///< its model
            link, ///< the link of a port
            judgement, ///< the judgment of a port
            links, ///< the links of all ports of the device
            judgements, ///< the judgments of all ports of the device
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

    /// Whether anything beyond single devices was read, so that the findings may depend on everything.
    [[nodiscard]] bool saw_everything() const { return everything_; }
    /// What was looked at, sorted, without duplicates and without the own device.
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
    std::size_t sorted_ = 0; ///< number of elements at the start that are sorted and unique
};

/// Suspends all sights of this thread during its lifetime, for values that are computed once and shared by
/// all callers.
class UnseenScope {
public:
    UnseenScope() : outer_(Sight::innermost_) { Sight::innermost_ = nullptr; }
    ~UnseenScope() { Sight::innermost_ = outer_; }
    UnseenScope(const UnseenScope&) = delete;
    UnseenScope& operator=(const UnseenScope&) = delete;

private:
    Sight* outer_;
};

/// A vector with one element per device. Reading one element records that device; any other access records
/// everything.
template <class T, Sight::Seen::What what>
class ByDevice {
public:
    using value_type = T;
    using const_iterator = typename std::vector<T>::const_iterator;

    ByDevice() = default;
    // NOLINT(google-explicit-constructor): wraps a vector
    ByDevice(std::vector<T> all) : all_(std::move(all)) { }
    operator const std::vector<T>&() const // NOLINT(google-explicit-constructor): behaves like a vector
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

    /// For callers that record their reads themselves.
    [[nodiscard]] const std::vector<T>& unseen() const { return all_; }

    // Non-const access for filling the vector, before any rule reads it.
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

/// A vector for which every read records everything.
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

    /// For callers that record their reads themselves.
    [[nodiscard]] const std::vector<T>& unseen() const { return all_; }

    // Non-const access for filling the vector, before any rule reads it.
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

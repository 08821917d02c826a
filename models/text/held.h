// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

namespace rocelint {

/// A value that may be absent and is kept apart from its owner, so that owners without one stay small. A copy of the owner
/// has a value of its own.
template <class T>
class Held {
public:
    Held() = default;
    explicit Held(T value) : value_(std::make_unique<T>(std::move(value))) { }
    Held(const Held& other) : value_(other.value_ ? std::make_unique<T>(*other.value_) : nullptr) { }
    Held(Held&&) noexcept = default;
    Held& operator=(const Held& other)
    {
        if (this != &other)
            value_ = other.value_ ? std::make_unique<T>(*other.value_) : nullptr;
        return *this;
    }
    Held& operator=(Held&&) noexcept = default;
    ~Held() = default;

    /// Puts a new value, made of nothing, in the place of what is there.
    T& emplace()
    {
        value_ = std::make_unique<T>();
        return *value_;
    }
    [[nodiscard]] explicit operator bool() const { return value_ != nullptr; }
    [[nodiscard]] T& operator*() { return *value_; }
    [[nodiscard]] const T& operator*() const { return *value_; }
    [[nodiscard]] T* operator->() { return value_.get(); }
    [[nodiscard]] const T* operator->() const { return value_.get(); }

private:
    std::unique_ptr<T> value_;
};

}

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

namespace rocelint {

/// An optional value that is stored separately from its owner, so that owners without one stay small. Copying
/// the owner copies the value.
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

    /// Replaces the value with a default-constructed one.
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

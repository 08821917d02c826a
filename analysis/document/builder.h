// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/document/document.h"
#include "analysis/document/json_value.h"

#include <array>
#include <string>

namespace rocelint::document {

/// Parts of the document that are built when first read. The second half of the list holds the origins of
/// their values. The comments explain the fields of late::Deferred.
enum class Kind : std::uint16_t {
    unread, ///< an unread setting; first: device, second: OriginId, index: argument of what()
    device, ///< first: device; the same for all kinds below
    summary,
    ports,
    port, ///< second: port
    peer, ///< second: port
    queues, ///< second: port
    queue, ///< second: index in Device::queues, index: port; the same for groups
    groups,
    group,
    maps,
    map, ///< second: index in the device's table; the same for the kinds below
    points,
    ecn_profiles,
    ecn_profile,
    curves,
    curve, ///< index: the curve's index
    schedulers,
    scheduler,
    pools,
    pool,
    buffer_profiles,
    buffer_profile,
    buffer_profile_list,
    policies,
    policy,
    policy_classes,
    policy_class, ///< index: the class's index
    nics,
    nic,
    jobs,
    job,
    addresses,
    routes,
    neighbours,
    devices,
    links,
    link, ///< first: link
    manager,
    of_device, ///< origins from here on
    of_port,
    of_queue,
    of_group,
    of_points,
    of_curve,
    of_scheduler,
    of_pool,
    of_buffer_profile,
    of_policy_class,
    of_nic,
    of_job,
    of_manager,
};

/// Builds the parts of a Document.
class Document::Builder {
public:
    explicit Builder(const Analysis& analysis);

    [[nodiscard]] jv fabric();
    [[nodiscard]] jv device(std::uint32_t device);
    [[nodiscard]] jv port(std::uint32_t device, std::uint32_t port, bool with_peer = true);
    [[nodiscard]] jv link(std::uint32_t link);
    [[nodiscard]] jv job(std::uint32_t device, std::uint32_t job);
    [[nodiscard]] jv make(const late::Deferred& deferred, bool with_places);
    /// The readable name of a deferred unread value.
    [[nodiscard]] std::string_view what(std::int32_t index) const
    {
        return whats_[static_cast<std::size_t>(index)];
    }

private:
    // The keys of one table of rows, with their readable names.
    struct Names {
        std::vector<jq::Value> keys;
        std::vector<std::int32_t> whats;
    };
    [[nodiscard]] jv key(std::string_view name);
    void set(jv& object, std::string_view name, jv value)
    {
        object = jv_object_set(object, key(name), value);
    }
    [[nodiscard]] static jv unread(std::uint32_t device, OriginId origin, std::int32_t what);
    [[nodiscard]] static jv later(
        Kind kind, std::uint32_t first, std::uint32_t second = 0, std::uint32_t index = 0);
    [[nodiscard]] static jv list(
        Kind kind, std::size_t count, std::uint32_t first, std::uint32_t from = 0, std::uint32_t index = 0);

    template <class T>
    [[nodiscard]] const Names& names();
    template <class T>
    void set_fields(jv& object, const T& record, std::uint32_t device);
    template <class T>
    void set_origins(jv& object, const T& record, std::uint32_t device, std::uint32_t port);
    template <class T>
    [[nodiscard]] jv origins(const T& record, std::uint32_t device, std::uint32_t port = Port::no_index);
    [[nodiscard]] jv origin(OriginId id, std::uint32_t device, std::uint32_t port);
    [[nodiscard]] jv place(Span at, std::uint32_t device, std::uint32_t port);
    void add_line(jv& object, Span at);
    [[nodiscard]] jv numbers(Span at, std::uint32_t device, std::uint32_t port) const;

    template <class V>
    [[nodiscard]] jv known(const auto& row, const V& value, std::uint32_t device) const;

    [[nodiscard]] jv role(std::uint32_t device);
    [[nodiscard]] jv summary(std::uint32_t device);
    [[nodiscard]] jv map(std::uint32_t device, std::uint32_t map);
    [[nodiscard]] jv points(std::uint32_t device, std::uint32_t map, bool of_origins);
    [[nodiscard]] jv policy_class(std::uint32_t device, std::uint32_t policy, std::uint32_t index);
    [[nodiscard]] jv nic(std::uint32_t device, std::uint32_t nic);
    [[nodiscard]] jv addresses(std::uint32_t device);
    [[nodiscard]] jv routes(std::uint32_t device);
    [[nodiscard]] jv neighbours(std::uint32_t device);
    template <class T>
    [[nodiscard]] jv named(const T& record, Kind origins, std::uint32_t device, std::uint32_t index);
    [[nodiscard]] jv make_origins(const late::Deferred& deferred);
    [[nodiscard]] jv make_list(const late::Deferred& deferred);

    const Fabric& fabric_;
    const Analysis& analysis_;
    std::unordered_map<std::string_view, jq::Value> keys_; ///< cached keys of string literals
    std::unordered_map<const void*, Names> names_; ///< by table
    std::vector<std::string_view> whats_;
    std::unordered_map<SourceId, LineTable> lines_;
    std::vector<jq::Value> summaries_; ///< by device, once built
    bool with_places_ = true;
};

}

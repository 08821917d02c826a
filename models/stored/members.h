// SPDX-License-Identifier: Apache-2.0
// The members of every stored record, each once. Writing and reading use the same table. A member that is
// missing both here and in models/fabric/fields.h does not compile.
#pragma once

#include "models/fabric/fields.h"
#include "models/syntax/coverage.h"
#include "models/syntax/tree.h"

#include <cstddef>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

namespace rocelint::stored {

/// A member that holds ids of files, which differ from run to run.
template <class T>
struct Files {
    std::vector<SourceId> T::*member;
};
template <class T>
Files(std::vector<SourceId> T::*) -> Files<T>;

/// The members that are not settings.
template <class T>
inline constexpr std::nullptr_t members_of = nullptr;

// clang-format off
template <> inline constexpr std::tuple members_of<Bytes>{&Bytes::count};
template <> inline constexpr std::tuple members_of<BitsPerSecond>{&BitsPerSecond::count};
template <> inline constexpr std::tuple members_of<Metres>{&Metres::count};
template <> inline constexpr std::tuple members_of<Percent>{&Percent::hundredths};
template <> inline constexpr std::tuple members_of<PrioritySet>{&PrioritySet::bits};
template <> inline constexpr std::tuple members_of<DscpSet>{&DscpSet::bits};
template <> inline constexpr std::tuple members_of<HashFields>{&HashFields::bits};
template <> inline constexpr std::tuple members_of<Ref>{&Ref::index};
template <> inline constexpr std::tuple members_of<IpAddress>{&IpAddress::bytes};
template <> inline constexpr std::tuple members_of<IpPrefix>{&IpPrefix::address, &IpPrefix::length};
template <> inline constexpr std::tuple members_of<Origin>{&Origin::kind, &Origin::at, &Origin::via, &Origin::note};
template <> inline constexpr std::tuple members_of<InterfaceAddress>{
    &InterfaceAddress::port, &InterfaceAddress::prefix, &InterfaceAddress::at};
template <> inline constexpr std::tuple members_of<StaticRoute>{&StaticRoute::to, &StaticRoute::via, &StaticRoute::port,
    &StaticRoute::discards, &StaticRoute::distance, &StaticRoute::at};
template <> inline constexpr std::tuple members_of<Forwarding>{&Forwarding::addresses, &Forwarding::routes};
template <> inline constexpr std::tuple members_of<LoadBalancing>{};
template <> inline constexpr std::tuple members_of<HeadroomParameters>{};
template <> inline constexpr std::tuple members_of<Trimming>{};
template <> inline constexpr std::tuple members_of<PfcWatchdog>{};
template <> inline constexpr std::tuple members_of<PolicyClass>{&PolicyClass::name, &PolicyClass::at, &PolicyClass::dscps,
    &PolicyClass::pcps, &PolicyClass::matches_everything, &PolicyClass::matches_nothing, &PolicyClass::matches_other,
    &PolicyClass::definition};
template <> inline constexpr std::tuple members_of<ClassPolicy>{&ClassPolicy::name, &ClassPolicy::at, &ClassPolicy::classes};
template <> inline constexpr std::tuple members_of<ClassMap>{
    &ClassMap::kind, &ClassMap::name, &ClassMap::at, &ClassMap::to, &ClassMap::origin};
template <> inline constexpr std::tuple members_of<EcnCurve>{&EcnCurve::colour};
template <> inline constexpr std::tuple members_of<EcnProfile>{&EcnProfile::name, &EcnProfile::at, &EcnProfile::curves};
template <> inline constexpr std::tuple members_of<Scheduler>{&Scheduler::name, &Scheduler::at};
template <> inline constexpr std::tuple members_of<BufferPool>{&BufferPool::name, &BufferPool::at};
template <> inline constexpr std::tuple members_of<BufferProfile>{&BufferProfile::name, &BufferProfile::at};
template <> inline constexpr std::tuple members_of<BufferProfileList>{&BufferProfileList::at, &BufferProfileList::profiles};
template <> inline constexpr std::tuple members_of<Queue>{&Queue::number};
template <> inline constexpr std::tuple members_of<PriorityGroup>{&PriorityGroup::number};
template <> inline constexpr std::tuple members_of<Gid>{&Gid::index, &Gid::version, &Gid::link_local, &Gid::at};
template <> inline constexpr std::tuple members_of<DcqcnParameter>{
    &DcqcnParameter::name, &DcqcnParameter::value, &DcqcnParameter::at};
template <> inline constexpr std::tuple members_of<Nic>{&Nic::rdma_device, &Nic::port, &Nic::notification_seen,
    &Nic::reaction_seen, &Nic::notification_at, &Nic::reaction_at, &Nic::gids, &Nic::dcqcn};
template <> inline constexpr std::tuple members_of<HostIbPort>{
    &HostIbPort::rdma_device, &HostIbPort::number, &HostIbPort::node_guid};
template <> inline constexpr std::tuple members_of<Job>{&Job::name, &Job::at};
template <> inline constexpr std::tuple members_of<Neighbour>{&Neighbour::port, &Neighbour::source, &Neighbour::at,
    &Neighbour::device, &Neighbour::port_id, &Neighbour::port_description};
template <> inline constexpr std::tuple members_of<Port>{&Port::name, &Port::alias, &Port::description, &Port::kind, &Port::at,
    &Port::lag, &Port::parent, &Port::nic, &Port::watchdog, &Port::first_queue, &Port::first_group, &Port::queue_count,
    &Port::group_count, &Port::queues_visible, &Port::groups_visible};
// Origins come first, because every later setting refers to them.
template <> inline constexpr std::tuple members_of<Device>{&Device::arena, &Device::origins, &Device::name,
    &Device::name_is_configured, &Device::stated_name, &Device::platform, &Device::kind, &Device::fragment,
    &Device::names_undefined, &Device::lines_lost,
    Files{&Device::files}, &Device::identity, &Device::model, &Device::asic, &Device::version, &Device::release,
    &Device::tunnel_remap, &Device::has_watchdog, &Device::watchdog_has_times, &Device::load_balancing, &Device::forwarding,
    &Device::rdma_devices, &Device::ib_ports, Files{&Device::boot_files}, &Device::boot_files_are_corrections, &Device::ports, &Device::queues,
    &Device::groups, &Device::maps, &Device::policies, &Device::class_maps, &Device::unbound, &Device::ecn_profiles, &Device::schedulers,
    &Device::pools, &Device::buffer_profiles, &Device::buffer_profile_lists, &Device::headroom, &Device::trimming,
    &Device::nics, &Device::jobs, &Device::neighbours, &Device::subnet, &Device::manager};
template <> inline constexpr std::tuple members_of<IbWidths>{&IbWidths::bits};
template <> inline constexpr std::tuple members_of<IbSpeeds>{&IbSpeeds::bits};
template <> inline constexpr std::tuple members_of<SlToVl>{&SlToVl::vl};
template <> inline constexpr std::tuple members_of<IbNode>{&IbNode::kind, &IbNode::guid, &IbNode::system_guid, &IbNode::id,
    &IbNode::description, &IbNode::chassis, &IbNode::at, &IbNode::port_count, &IbNode::enhanced_port_zero,
    &IbNode::first_port, &IbNode::ports, &IbNode::forwarding};
template <> inline constexpr std::tuple members_of<IbPort>{&IbPort::node, &IbPort::number, &IbPort::guid, &IbPort::at};
template <> inline constexpr std::tuple members_of<IbSl2vl>{&IbSl2vl::port, &IbSl2vl::in, &IbSl2vl::table, &IbSl2vl::at};
template <> inline constexpr std::tuple members_of<IbArbEntry>{&IbArbEntry::vl, &IbArbEntry::weight};
template <> inline constexpr std::tuple members_of<IbArbitration>{&IbArbitration::port, &IbArbitration::high,
    &IbArbitration::low, &IbArbitration::high_at, &IbArbitration::low_at, &IbArbitration::high_limit};
template <> inline constexpr std::tuple members_of<IbPkeys>{&IbPkeys::port, &IbPkeys::keys, &IbPkeys::at};
template <> inline constexpr std::tuple members_of<IbCounter>{
    &IbCounter::port, &IbCounter::kind, &IbCounter::saturated, &IbCounter::value, &IbCounter::at};
template <> inline constexpr std::tuple members_of<IbForwarding>{&IbForwarding::node, &IbForwarding::out, &IbForwarding::at,
    &IbForwarding::rows, &IbForwarding::complete};
template <> inline constexpr std::tuple members_of<IbPath>{&IbPath::from, &IbPath::to, &IbPath::sl, &IbPath::mtu_code,
    &IbPath::rate_code, &IbPath::pkey, &IbPath::at};
template <> inline constexpr std::tuple members_of<IbMulticastGroup>{&IbMulticastGroup::gid, &IbMulticastGroup::lid,
    &IbMulticastGroup::pkey, &IbMulticastGroup::sl, &IbMulticastGroup::mtu_code, &IbMulticastGroup::rate_code,
    &IbMulticastGroup::at};
template <> inline constexpr std::tuple members_of<IbManager>{
    &IbManager::lid, &IbManager::guid, &IbManager::priority, &IbManager::state, &IbManager::at};
template <> inline constexpr std::tuple members_of<IbConflict>{&IbConflict::believed, &IbConflict::other, &IbConflict::message};
template <> inline constexpr std::tuple members_of<IbCapture>{&IbCapture::file, &IbCapture::kind, &IbCapture::time,
    &IbCapture::from, &IbCapture::broken, &IbCapture::lists_all_nodes, &IbCapture::lists_all_links};
template <> inline constexpr std::tuple members_of<Subnet>{&Subnet::captures, &Subnet::nodes, &Subnet::ports, &Subnet::tables,
    &Subnet::sl2vl, &Subnet::arbitration, &Subnet::pkeys, &Subnet::counters, &Subnet::paths,
    &Subnet::groups, &Subnet::managers, &Subnet::conflicts, &Subnet::index};
template <> inline constexpr std::tuple members_of<SmOption>{&SmOption::name, &SmOption::given, &SmOption::runs, &SmOption::misread, &SmOption::why, &SmOption::meant,
    &SmOption::intended, &SmOption::at, &SmOption::value_at, &SmOption::known, &SmOption::secret, &SmOption::overridden};
template <> inline constexpr std::tuple members_of<SmFault>{&SmFault::kind, &SmFault::at, &SmFault::text, &SmFault::message,
    &SmFault::mend_at, &SmFault::wrong, &SmFault::right};
template <> inline constexpr std::tuple members_of<SmEngine>{&SmEngine::engine, &SmEngine::name, &SmEngine::at, &SmEngine::meant};
template <> inline constexpr std::tuple members_of<SmQosClass>{&SmQosClass::of, &SmQosClass::sl2vl_entries, &SmQosClass::high,
    &SmQosClass::low, &SmQosClass::high_at, &SmQosClass::low_at};
template <> inline constexpr std::tuple members_of<SmMember>{&SmMember::kind, &SmMember::guid, &SmMember::text,
    &SmMember::membership, &SmMember::membership_text, &SmMember::by_prefix, &SmMember::at};
template <> inline constexpr std::tuple members_of<SmPartition>{&SmPartition::name, &SmPartition::pkey, &SmPartition::pkey_text,
    &SmPartition::indx0, &SmPartition::ipoib, &SmPartition::rate_code, &SmPartition::mtu_code, &SmPartition::sl,
    &SmPartition::rate_at, &SmPartition::mtu_at, &SmPartition::sl_at, &SmPartition::default_membership,
    &SmPartition::members, &SmPartition::at, &SmPartition::whole, &SmPartition::text};
template <> inline constexpr std::tuple members_of<SmPortGroup>{
    &SmPortGroup::name, &SmPortGroup::use, &SmPortGroup::guids, &SmPortGroup::selectors, &SmPortGroup::at};
template <> inline constexpr std::tuple members_of<SmQosLevel>{
    &SmQosLevel::name, &SmQosLevel::use, &SmQosLevel::pkeys, &SmQosLevel::at};
template <> inline constexpr std::tuple members_of<SmQosRule>{&SmQosRule::use, &SmQosRule::level, &SmQosRule::source,
    &SmQosRule::destination, &SmQosRule::service_ids, &SmQosRule::qos_classes, &SmQosRule::pkeys, &SmQosRule::ulp,
    &SmQosRule::at, &SmQosRule::level_at};
template <> inline constexpr std::tuple members_of<SmQosPolicy>{
    &SmQosPolicy::at, &SmQosPolicy::groups, &SmQosPolicy::levels, &SmQosPolicy::rules, &SmQosPolicy::qos_setup};
template <> inline constexpr std::tuple members_of<SmGuid>{
    &SmGuid::list, &SmGuid::guid, &SmGuid::first_lid, &SmGuid::last_lid, &SmGuid::name, &SmGuid::at};
template <> inline constexpr std::tuple members_of<SmFileName>{
    &SmFileName::option, &SmFileName::path, &SmFileName::file, &SmFileName::at};
template <> inline constexpr std::tuple members_of<SubnetManager>{&SubnetManager::flavour, &SubnetManager::flavour_why,
    &SubnetManager::conf, &SubnetManager::options, &SubnetManager::engines, &SubnetManager::engines_at,
    &SubnetManager::qos_classes, &SubnetManager::files, &SubnetManager::faults, &SubnetManager::partitions_dropped, &SubnetManager::has_partitions, &SubnetManager::partitions,
    &SubnetManager::has_qos_policy, &SubnetManager::qos_policy, &SubnetManager::guids};
template <> inline constexpr std::tuple members_of<Duties>{&Duties::bits};
template <> inline constexpr std::tuple members_of<Definition>{
    &Definition::what, &Definition::name, &Definition::at, &Definition::duties};
template <> inline constexpr std::tuple members_of<SyntaxProblem>{&SyntaxProblem::severity, &SyntaxProblem::at,
    &SyntaxProblem::message, &SyntaxProblem::outdated, &SyntaxProblem::lost_name, &SyntaxProblem::lost_from,
    &SyntaxProblem::hint, &SyntaxProblem::hint_message};
template <> inline constexpr std::tuple members_of<Coverage::Detail>{
    &Coverage::Detail::line, &Coverage::Detail::state, &Coverage::Detail::text, &Coverage::Detail::offset};
template <> inline constexpr std::tuple members_of<Coverage>{
    &Coverage::unit, &Coverage::total, &Coverage::counts, &Coverage::details, &Coverage::details_left_out};
// clang-format on

namespace detail {

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

// Initializes a member of any type. Not for optionals, which construct themselves from their contents.
struct Anything {
    template <class T>
    requires(!is_optional<T>) operator T() const; // NOLINT(google-explicit-constructor)
};

template <class T, std::size_t... index>
constexpr bool takes(std::index_sequence<index...>)
{
    return requires { T{(static_cast<void>(index), Anything{})...}; };
}

template <class T>
constexpr std::size_t count_fields()
{
    if constexpr (std::is_null_pointer_v<std::remove_cvref_t<decltype(fields_of<T>)>>)
        return 0;
    else
        return std::tuple_size_v<std::remove_cvref_t<decltype(fields_of<T>)>>;
}

template <class T>
constexpr std::size_t count_members()
{
    return std::tuple_size_v<std::remove_cvref_t<decltype(members_of<T>)>> + count_fields<T>();
}

}

/// Whether the tables name as many members as the struct has.
template <class T>
inline constexpr bool names_all_members
    = std::is_aggregate_v<T>&& detail::takes<T>(std::make_index_sequence<detail::count_members<T>()>{})
    && !detail::takes<T>(std::make_index_sequence<detail::count_members<T>() + 1>{});

/// A struct that is stored member by member.
template <class T>
concept Record = !std::is_null_pointer_v<std::remove_cvref_t<decltype(members_of<T>)>>;

/// Calls `visit(member)` for each member of a record or const record: first those of the table, then the
/// settings.
template <class T, class Visit>
void for_each_member(T& record, Visit&& visit)
{
    using Plain = std::remove_const_t<T>;
    static_assert(names_all_members<Plain>, "a member is missing in members.h, or stands there twice");
    const auto visit_one = [&]<class Member>(const Member& member) {
        if constexpr (requires { member.member; })
            visit(Files<Plain>{member.member}, record.*member.member);
        else
            visit(record.*member);
    };
    std::apply([&](const auto&... member) { (visit_one(member), ...); }, members_of<Plain>);
    if constexpr (detail::count_fields<Plain>() > 0)
        for_each_field(fields_of<Plain>, [&](const auto& row) { visit(record.*row.member); });
}

}

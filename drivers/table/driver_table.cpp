// SPDX-License-Identifier: Apache-2.0
// The only place that names all drivers.
#include "drivers/aoscx/aoscx.h"
#include "drivers/app_env/app_env.h"
#include "drivers/comware/comware.h"
#include "drivers/driver.h"
#include "drivers/eos/eos.h"
#include "drivers/esxi_host/esxi_host.h"
#include "drivers/ib_fabric/ib_fabric.h"
#include "drivers/in_force.h"
#include "drivers/iosxr/iosxr.h"
#include "drivers/junos/junos.h"
#include "drivers/kubernetes/kubernetes.h"
#include "drivers/linux_host/linux_host.h"
#include "drivers/nvue/nvue.h"
#include "drivers/nxos/nxos.h"
#include "drivers/onyx/onyx.h"
#include "drivers/opensm/opensm.h"
#include "drivers/os10/os10.h"
#include "drivers/sample_cli/sample_cli.h"
#include "drivers/sample_nos/sample_nos.h"
#include "drivers/sonic/sonic.h"
#include "drivers/sonic_cli/sonic_cli.h"
#include "drivers/srlinux/srlinux.h"
#include "drivers/table/document.h"
#include "drivers/table/kept_reason.h"
#include "drivers/table/quoted_blocks.h"
#include "drivers/table/signs.h"
#include "drivers/table/text_kind.h"
#include "drivers/table/unread_platforms.h"
#include "drivers/vrp/vrp.h"
#include "drivers/windows_host/windows_host.h"
#include "models/text/prompt.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace rocelint {
namespace {

constexpr auto drivers = std::to_array<const Driver*>({&sonic::driver,
    &eos::driver,
    &junos::driver,
    &onyx::driver,
    &nxos::driver,
    &sonic_cli::driver,
    &nvue::driver,
    &os10::driver,
    &vrp::driver,
    &aoscx::driver,
    &comware::driver,
    &iosxr::driver,
    &srlinux::driver,
    &linux_host::driver,
    &windows_host::driver,
    &esxi_host::driver,
    &kubernetes::driver,
    &app_env::driver,
    &ib_fabric::driver,
    &opensm::driver,
    &sample_nos::driver,
    &sample_cli::driver});

// The signs of all platforms: first those with a driver, then those without.
const SignIndex& all_signs()
{
    static const std::array records = [] {
        std::array<const Driver*, drivers.size() + unread_platforms.size()> all{};
        for (std::size_t at = 0; at < all.size(); ++at)
            all[at] = at < drivers.size() ? drivers[at] : &unread_platforms[at - drivers.size()];
        return all;
    }();
    static const SignIndex signs(records);
    return signs;
}

bool looks_binary(std::string_view text)
{
    constexpr std::size_t looked_at = 4096;
    return text.substr(0, looked_at).find('\0') != std::string_view::npos;
}

// Why a compressed file or an archive is not read, by its first bytes. Empty for any other file.
std::string_view compression_of(std::string_view text)
{
    // gzip: RFC 1952, section 2.3.1; the others by the magic numbers of their formats.
    constexpr std::array<std::pair<std::string_view, std::string_view>, 5> forms{{
        {"\x1f\x8b", "the file is compressed (gzip); unpack it first"},
        {"PK\x03\x04", "the file is an archive (zip); unpack it first"},
        {"\xfd"
         "7zXZ",
            "the file is compressed (xz); unpack it first"},
        {"\x28\xb5\x2f\xfd", "the file is compressed (zstd); unpack it first"},
        {"BZh", "the file is compressed (bzip2); unpack it first"},
    }};
    for (const auto& [begin, reason] : forms) {
        if (text.starts_with(begin))
            return reason;
    }
    return {};
}

// Typed commands show what was meant to change, not what the switch has now.
bool is_typed(std::string_view text)
{
    constexpr std::size_t looked_at = std::size_t{64} << 10;
    std::size_t typed = 0;
    std::size_t lines = 0;
    text = text.substr(0, looked_at);
    while (!text.empty()) {
        const std::size_t feed = text.find('\n');
        lines += feed == 0 ? 0 : 1;
        typed += is_typed_in_config_mode(text.substr(0, feed)) ? 1 : 0;
        text = feed == std::string_view::npos ? std::string_view{} : text.substr(feed + 1);
    }
    return typed * 2 > lines;
}

}

std::span<const Driver* const> all_drivers() { return drivers; }

const Driver* find_driver(std::string_view name)
{
    for (const Driver* driver : drivers) {
        if (driver->name == name)
            return driver;
    }
    return nullptr;
}

const Driver* find_driver_of_ansible(std::string_view network_os)
{
    for (const Driver* driver : drivers) {
        if (std::ranges::find(driver->ansible_names, network_os) != driver->ansible_names.end())
            return driver;
    }
    return nullptr;
}

namespace {

// Template directives of Terraform, which no platform uses: "%{ for vlan in vlans ~}", "%{if x}".
bool is_terraform_template(std::string_view text)
{
    for (std::size_t at = text.find("%{"); at != std::string_view::npos; at = text.find("%{", at + 2)) {
        std::size_t word = at + 2;
        while (word < text.size() && (text[word] == ' ' || text[word] == '~'))
            ++word;
        const std::string_view rest = text.substr(word);
        if (rest.starts_with("for ") || rest.starts_with("if "))
            return true;
    }
    return false;
}

constexpr std::string_view unknown_content = "no platform recognises the content";

// Recognizes the content as if no file were a document.
Recognition recognise_content(const Source& source)
{
    if (source.size() == 0)
        return {nullptr, "the file is empty"};
    if (const std::string_view compressed = compression_of(source.text()); !compressed.empty())
        return {nullptr, compressed};
    if (looks_binary(source.text()))
        return {nullptr, "the file is binary"};
    if (is_terraform_template(source.text()))
        return {nullptr, "a template of Terraform (%{for …}), not a configuration: check what is made of it"};
    Recognition best{nullptr, unknown_content};
    int confidence = 0;
    const std::vector<SignIndex::Answer> answers = all_signs().detect(source);
    for (const SignIndex::Answer& answer : std::span(answers).first(drivers.size())) {
        if (answer.detection.confidence > confidence) {
            confidence = answer.detection.confidence;
            best = {answer.driver, answer.detection.reason};
        }
    }
    // A file that states another platform takes precedence over one that only looks like ours.
    constexpr int certain = 100;
    // The platform without a driver that has the highest confidence.
    Detection unread;
    for (const SignIndex::Answer& answer : std::span(answers).subspan(drivers.size())) {
        if (answer.detection.confidence > unread.confidence)
            unread = answer.detection;
    }
    if (best.driver == nullptr && unread.confidence == 0 && is_typed(source.text()))
        return {nullptr,
            "commands that were typed in a configuration mode; collect what the switch has of them, with `show "
            "running-config` or `display current-configuration`"};
    if (unread.confidence > 0
        && (best.driver == nullptr || (unread.confidence == certain && confidence < certain)))
        return {nullptr, unread.reason};
    return best;
}

// Captures of a host or a subnet pasted as one block stay
// readable, and a job's script may be in any language.
bool is_read_all_the_same(const Driver& driver, const DocumentSigns& signs)
{
    if (driver.joins_folder)
        return signs.named == TextForm::none;
    return driver.folder_is_one_device && signs.is_one_paste();
}

// For a text that no platform recognizes: what it looks like, and whether it may hold relevant configuration.
std::string_view reason_of_unknown(const Source& source, std::string_view reason)
{
    if (const std::string_view kind = kind_of_text(source.text()); !kind.empty())
        return kept_reason(fmt::format("{}: it looks like {}", reason, kind));
    if (is_about_rdma(source.text()))
        return kept_reason(fmt::format("{}, though lines of it are about PFC, ECN or RoCE", reason));
    return reason;
}

std::size_t count_configurations(const Source& document)
{
    const std::vector<QuotedBlock> blocks = quoted_blocks(document.path(), document.text());
    return static_cast<std::size_t>(std::ranges::count_if(blocks, [&](const QuotedBlock& block) {
        return recognise_content(Source(document.id(), "block", block.text)).driver != nullptr;
    }));
}

}

Recognition recognise(const Source& source)
{
    Recognition found = recognise_content(source);
    const DocumentSigns signs = look_for_document(source.path(), source.text());
    const bool may_be = signs.named != TextForm::none || found.driver != nullptr;
    const bool is_document = may_be && source.size() > 0 && signs.is_document()
        && (found.driver == nullptr || !is_read_all_the_same(*found.driver, signs));
    if (is_document)
        return {nullptr, document_reason(signs, count_configurations(source))};
    if (found.reason == unknown_content)
        found.reason = reason_of_unknown(source, found.reason);
    return found;
}

std::optional<Device> device_in_force(
    const Driver& driver, std::span<const Tree> trees, std::string_view fallback_name)
{
    if (&driver == &linux_host::driver)
        return linux_host::read_in_force(trees, fallback_name);
    if (&driver == &windows_host::driver)
        return windows_host::read_in_force(trees, fallback_name);
    if (&driver == &esxi_host::driver)
        return esxi_host::read_in_force(trees, fallback_name);
    return std::nullopt;
}

}

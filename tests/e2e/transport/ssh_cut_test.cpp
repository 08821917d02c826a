// SPDX-License-Identifier: Apache-2.0
// A connection may end at any byte. What is read of a device is then whole, or an error: never a part of its
// configuration.
#include "drivers/driver.h"
#include "drivers/live.h"
#include "drivers/transport/descriptor.h"
#include "tests/e2e/server/device.h"
#include "tests/support/reason.h"
#include "tests/support/sample.h"

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <netinet/in.h>
#include <poll.h>
#include <random>
#include <sys/socket.h>
#include <thread>

namespace rocelint::e2e {
namespace {

sockaddr_in loopback(std::uint16_t port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    return address;
}

// Stands before a server on 127.0.0.1, passes bytes on, and ends each connection after a number of bytes of the server.
class CuttingRelay {
public:
    CuttingRelay(std::uint16_t server, std::size_t most)
        : server_(server), most_(most), listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        sockaddr_in address = loopback(0);
        socklen_t size = sizeof address;
        REQUIRE(::bind(listener_.get(), reinterpret_cast<sockaddr*>(&address), size) == 0);
        REQUIRE(::listen(listener_.get(), 5) == 0);
        REQUIRE(::getsockname(listener_.get(), reinterpret_cast<sockaddr*>(&address), &size) == 0);
        port_ = ntohs(address.sin_port);
        thread_ = std::thread([this] { run(); });
    }
    ~CuttingRelay()
    {
        ends_ = true;
        thread_.join();
    }
    CuttingRelay(const CuttingRelay&) = delete;
    CuttingRelay& operator=(const CuttingRelay&) = delete;
    [[nodiscard]] std::uint16_t port() const { return port_; }
    // The bytes of the server that the last connection passed on.
    [[nodiscard]] std::size_t passed() const { return passed_; }

private:
    void run()
    {
        while (!ends_) {
            pollfd wait{listener_.get(), POLLIN, 0};
            if (::poll(&wait, 1, 20) <= 0)
                continue;
            const Descriptor client(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
            const Descriptor server(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
            const sockaddr_in address = loopback(server_);
            if (::connect(server.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0)
                pass_on(client.get(), server.get());
        }
    }

    void pass_on(int client, int server)
    {
        std::array<char, 4096> bytes;
        for (passed_ = 0; !ends_ && passed_ < most_;) {
            std::array<pollfd, 2> waits{pollfd{client, POLLIN, 0}, pollfd{server, POLLIN, 0}};
            if (::poll(waits.data(), waits.size(), 20) <= 0)
                continue;
            if (waits[0].revents != 0) {
                const ssize_t count = ::recv(client, bytes.data(), bytes.size(), 0);
                if (count <= 0
                    || ::send(server, bytes.data(), static_cast<std::size_t>(count), MSG_NOSIGNAL) != count)
                    return;
            }
            if (waits[1].revents != 0) {
                const ssize_t count
                    = ::recv(server, bytes.data(), std::min(bytes.size(), most_ - passed_), 0);
                if (count <= 0
                    || ::send(client, bytes.data(), static_cast<std::size_t>(count), MSG_NOSIGNAL) != count)
                    return;
                passed_ += static_cast<std::size_t>(count);
            }
        }
    }

    std::uint16_t server_;
    std::size_t most_;
    Descriptor listener_;
    std::uint16_t port_ = 0;
    std::atomic<std::size_t> passed_{0};
    std::atomic<bool> ends_{false};
    std::thread thread_;
};

struct Platform {
    Device::Kind kind;
    const char* name;
    const char* configuration;
};

constexpr std::array platforms{
    Platform{Device::Kind::eos, "eos", "hostname leaf1\n!\ninterface Ethernet1\n   mtu 9214\n"},
    Platform{Device::Kind::onyx, "onyx", "hostname leaf1\ninterface ethernet 1/1 mtu 9216 force\n"},
    Platform{Device::Kind::nxos, "nxos", "hostname leaf1\ninterface Ethernet1/1\n  mtu 9216\n"},
    Platform{
        Device::Kind::vrp, "vrp", "sysname leaf1\n#\ninterface 100GE1/0/1\n jumboframe enable 9216\n#\n"},
    Platform{
        Device::Kind::aoscx, "aoscx", "hostname leaf1\ninterface 1/1/1\n    no shutdown\n    mtu 9198\n"},
    Platform{Device::Kind::os10, "os10", "hostname leaf1\n!\ninterface ethernet1/1/1\n mtu 9216\n!\n"},
};

Result<Snapshot> read_through(const Driver& driver, const Device& device, const CuttingRelay& relay)
{
    LiveTarget target;
    target.endpoint = device.endpoint();
    target.endpoint.known_hosts
        = device.folder().write("known_hosts_of_relay", known_hosts_line(relay.port(), keys().host_public));
    target.endpoint.port = relay.port();
    target.device = "leaf1";
    auto live = driver.open(target);
    if (!live)
        return tl::unexpected(live.error());
    return (*live)->read();
}

TEST_CASE("what is read over a connection that ends at any byte is whole, or an error at once")
{
    // A few of the possible bytes; each of them is read in a session of its own.
    constexpr std::size_t cuts = 6;
    CAPTURE(testing::sample_seed());
    std::mt19937 random(testing::sample_seed());
    for (const Platform& platform : platforms) {
        CAPTURE(platform.name);
        const Device device(platform.kind);
        device.folder().write("startup-config", platform.configuration);
        const Driver& driver = *find_driver(platform.name);
        std::size_t all = 0;
        std::string hash;
        {
            const CuttingRelay relay(device.endpoint().port, std::size_t{1} << 30);
            const auto whole = read_through(driver, device, relay);
            REQUIRE_MESSAGE(whole.has_value(), testing::reason(whole));
            hash = whole->hash;
            all = relay.passed();
        }
        REQUIRE(all > 1000);
        std::size_t errors = 0;
        for (std::size_t cut = 0; cut < cuts; ++cut) {
            const std::size_t most = 1 + random() % (all - 1);
            CAPTURE(most);
            const CuttingRelay relay(device.endpoint().port, most);
            const auto part = read_through(driver, device, relay);
            if (part) {
                CHECK(part->hash == hash);
                continue;
            }
            ++errors;
            // It is closed, so nothing waits for a timeout.
            CHECK_MESSAGE(part.error().kind != ErrorKind::timed_out, part.error().message);
            CHECK(part.error().message.starts_with("leaf1: "));
            CHECK(!holds(part.error().message, "\n"));
        }
        CHECK(errors > 0);
    }
}

}
}

// SPDX-License-Identifier: Apache-2.0
// Records become bytes and the same records again; bytes that nobody wrote become nothing.
#include "drivers/driver.h"
#include "models/fabric/dump.h"
#include "models/stored/reader.h"
#include "models/stored/writer.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace rocelint::testing {
namespace {

std::string bytes_of_device(const Device& device, const stored::Frame& frame)
{
    stored::Writer writer(frame);
    writer(device);
    CHECK(writer.complete());
    return writer.take();
}

bool read(const std::string& bytes, const stored::Frame& frame, Device& device)
{
    stored::Reader reader(bytes, frame, *device.arena);
    reader(device);
    return reader.done();
}

// The device that the platform's example is, and where its files lie.
struct Original {
    explicit Original(const Driver& driver)
    {
        sources.put(std::make_unique<Source>(0, std::string(driver.base_file_name), driver.base_example));
        std::vector<Tree> trees;
        trees.push_back(driver.parse(*sources.find(0)));
        device = driver.read(trees, "device").device;
        device.files = {0};
        frame.add(*sources.find(0));
        frame.seal();
    }
    SourceSet sources;
    stored::Frame frame;
    Device device;
};

TEST_CASE("a device of any platform is the same after it was written and read")
{
    for (const Driver* driver : all_drivers()) {
        if (driver->base_example.empty())
            continue;
        CAPTURE(driver->name);
        const Original original(*driver);
        const std::string bytes = bytes_of_device(original.device, original.frame);
        Device again;
        REQUIRE(read(bytes, original.frame, again));
        CHECK(dump(again, original.sources) == dump(original.device, original.sources));
        CHECK(bytes_of_device(again, original.frame) == bytes);
    }
}

TEST_CASE("a device is found again though its files have other ids")
{
    const Original original(*find_driver("eos"));
    SourceSet later;
    later.put(std::make_unique<Source>(7, "leaf1.cfg", find_driver("eos")->base_example));
    stored::Frame frame;
    frame.add(*later.find(7));
    frame.seal();
    Device again;
    REQUIRE(read(bytes_of_device(original.device, original.frame), frame, again));
    CHECK(again.files == std::vector<SourceId>{7});
    CHECK(again.identity.source == 7);
    CHECK(again.ports.front().name.data() >= later.find(7)->data());
    CHECK(again.ports.front().name == original.device.ports.front().name);
}

TEST_CASE("a device that points to a file beyond the frame cannot be written")
{
    Original original(*find_driver("eos"));
    original.device.identity = {5, 0, 1};
    stored::Writer writer(original.frame);
    writer(original.device);
    CHECK_FALSE(writer.complete());
}

// Nothing is read beyond the bytes or the files, whatever stands in them: sanitizers would tell.
TEST_CASE("bytes that are cut off are refused, and changed ones are read to no harm")
{
    for (const char* platform : {"eos", "sonic"}) {
        const Original original(*find_driver(platform));
        const std::string bytes = bytes_of_device(original.device, original.frame);
        for (std::size_t size = 0; size < bytes.size(); size += 7) {
            Device cut;
            CHECK_FALSE(read(bytes.substr(0, size), original.frame, cut));
        }
        std::size_t refused = 0;
        for (std::size_t at = 0; at < bytes.size(); ++at) {
            std::string changed = bytes;
            changed[at] = static_cast<char>(changed[at] ^ 0x80);
            Device other;
            refused += read(changed, original.frame, other) ? 0 : 1;
        }
        CHECK(refused > bytes.size() / 5); // most other numbers are as good
    }
}

}
}

// SPDX-License-Identifier: Apache-2.0
// A session that has seen many edits says what a first check of the same texts says.
#include "tests/cache/whole_report.h"
#include "tests/mutation/trial.h"
#include "workspace/session.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>

namespace rocelint::testing {
namespace {

constexpr std::string_view date_of_check = "2026-01-01";

void fill(workspace::Session& session, const Subject& subject)
{
    for (const Subject::File& file : subject.files)
        session.put(file.path, file.text);
    if (!subject.policy.empty())
        session.set_policy("rocelint.yaml", subject.policy);
    if (!subject.topology.empty())
        session.set_topology("topology.yaml", subject.topology);
}

std::string report_of(workspace::Session& session)
{
    const auto outcome = session.check(date_of_check);
    REQUIRE(outcome);
    return whole_report(**outcome);
}

TEST_CASE("after each of many edits a session says what it would say if it were new")
{
    Subject subject = fabric_of_fixtures("clos-mixed");
    workspace::Session session;
    fill(session, subject);
    static_cast<void>(report_of(session));
    std::mt19937 random(20261124); // NOLINT(cert-msc32-c,cert-msc51-cpp): the same edits each time
    for (int edit = 0; edit < 40; ++edit) {
        Subject::File& file = subject.files[random() % subject.files.size()];
        // A line is repeated, or taken out.
        const std::size_t feed = file.text.find('\n', random() % file.text.size());
        if (feed == std::string::npos)
            continue;
        const std::size_t end = std::min(file.text.find('\n', feed + 1), file.text.size() - 1);
        if (edit % 2 == 0)
            file.text.insert(feed, file.text.substr(feed, end - feed));
        else
            file.text.erase(feed, end - feed);
        session.put(file.path, file.text);
        workspace::Session fresh;
        fill(fresh, subject);
        CHECK_MESSAGE(report_of(session) == report_of(fresh), "edit " << edit << " of " << file.path);
    }
}

TEST_CASE("a file that is added or removed is in the next check of a session, or out of it")
{
    const Subject subject = fabric_of_fixtures("clos-mixed");
    workspace::Session session;
    fill(session, subject);
    const std::string whole = report_of(session);
    const Subject::File& last = subject.files.back();
    session.remove(last.path);
    CHECK(report_of(session) != whole);
    session.put(last.path, last.text);
    CHECK(report_of(session) == whole);
}

TEST_CASE("a policy or topology that is not valid fails the check of a session and not the next one")
{
    workspace::Session session;
    session.put("leaf1.cfg", "hostname leaf1\n");
    session.set_policy("rocelint.yaml", "no such key: 1\n");
    CHECK_FALSE(session.check(date_of_check));
    session.set_policy("", "");
    session.set_topology("topology.yaml", "links: 7\n");
    CHECK_FALSE(session.check(date_of_check));
    session.set_topology("", "");
    CHECK(session.check(date_of_check));
}

TEST_CASE("what no check of a session needs any longer is forgotten")
{
    const Subject subject = fabric_of_fixtures("clos-mixed");
    workspace::Session session;
    fill(session, subject);
    static_cast<void>(report_of(session));
    const std::size_t once = session.kept_bytes();
    for (std::size_t edit = 0; edit < 20; ++edit) {
        session.put(subject.files.front().path, subject.files.front().text + std::string(edit + 1, '\n'));
        static_cast<void>(report_of(session));
    }
    CHECK(session.kept_bytes() < 3 * once);
}

}
}

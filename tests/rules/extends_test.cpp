// SPDX-License-Identifier: Apache-2.0
// A policy that extends others and overrides settings for some devices.
#include "analysis/policy/policy_layers.h"
#include "analysis/policy_text.h"
#include "models/catalog/catalog.h"
#include "rules/rule_table.h"
#include "tests/support/reason.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <string>

namespace rocelint {
namespace {

// In-memory files, as in a folder.
class Folder {
public:
    explicit Folder(std::map<std::string, std::string> files) : files_(std::move(files)) { }

    Result<Policy> read(const std::string& name = "site/rocelint.yaml")
    {
        const Source source(0, name, files_.at(name));
        return read_policy(source, known_rules(), [this](const std::string& path) -> Result<const Source*> {
            const auto found = files_.find(path);
            if (found == files_.end())
                return fail(ErrorKind::unreadable, path + ": No such file or directory");
            ++opened;
            return &sources_.emplace_back(static_cast<SourceId>(2 + sources_.size()), path, found->second);
        });
    }

    int opened = 0;

private:
    std::map<std::string, std::string> files_;
    std::deque<Source> sources_;
};

std::string error_of(std::map<std::string, std::string> files)
{
    const auto policy = Folder(std::move(files)).read();
    return policy ? std::string("no error") : policy.error().message;
}

std::string place(const Policy& policy, std::string_view what)
{
    const auto found = policy.places.find(what);
    if (found == policy.places.end())
        return "default";
    return fmt::format("{}{}:{}:{}",
        found->second.shipped ? "profile " : "",
        found->second.file,
        found->second.position.line,
        found->second.position.column);
}

TEST_CASE("every shipped profile reads, has classes, and says where its numbers come from")
{
    CHECK(catalog::all_profiles().size() == 5);
    for (const catalog::Profile& profile : catalog::all_profiles()) {
        CAPTURE(profile.name);
        const auto policy
            = Folder({{"site/rocelint.yaml", fmt::format("extends: {}\n", profile.name)}}).read();
        REQUIRE_MESSAGE(policy.has_value(), testing::reason(policy));
        REQUIRE(policy->classes.has_value());
        CHECK(policy->classes->classes.size() == 1);
        bool has_source = false;
        for (const PolicyFile& file : policy->files)
            has_source = has_source || (file.shipped && file.name == profile.name && file.source.size() > 40);
        CHECK(has_source);
        // A profile must not repeat a rule's default: its source is in the rule, and the copy would miss later changes.
        for (const auto& [code, setting] : policy->rules) {
            for (const KnownRule& rule : known_rules()) {
                for (const Parameter& parameter : rule.parameters) {
                    const auto own = setting.parameters.find(parameter.name);
                    CAPTURE(parameter.name);
                    if (code == rule.code && own != setting.parameters.end())
                        CHECK_FALSE(std::ranges::equal(own->second, parameter.defaults));
                }
            }
        }
    }
}

TEST_CASE("a policy overrides those that it extends, and of two the later one overrides")
{
    Folder folder({{"site/rocelint.yaml",
                       "extends: [lossless, ../company.yaml, ./extra.yaml]\n"
                       "rules:\n  ECN003: {parameters: {max_probability_percent: [1, 2]}}\n  TOP001: error\n"
                       "waivers:\n  - {code: WD001, reason: own}\n"},
        {"company.yaml",
            "rdma: {priority: 4, dscp: 34}\nheadroom: {model: table}\ncables: {host-leaf: 5, leaf-spine: 40}\n"
            "rules:\n  ECN003: {severity: warning, parameters: {max_probability_percent: [5, 10]}}\n  TOP001: off\n"
            "waivers:\n  - {code: PFC001, reason: all of us}\n"},
        {"site/extra.yaml", "cables: {leaf-spine: 60}\n"}});
    const auto policy = folder.read();
    REQUIRE_MESSAGE(policy.has_value(), testing::reason(policy));
    CHECK(to_string(policy->classes->lossless()) == "4");
    CHECK(policy->classes->cnp.dscp == 48);
    CHECK(policy->headroom_model == HeadroomChoice::shipped_table);
    CHECK(policy->cables.at("host-leaf").count == 5);
    CHECK(policy->cables.at("leaf-spine").count == 60);
    const RuleSetting& ecn = policy->rules.at("ECN003");
    CHECK(ecn.severity == Severity::warning);
    CHECK(ecn.parameters.at("max_probability_percent") == std::vector<double>{1, 2});
    CHECK_FALSE(policy->rules.at("TOP001").off);
    REQUIRE(policy->waivers.size() == 2);
    CHECK(policy->waivers[0].reason == "all of us");
    CHECK(place(*policy, "rules.ECN003.severity") == "company.yaml:5:12");
    CHECK(place(*policy, "rules.ECN003.max_probability_percent") == "site/rocelint.yaml:3:25");
    CHECK(place(*policy, "classes[0].priority") == "company.yaml:1:8");
    CHECK(place(*policy, "cnp.dscp") == "profile lossless:7:20");
    CHECK(place(*policy, "cables.leaf-spine") == "site/extra.yaml:1:10");
    CHECK(place(*policy, "waivers[0]") == "company.yaml:8:6");
    CHECK(place(*policy, "waivers[1]") == "site/rocelint.yaml:6:6");
    CHECK(place(*policy, "headroom.model") == "company.yaml:2:12");
    CHECK(policy->path == "site/rocelint.yaml");
    CHECK(policy->has_other_files());
}

TEST_CASE(
    "a mistake in an extended policy is reported at its own place, and an unusable one where it is named")
{
    CHECK(error_of({{"site/rocelint.yaml", "version: 1\nextends: losless\n"}})
        == "site/rocelint.yaml:2:1: unknown profile 'losless'; did you mean 'lossless'?");
    CHECK(error_of({{"site/rocelint.yaml", "extends: [lossless, company]\n"}})
        == "site/rocelint.yaml:1:21: unknown profile 'company'; this program ships: lossless, lossy, spectrum-x, "
           "azure-local, storage-nvmeof");
    CHECK(error_of({{"site/rocelint.yaml", "extends: ../company.yaml\n"}})
        == "site/rocelint.yaml:1:1: cannot extend '../company.yaml': company.yaml: No such file or directory");
    CHECK(error_of(
              {{"site/rocelint.yaml", "extends: ../company.yaml\n"}, {"company.yaml", "a: 1\nrules: {}\n"}})
        == "company.yaml:1:1: unknown key in the policy: 'a'; it takes version, source, profile, extends, rdma, "
           "classes, congestion_control, cnp, cables, rules, waivers, custom_rules, exclude, fail_on_unchecked, rule_pages, fail_on, select, ignore, baseline, report, ports, scope, headroom, load_balancing, trimming, retransmission, overrides");
    CHECK(error_of({{"site/rocelint.yaml", "extends: ../company.yaml\n"}, {"company.yaml", "rules: {\n"}})
              .starts_with("company.yaml:"));
    // A file that is not a policy may be any file of the machine, so the error quotes nothing of it.
    for (const char* text :
        {"root:$6$abc:19000:0:99999:7:::\n", "hunter2\n", "machine h login u password p\n", "- a\n"})
        CHECK(error_of({{"site/rocelint.yaml", "extends: ../company.yaml\n"}, {"company.yaml", text}})
            == "site/rocelint.yaml:1:1: cannot extend '../company.yaml': the file is not a policy");
    CHECK(error_of({{"site/rocelint.yaml", "extends: {a: b}\n"}})
        == "site/rocelint.yaml:1:1: 'extends' must be a list, not a mapping");
    CHECK(error_of({{"site/rocelint.yaml", "extends: ../company.yaml\n"}, {"company.yaml", "# later\n"}})
        == "site/rocelint.yaml:1:1: cannot extend '../company.yaml': it says nothing");
    const Source alone(0, "rocelint.yaml", "extends: company.yaml\n");
    CHECK(read_policy(alone, known_rules()).error().message
        == "rocelint.yaml:1:1: cannot extend 'company.yaml': other files cannot be read from here");
}

TEST_CASE("policies that extend each other in a circle, or too many, are refused in bounded time")
{
    CHECK(error_of({{"site/rocelint.yaml", "extends: rocelint.yaml\n"}})
        == "site/rocelint.yaml:1:1: cannot extend 'rocelint.yaml': it goes in a circle: site/rocelint.yaml -> "
           "site/rocelint.yaml");
    CHECK(error_of({{"site/rocelint.yaml", "extends: ../company.yaml\n"},
              {"company.yaml", "version: 1\nextends: site/../site/rocelint.yaml\n"}})
        == "company.yaml:2:1: cannot extend 'site/../site/rocelint.yaml': it goes in a circle: "
           "site/rocelint.yaml -> company.yaml -> site/rocelint.yaml");
    std::map<std::string, std::string> chain;
    for (int index = 0; index < 40; ++index)
        chain[index == 0 ? std::string("site/rocelint.yaml") : fmt::format("site/{}.yaml", index)]
            = fmt::format("extends: {}.yaml\n", index + 1);
    CHECK(
        error_of(chain) == "site/16.yaml:1:1: cannot extend '17.yaml': a policy is made of 16 files at most");
    // Each names the next ten times: ten to the tenth readings, if each file were read wherever it is named.
    std::map<std::string, std::string> bomb;
    for (int index = 0; index < 10; ++index) {
        std::string names;
        for (int again = 0; again < 10; ++again)
            names += fmt::format("{}./{}.yaml", again == 0 ? "" : ", ", index + 1);
        bomb[index == 0 ? std::string("site/rocelint.yaml") : fmt::format("site/{}.yaml", index)]
            = fmt::format("extends: [{}]\n", names);
    }
    bomb["site/10.yaml"] = "version: 1\n";
    Folder folder(bomb);
    CHECK(folder.read().has_value());
    CHECK(folder.opened == 10);
}

TEST_CASE("an alias bomb in a policy is refused at the first alias of a list")
{
    std::string text = "a: &a [x, x, x, x, x, x, x, x, x, x]\n";
    for (char name = 'b'; name < 'k'; ++name)
        text += fmt::format(
            "{0}: &{0} [*{1}, *{1}, *{1}, *{1}, *{1}, *{1}, *{1}, *{1}]\n", name, char(name - 1));
    CHECK(error_of({{"site/rocelint.yaml", text}})
        == "site/rocelint.yaml:2:8: this alias is of a mapping or list, which is not read in this file; write out its "
           "content");
}

TEST_CASE("an override applies to devices by role and name, and the later one wins")
{
    const auto policy = Folder({{"site/rocelint.yaml",
                                   "profile: lossless\n"
                                   "rules:\n  PFC001: warning\n"
                                   "overrides:\n"
                                   "  - roles: [leaf]\n"
                                   "    rules: {HDR001: {parameters: {tolerance: 4096}}, PFC001: off}\n"
                                   "    headroom: {model: lua}\n"
                                   "  - {devices: [\"lab-*\"], rules: {PFC001: info, WD001: off}}\n"
                                   "  - {roles: spine, devices: spine9, rules: {WD001: off}}\n"}})
                            .read();
    REQUIRE_MESSAGE(policy.has_value(), testing::reason(policy));
    DevicePolicies of(*policy);
    CHECK(&of.of("spine1", Role::spine) == &*policy);
    CHECK(&of.of("spine9", Role::leaf) != &*policy);
    const Policy& leaf = of.of("leaf1", Role::leaf);
    CHECK(&leaf == &of.of("leaf2", Role::leaf));
    CHECK(leaf.setting_of("PFC001")->off);
    CHECK(leaf.setting_of("HDR001")->parameters.at("tolerance") == std::vector<double>{4096});
    CHECK(leaf.headroom_model == HeadroomChoice::dynamic_model);
    CHECK(place(leaf, "rules.PFC001.severity") == "site/rocelint.yaml:6:54");
    const Policy& lab = of.of("lab-leaf1", Role::leaf);
    CHECK_FALSE(lab.setting_of("PFC001")->off);
    CHECK(lab.setting_of("PFC001")->severity == Severity::info);
    CHECK(lab.setting_of("WD001")->off);
    CHECK(lab.headroom_model == HeadroomChoice::dynamic_model);
    CHECK(of.of("spine9", Role::spine).setting_of("WD001")->off);
    CHECK(policy->setting_of("WD001") == nullptr);
}

TEST_CASE("an override without devices, or of a number that the whole fabric shares, is refused")
{
    CHECK(error_of({{"site/rocelint.yaml", "overrides:\n  - {rules: {WD001: off}}\n"}})
        == "site/rocelint.yaml:2:5: an override must name roles or devices; for all of them write it under rules:");
    CHECK(error_of({{"site/rocelint.yaml",
              "overrides:\n  - {roles: leaf, rules: {DLK001: {parameters: {include_failures: 1}}}}\n"}})
        == "site/rocelint.yaml:2:36: DLK001 judges links or the fabric as a whole, so that its parameters cannot "
           "differ between devices; set them under rules:");
    CHECK(error_of({{"site/rocelint.yaml", "overrides:\n  - {role: leaf}\n"}})
        == "site/rocelint.yaml:2:6: unknown key in an override: 'role'; did you mean 'roles'?");
    CHECK(error_of({{"site/rocelint.yaml", "overrides:\n  - {roles: [leef], rules: {WD001: off}}\n"}})
        == "site/rocelint.yaml:2:14: unknown role 'leef'; did you mean 'leaf'?");
}

TEST_CASE("a policy that is written as a whole is read back with the same meaning")
{
    const auto policy = Folder(
        {{"site/rocelint.yaml",
             "source: \"a design: \\\"4.2\\\"\"\nextends: [spectrum-x, ../company.yaml]\n"
             "cables: {host-leaf: 5}\nexclude: [\"archive/**\"]\nheadroom: {model: 8021qbb}\n"
             "ports:\n  - {device: \"leaf*\", port: \"Ethernet[1-4]/1\", rdma: true, plane: a}\n"
             "  - {device: leaf3, rdma: false, role: uplink}\n"
             "rules:\n  HDR001: {severity: info, parameters: {tolerance: 0.5}}\n  SITE002: off\n"
             "overrides:\n  - {roles: [leaf, super-spine], devices: [\"lab-*\"],\n"
             "     headroom: {model: lua}, rules: {PFC001: off}}\n  - {devices: x, rules: {PFC002: off}}\n"},
            {"company.yaml",
                "classes:\n  - {name: gpu, priority: 3, dscp: [26, 27], pfc: host-links, traffic_class: 3}\n"
                "  - {name: storage, priority: 4, trust: pcp, roles: [storage, leaf]}\n"
                "cnp: {dscp: 48, priority: 6, traffic_class: 6}\n"
                "waivers:\n  - {code: PFC001, device: \"lab-*\", key: a.b, reason: \"x: #1\", owner: me, "
                "expires: 2027-01-31}\n"
                "custom_rules: rules.yaml\n"},
            {"rules.yaml",
                "- code: SITE001\n  name: described\n  severity: error\n  for: link\n"
                "  where: .a.speed > 0\n  assert: |\n    .a.name != \"\" and\n      .b.name != \"x\\ty\"\n"
                "  message: \"\\\\(.a.name): é\"\n  at: .a.speed\n  why: it helps\n  source: \"#4\"\n"
                "  examples:\n    - {title: one, expect: not-checked, line: mtu, platform: eos, config: \"a\\nb\\n\"}\n"
                "    - {expect: clean, topology: \"links: []\", files: [{config: c}, {device: x, config: d}]}\n"
                "- {code: SITE002, name: plain, for: fabric, assert: \"true\", message: m}\n"}})
                            .read();
    REQUIRE_MESSAGE(policy.has_value(), testing::reason(policy));
    const std::string text = policy_yaml(*policy);
    CAPTURE(text);
    const auto again = read_policy(Source(0, "rocelint.yaml", text), known_rules());
    REQUIRE_MESSAGE(again.has_value(), testing::reason(again));
    CHECK(policy_yaml(*again) == text);
    CHECK_FALSE(again->has_other_files());
    CHECK(again->classes->classes.size() == 2);
    CHECK(again->classes->classes[0].pause == Pause::host_links);
    CHECK(again->classes->classes[1].roles.size() == 2);
    CHECK(again->waivers.at(0).reason == "x: #1");
    CHECK(again->overrides.size() == 2);
    CHECK(again->overrides[0].rules.at("PFC001").off);
    CHECK(again->rules.at("LB003").severity == Severity::error);
    CHECK(again->source == policy->source);
    REQUIRE(again->custom_rules.size() == 2);
    const CustomRule& before = *policy->custom_rules[0];
    const CustomRule& rule = *again->custom_rules[0];
    CHECK(rule.severity == Severity::error);
    CHECK(rule.subject == CustomSubject::link);
    CHECK(rule.where.text == before.where.text);
    CHECK(rule.assertion.text == before.assertion.text);
    CHECK(rule.message.text == "\\(.a.name): é");
    CHECK(rule.message.text == before.message.text);
    CHECK(rule.at.text == ".a.speed");
    CHECK(rule.why == "it helps");
    CHECK(rule.source == "#4");
    REQUIRE(rule.examples.size() == 2);
    CHECK(rule.examples[0].expect == CustomExample::Expect::not_checked);
    CHECK(rule.examples[0].title.text == "one");
    CHECK(rule.examples[0].line == "mtu");
    CHECK(rule.examples[0].files[0].text == "a\nb\n");
    CHECK(rule.examples[0].files[0].platform == "eos");
    CHECK(rule.examples[1].topology == "links: []");
    CHECK(rule.examples[1].files[0].device == before.examples[1].files[0].device);
    CHECK(rule.examples[1].files[1].device == "x");
    CHECK(again->rules.at("SITE002").off);
}

TEST_CASE("a policy may set and waive the own rules of policies that it extends, and not those of others")
{
    const std::string rule = "{code: SITE001, name: one, for: port, assert: \"true\", message: m}";
    const auto policy = Folder({{"site/rocelint.yaml",
                                    "waivers:\n  - {code: SITE001, reason: lab}\nrules: {one: error}\n"
                                    "overrides:\n  - {roles: leaf, rules: {SITE001: off}}\n"
                                    "extends: ../company.yaml\n"},
                                   {"company.yaml", "custom_rules: [" + rule + "]\n"}})
                            .read();
    REQUIRE_MESSAGE(policy.has_value(), testing::reason(policy));
    CHECK(policy->custom_rules.size() == 1);
    CHECK(policy->setting_of("SITE001")->severity == Severity::error);
    CHECK(place(*policy, "custom_rules[0]") == "company.yaml:1:17");
    CHECK(error_of({{"site/rocelint.yaml", "extends: [one.yaml, two.yaml]\n"},
              {"site/one.yaml", "custom_rules: [" + rule + "]\n"},
              {"site/two.yaml", "rules: {SITE001: off}\n"}})
        == "site/two.yaml:1:9: unknown rule 'SITE001'; did you mean 'ETS001'?");
}

TEST_CASE("a code or name that two files of a policy give to own rules is refused at the second place")
{
    const std::string rule
        = "custom_rules:\n  - {code: SITE001, name: one, for: port, assert: \"true\", message: m}\n";
    const std::string other
        = "custom_rules:\n  - {code: SITE002, name: one, for: port, assert: \"true\", message: m}\n";
    CHECK(error_of({{"site/rocelint.yaml", "extends: ../company.yaml\n" + rule}, {"company.yaml", rule}})
        == "site/rocelint.yaml:3:6: another rule has the code SITE001, at company.yaml:2:12");
    CHECK(error_of({{"site/rocelint.yaml", "extends: ../company.yaml\n" + other}, {"company.yaml", rule}})
        == "site/rocelint.yaml:3:21: another rule has the name one");
    CHECK(error_of({{"site/rocelint.yaml", "extends: [one.yaml, two.yaml]\n"},
              {"site/one.yaml", "custom_rules: rules.yaml\n"},
              {"site/rules.yaml", rule},
              {"site/two.yaml", rule}})
        == "site/two.yaml:2:6: another rule has the code SITE001, at site/rules.yaml:2:12");
}

TEST_CASE("a policy that several others extend is applied once, below all of them")
{
    const auto policy = Folder(
        {{"site/rocelint.yaml", "extends: [b.yaml, c.yaml, d.yaml]\n"},
            {"site/b.yaml",
                "extends: [lossless, d.yaml]\nrdma: {priority: 4, dscp: 34}\nrules: {WD001: off, SITE001: error}\n"
                "custom_rules: ./rules.yaml\n"},
            {"site/c.yaml",
                "extends: [lossless, ./d.yaml]\nwaivers:\n  - {code: SITE002, reason: c}\n  - {code: SITE001, reason: c}\n"
                "custom_rules: rules.yaml\n"},
            {"site/d.yaml",
                "rules: {WD001: error}\nexclude: old\nwaivers:\n  - {code: PFC001, device: x, reason: d}\n"
                "custom_rules:\n  - {code: SITE001, name: one, for: port, assert: \"true\", message: m}\n"},
            {"site/rules.yaml",
                "custom_rules:\n  - {code: SITE002, name: two, for: port, assert: \"true\", message: m}\n"}})
                            .read();
    REQUIRE_MESSAGE(policy.has_value(), testing::reason(policy));
    CHECK(policy->custom_rules.size() == 2);
    CHECK(policy->exclude.size() == 1);
    CHECK(policy->waivers.size() == 3);
    CHECK(policy->rules.at("WD001").off);
    CHECK(to_string(policy->classes->lossless()) == "4");
    std::string names;
    for (const PolicyFile& file : policy->files)
        names += file.name + ' ';
    CHECK(names == "lossless site/d.yaml site/rules.yaml site/b.yaml site/c.yaml site/rocelint.yaml ");
}

TEST_CASE("a traffic class of CNPs that is stated on its own overrides that of an extended policy")
{
    const auto policy
        = Folder({{"site/rocelint.yaml", "extends: lossless\ncnp: {traffic_class: 5}\n"}}).read();
    REQUIRE(policy.has_value());
    CHECK(policy->classes->cnp.traffic_class == 5);
    CHECK(policy->classes->cnp.dscp == 48);
    CHECK(place(*policy, "cnp.traffic_class") == "site/rocelint.yaml:2:7");
    CHECK(place(*policy, "cnp.dscp") == "profile lossless:7:20");
}

}
}

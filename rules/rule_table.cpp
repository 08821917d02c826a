// SPDX-License-Identifier: Apache-2.0
// A table instead of registration by static constructors: it is searchable and sorted by code. The linker leaves a rule that is
// not listed out of the program without a word; tests/new_rule.py holds the table against the files.
#include "rules/rule_table.h"

#include "models/text/nearest.h"

#include <array>
#include <vector>

namespace rocelint {

// One line per rule here and one below, sorted by code; each is defined in rules/<family>/<rule_name>.cpp.
// clang-format off
namespace rules {
namespace app001 { extern const Rule rule; }
namespace app002 { extern const Rule rule; }
namespace app004 { extern const Rule rule; }
namespace app005 { extern const Rule rule; }
namespace app007 { extern const Rule rule; }
namespace app008 { extern const Rule rule; }
namespace app010 { extern const Rule rule; }
namespace app011 { extern const Rule rule; }
namespace buf001 { extern const Rule rule; }
namespace buf002 { extern const Rule rule; }
namespace buf003 { extern const Rule rule; }
namespace buf005 { extern const Rule rule; }
namespace buf006 { extern const Rule rule; }
namespace buf007 { extern const Rule rule; }
namespace buf008 { extern const Rule rule; }
namespace buf009 { extern const Rule rule; }
namespace buf010 { extern const Rule rule; }
namespace buf011 { extern const Rule rule; }
namespace buf012 { extern const Rule rule; }
namespace buf013 { extern const Rule rule; }
namespace buf014 { extern const Rule rule; }
namespace buf018 { extern const Rule rule; }
namespace buf019 { extern const Rule rule; }
namespace buf020 { extern const Rule rule; }
namespace cc001 { extern const Rule rule; }
namespace cc002 { extern const Rule rule; }
namespace cc003 { extern const Rule rule; }
namespace cc005 { extern const Rule rule; }
namespace dlk001 { extern const Rule rule; }
namespace dlk002 { extern const Rule rule; }
namespace dlk003 { extern const Rule rule; }
namespace dlk004 { extern const Rule rule; }
namespace dlk005 { extern const Rule rule; }
namespace dlk006 { extern const Rule rule; }
namespace dlk007 { extern const Rule rule; }
namespace ecn001 { extern const Rule rule; }
namespace ecn002 { extern const Rule rule; }
namespace ecn003 { extern const Rule rule; }
namespace ecn004 { extern const Rule rule; }
namespace ecn005 { extern const Rule rule; }
namespace ecn006 { extern const Rule rule; }
namespace ecn007 { extern const Rule rule; }
namespace ecn008 { extern const Rule rule; }
namespace ecn009 { extern const Rule rule; }
namespace ecn012 { extern const Rule rule; }
namespace ecn013 { extern const Rule rule; }
namespace ecn014 { extern const Rule rule; }
namespace ecn015 { extern const Rule rule; }
namespace ecn016 { extern const Rule rule; }
namespace ecn018 { extern const Rule rule; }
namespace ecn019 { extern const Rule rule; }
namespace ecn020 { extern const Rule rule; }
namespace ets001 { extern const Rule rule; }
namespace ets002 { extern const Rule rule; }
namespace ets003 { extern const Rule rule; }
namespace ets004 { extern const Rule rule; }
namespace ets009 { extern const Rule rule; }
namespace ets010 { extern const Rule rule; }
namespace hdr001 { extern const Rule rule; }
namespace hdr002 { extern const Rule rule; }
namespace hdr003 { extern const Rule rule; }
namespace hdr004 { extern const Rule rule; }
namespace hdr005 { extern const Rule rule; }
namespace hdr006 { extern const Rule rule; }
namespace hdr007 { extern const Rule rule; }
namespace hdr008 { extern const Rule rule; }
namespace hdr009 { extern const Rule rule; }
namespace hdr010 { extern const Rule rule; }
namespace hdr011 { extern const Rule rule; }
namespace hdr012 { extern const Rule rule; }
namespace hdr013 { extern const Rule rule; }
namespace hdr014 { extern const Rule rule; }
namespace hdr015 { extern const Rule rule; }
namespace hdr016 { extern const Rule rule; }
namespace ib009 { extern const Rule rule; }
namespace ib010 { extern const Rule rule; }
namespace ib011 { extern const Rule rule; }
namespace ib012 { extern const Rule rule; }
namespace ib013 { extern const Rule rule; }
namespace ib018 { extern const Rule rule; }
namespace ib020 { extern const Rule rule; }
namespace ib021 { extern const Rule rule; }
namespace ib022 { extern const Rule rule; }
namespace ib023 { extern const Rule rule; }
namespace ib024 { extern const Rule rule; }
namespace ib025 { extern const Rule rule; }
namespace ib026 { extern const Rule rule; }
namespace ib027 { extern const Rule rule; }
namespace ib028 { extern const Rule rule; }
namespace ib030 { extern const Rule rule; }
namespace ib031 { extern const Rule rule; }
namespace ib032 { extern const Rule rule; }
namespace lb001 { extern const Rule rule; }
namespace lb002 { extern const Rule rule; }
namespace lb003 { extern const Rule rule; }
namespace lb005 { extern const Rule rule; }
namespace lb008 { extern const Rule rule; }
namespace lb011 { extern const Rule rule; }
namespace lnk001 { extern const Rule rule; }
namespace lnk002 { extern const Rule rule; }
namespace lnk003 { extern const Rule rule; }
namespace lnk004 { extern const Rule rule; }
namespace lnk005 { extern const Rule rule; }
namespace lnk006 { extern const Rule rule; }
namespace lnk009 { extern const Rule rule; }
namespace mtu001 { extern const Rule rule; }
namespace mtu002 { extern const Rule rule; }
namespace mtu003 { extern const Rule rule; }
namespace mtu004 { extern const Rule rule; }
namespace mtu007 { extern const Rule rule; }
namespace nic001 { extern const Rule rule; }
namespace nic002 { extern const Rule rule; }
namespace nic003 { extern const Rule rule; }
namespace nic004 { extern const Rule rule; }
namespace nic005 { extern const Rule rule; }
namespace nic006 { extern const Rule rule; }
namespace nic007 { extern const Rule rule; }
namespace nic008 { extern const Rule rule; }
namespace nic009 { extern const Rule rule; }
namespace nic010 { extern const Rule rule; }
namespace nic011 { extern const Rule rule; }
namespace nic013 { extern const Rule rule; }
namespace nic016 { extern const Rule rule; }
namespace nic018 { extern const Rule rule; }
namespace nic024 { extern const Rule rule; }
namespace nic027 { extern const Rule rule; }
namespace nic028 { extern const Rule rule; }
namespace pfc001 { extern const Rule rule; }
namespace pfc002 { extern const Rule rule; }
namespace pfc003 { extern const Rule rule; }
namespace pfc004 { extern const Rule rule; }
namespace pfc005 { extern const Rule rule; }
namespace pfc006 { extern const Rule rule; }
namespace pfc007 { extern const Rule rule; }
namespace pfc008 { extern const Rule rule; }
namespace pfc009 { extern const Rule rule; }
namespace pfc011 { extern const Rule rule; }
namespace pfc012 { extern const Rule rule; }
namespace pfc013 { extern const Rule rule; }
namespace pfc014 { extern const Rule rule; }
namespace pfc016 { extern const Rule rule; }
namespace pfc018 { extern const Rule rule; }
namespace pfc020 { extern const Rule rule; }
namespace pfc021 { extern const Rule rule; }
namespace pfc022 { extern const Rule rule; }
namespace pfc023 { extern const Rule rule; }
namespace qos001 { extern const Rule rule; }
namespace qos002 { extern const Rule rule; }
namespace qos003 { extern const Rule rule; }
namespace qos004 { extern const Rule rule; }
namespace qos005 { extern const Rule rule; }
namespace qos006 { extern const Rule rule; }
namespace qos007 { extern const Rule rule; }
namespace qos008 { extern const Rule rule; }
namespace qos009 { extern const Rule rule; }
namespace qos011 { extern const Rule rule; }
namespace qos013 { extern const Rule rule; }
namespace qos014 { extern const Rule rule; }
namespace qos017 { extern const Rule rule; }
namespace qos018 { extern const Rule rule; }
namespace qos019 { extern const Rule rule; }
namespace sm001 { extern const Rule rule; }
namespace sm002 { extern const Rule rule; }
namespace sm003 { extern const Rule rule; }
namespace sm004 { extern const Rule rule; }
namespace sm005 { extern const Rule rule; }
namespace sm006 { extern const Rule rule; }
namespace sm007 { extern const Rule rule; }
namespace sm008 { extern const Rule rule; }
namespace sm009 { extern const Rule rule; }
namespace sm010 { extern const Rule rule; }
namespace sm011 { extern const Rule rule; }
namespace sm012 { extern const Rule rule; }
namespace sm013 { extern const Rule rule; }
namespace sm014 { extern const Rule rule; }
namespace sm015 { extern const Rule rule; }
namespace sm016 { extern const Rule rule; }
namespace sm017 { extern const Rule rule; }
namespace sm018 { extern const Rule rule; }
namespace sm019 { extern const Rule rule; }
namespace sm020 { extern const Rule rule; }
namespace sm021 { extern const Rule rule; }
namespace sm022 { extern const Rule rule; }
namespace sm023 { extern const Rule rule; }
namespace sm024 { extern const Rule rule; }
namespace sm025 { extern const Rule rule; }
namespace sm026 { extern const Rule rule; }
namespace sm027 { extern const Rule rule; }
namespace sm028 { extern const Rule rule; }
namespace sm029 { extern const Rule rule; }
namespace sm030 { extern const Rule rule; }
namespace sm031 { extern const Rule rule; }
namespace sm032 { extern const Rule rule; }
namespace sm033 { extern const Rule rule; }
namespace sm034 { extern const Rule rule; }
namespace sm035 { extern const Rule rule; }
namespace sm036 { extern const Rule rule; }
namespace sm037 { extern const Rule rule; }
namespace sm038 { extern const Rule rule; }
namespace sm039 { extern const Rule rule; }
namespace sm040 { extern const Rule rule; }
namespace sm041 { extern const Rule rule; }
namespace sm042 { extern const Rule rule; }
namespace sm043 { extern const Rule rule; }
namespace sm044 { extern const Rule rule; }
namespace sm045 { extern const Rule rule; }
namespace sm046 { extern const Rule rule; }
namespace sm047 { extern const Rule rule; }
namespace sm048 { extern const Rule rule; }
namespace sm049 { extern const Rule rule; }
namespace sm050 { extern const Rule rule; }
namespace sm051 { extern const Rule rule; }
namespace sm052 { extern const Rule rule; }
namespace sm053 { extern const Rule rule; }
namespace syn001 { extern const Rule rule; }
namespace syn002 { extern const Rule rule; }
namespace syn003 { extern const Rule rule; }
namespace syn004 { extern const Rule rule; }
namespace syn005 { extern const Rule rule; }
namespace top001 { extern const Rule rule; }
namespace top002 { extern const Rule rule; }
namespace top003 { extern const Rule rule; }
namespace top004 { extern const Rule rule; }
namespace top005 { extern const Rule rule; }
namespace top006 { extern const Rule rule; }
namespace top007 { extern const Rule rule; }
namespace top008 { extern const Rule rule; }
namespace top009 { extern const Rule rule; }
namespace top010 { extern const Rule rule; }
namespace top011 { extern const Rule rule; }
namespace top012 { extern const Rule rule; }
namespace top013 { extern const Rule rule; }
namespace top014 { extern const Rule rule; }
namespace uec001 { extern const Rule rule; }
namespace uec002 { extern const Rule rule; }
namespace wd001 { extern const Rule rule; }
namespace wd002 { extern const Rule rule; }
namespace wd003 { extern const Rule rule; }
namespace wd004 { extern const Rule rule; }
namespace wd005 { extern const Rule rule; }
namespace wd009 { extern const Rule rule; }
namespace wd010 { extern const Rule rule; }
namespace wd012 { extern const Rule rule; }
namespace wd013 { extern const Rule rule; }
}
// clang-format on

namespace {

constexpr auto table = std::to_array<const Rule*>({
    &rules::app001::rule,
    &rules::app002::rule,
    &rules::app004::rule,
    &rules::app005::rule,
    &rules::app007::rule,
    &rules::app008::rule,
    &rules::app010::rule,
    &rules::app011::rule,
    &rules::buf001::rule,
    &rules::buf002::rule,
    &rules::buf003::rule,
    &rules::buf005::rule,
    &rules::buf006::rule,
    &rules::buf007::rule,
    &rules::buf008::rule,
    &rules::buf009::rule,
    &rules::buf010::rule,
    &rules::buf011::rule,
    &rules::buf012::rule,
    &rules::buf013::rule,
    &rules::buf014::rule,
    &rules::buf018::rule,
    &rules::buf019::rule,
    &rules::buf020::rule,
    &rules::cc001::rule,
    &rules::cc002::rule,
    &rules::cc003::rule,
    &rules::cc005::rule,
    &rules::dlk001::rule,
    &rules::dlk002::rule,
    &rules::dlk003::rule,
    &rules::dlk004::rule,
    &rules::dlk005::rule,
    &rules::dlk006::rule,
    &rules::dlk007::rule,
    &rules::ecn001::rule,
    &rules::ecn002::rule,
    &rules::ecn003::rule,
    &rules::ecn004::rule,
    &rules::ecn005::rule,
    &rules::ecn006::rule,
    &rules::ecn007::rule,
    &rules::ecn008::rule,
    &rules::ecn009::rule,
    &rules::ecn012::rule,
    &rules::ecn013::rule,
    &rules::ecn014::rule,
    &rules::ecn015::rule,
    &rules::ecn016::rule,
    &rules::ecn018::rule,
    &rules::ecn019::rule,
    &rules::ecn020::rule,
    &rules::ets001::rule,
    &rules::ets002::rule,
    &rules::ets003::rule,
    &rules::ets004::rule,
    &rules::ets009::rule,
    &rules::ets010::rule,
    &rules::hdr001::rule,
    &rules::hdr002::rule,
    &rules::hdr003::rule,
    &rules::hdr004::rule,
    &rules::hdr005::rule,
    &rules::hdr006::rule,
    &rules::hdr007::rule,
    &rules::hdr008::rule,
    &rules::hdr009::rule,
    &rules::hdr010::rule,
    &rules::hdr011::rule,
    &rules::hdr012::rule,
    &rules::hdr013::rule,
    &rules::hdr014::rule,
    &rules::hdr015::rule,
    &rules::hdr016::rule,
    &rules::ib009::rule,
    &rules::ib010::rule,
    &rules::ib011::rule,
    &rules::ib012::rule,
    &rules::ib013::rule,
    &rules::ib018::rule,
    &rules::ib020::rule,
    &rules::ib021::rule,
    &rules::ib022::rule,
    &rules::ib023::rule,
    &rules::ib024::rule,
    &rules::ib025::rule,
    &rules::ib026::rule,
    &rules::ib027::rule,
    &rules::ib028::rule,
    &rules::ib030::rule,
    &rules::ib031::rule,
    &rules::ib032::rule,
    &rules::lb001::rule,
    &rules::lb002::rule,
    &rules::lb003::rule,
    &rules::lb005::rule,
    &rules::lb008::rule,
    &rules::lb011::rule,
    &rules::lnk001::rule,
    &rules::lnk002::rule,
    &rules::lnk003::rule,
    &rules::lnk004::rule,
    &rules::lnk005::rule,
    &rules::lnk006::rule,
    &rules::lnk009::rule,
    &rules::mtu001::rule,
    &rules::mtu002::rule,
    &rules::mtu003::rule,
    &rules::mtu004::rule,
    &rules::mtu007::rule,
    &rules::nic001::rule,
    &rules::nic002::rule,
    &rules::nic003::rule,
    &rules::nic004::rule,
    &rules::nic005::rule,
    &rules::nic006::rule,
    &rules::nic007::rule,
    &rules::nic008::rule,
    &rules::nic009::rule,
    &rules::nic010::rule,
    &rules::nic011::rule,
    &rules::nic013::rule,
    &rules::nic016::rule,
    &rules::nic018::rule,
    &rules::nic024::rule,
    &rules::nic027::rule,
    &rules::nic028::rule,
    &rules::pfc001::rule,
    &rules::pfc002::rule,
    &rules::pfc003::rule,
    &rules::pfc004::rule,
    &rules::pfc005::rule,
    &rules::pfc006::rule,
    &rules::pfc007::rule,
    &rules::pfc008::rule,
    &rules::pfc009::rule,
    &rules::pfc011::rule,
    &rules::pfc012::rule,
    &rules::pfc013::rule,
    &rules::pfc014::rule,
    &rules::pfc016::rule,
    &rules::pfc018::rule,
    &rules::pfc020::rule,
    &rules::pfc021::rule,
    &rules::pfc022::rule,
    &rules::pfc023::rule,
    &rules::qos001::rule,
    &rules::qos002::rule,
    &rules::qos003::rule,
    &rules::qos004::rule,
    &rules::qos005::rule,
    &rules::qos006::rule,
    &rules::qos007::rule,
    &rules::qos008::rule,
    &rules::qos009::rule,
    &rules::qos011::rule,
    &rules::qos013::rule,
    &rules::qos014::rule,
    &rules::qos017::rule,
    &rules::qos018::rule,
    &rules::qos019::rule,
    &rules::sm001::rule,
    &rules::sm002::rule,
    &rules::sm003::rule,
    &rules::sm004::rule,
    &rules::sm005::rule,
    &rules::sm006::rule,
    &rules::sm007::rule,
    &rules::sm008::rule,
    &rules::sm009::rule,
    &rules::sm010::rule,
    &rules::sm011::rule,
    &rules::sm012::rule,
    &rules::sm013::rule,
    &rules::sm014::rule,
    &rules::sm015::rule,
    &rules::sm016::rule,
    &rules::sm017::rule,
    &rules::sm018::rule,
    &rules::sm019::rule,
    &rules::sm020::rule,
    &rules::sm021::rule,
    &rules::sm022::rule,
    &rules::sm023::rule,
    &rules::sm024::rule,
    &rules::sm025::rule,
    &rules::sm026::rule,
    &rules::sm027::rule,
    &rules::sm028::rule,
    &rules::sm029::rule,
    &rules::sm030::rule,
    &rules::sm031::rule,
    &rules::sm032::rule,
    &rules::sm033::rule,
    &rules::sm034::rule,
    &rules::sm035::rule,
    &rules::sm036::rule,
    &rules::sm037::rule,
    &rules::sm038::rule,
    &rules::sm039::rule,
    &rules::sm040::rule,
    &rules::sm041::rule,
    &rules::sm042::rule,
    &rules::sm043::rule,
    &rules::sm044::rule,
    &rules::sm045::rule,
    &rules::sm046::rule,
    &rules::sm047::rule,
    &rules::sm048::rule,
    &rules::sm049::rule,
    &rules::sm050::rule,
    &rules::sm051::rule,
    &rules::sm052::rule,
    &rules::sm053::rule,
    &rules::syn001::rule,
    &rules::syn002::rule,
    &rules::syn003::rule,
    &rules::syn004::rule,
    &rules::syn005::rule,
    &rules::top001::rule,
    &rules::top002::rule,
    &rules::top003::rule,
    &rules::top004::rule,
    &rules::top005::rule,
    &rules::top006::rule,
    &rules::top007::rule,
    &rules::top008::rule,
    &rules::top009::rule,
    &rules::top010::rule,
    &rules::top011::rule,
    &rules::top012::rule,
    &rules::top013::rule,
    &rules::top014::rule,
    &rules::uec001::rule,
    &rules::uec002::rule,
    &rules::wd001::rule,
    &rules::wd002::rule,
    &rules::wd003::rule,
    &rules::wd004::rule,
    &rules::wd005::rule,
    &rules::wd009::rule,
    &rules::wd010::rule,
    &rules::wd012::rule,
    &rules::wd013::rule,
});

}

std::span<const Rule* const> all_rules() { return table; }

std::vector<const Rule*> with_own_rules(std::span<const Rule* const> own)
{
    std::vector<const Rule*> rules(table.begin(), table.end());
    rules.insert(rules.end(), own.begin(), own.end());
    return rules;
}

std::span<const KnownRule> known_rules()
{
    static const std::vector<KnownRule> known = [] {
        std::vector<KnownRule> rules;
        for (const Rule* rule : table)
            rules.push_back({rule->code,
                rule->name,
                rule->parameters,
                rule->check_link == nullptr && rule->check_fabric == nullptr});
        return rules;
    }();
    return known;
}

const Rule* find_rule(std::string_view code_or_name)
{
    for (const Rule* rule : table) {
        if (equal_ignoring_case(rule->code, code_or_name) || equal_ignoring_case(rule->name, code_or_name))
            return rule;
    }
    return nullptr;
}

}

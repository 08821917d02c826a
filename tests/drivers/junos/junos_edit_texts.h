// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::junos_case {

/// Two ports in each notation; the first has a profile, a classifier, link pause and a comment.
inline constexpr std::string_view braces_text = R"(system {
    host-name leaf1;
}
interfaces {
    et-0/0/0 {
        description host; ## to the left
        mtu 9000;
        /* not this one */
        ether-options {
            flow-control;
        }
        unit 0 {
            family inet;
        }
    }
    et-0/0/1 {
        unit 0 {
            family inet;
        }
    }
}
class-of-service {
    classifiers {
        dscp rdma {
            forwarding-class best-effort {
                loss-priority low code-points [ 000000 001010 ];
            }
            forwarding-class NO-LOSS {
                loss-priority low code-points 011010;
            }
        }
    }
    forwarding-classes {
        class best-effort queue-num 0;
        class NO-LOSS queue-num 3 no-loss pfc-priority 3;
    }
    congestion-notification-profile {
        cnp {
            input {
                dscp {
                    code-point 011010 {
                        pfc;
                    }
                }
            }
            output {
                ieee-802.1 {
                    code-point 011 {
                        flow-control-queue 3;
                    }
                }
            }
        }
    }
    interfaces {
        et-0/0/0 {
            congestion-notification-profile cnp;
            unit 0 {
                classifiers {
                    dscp rdma;
                }
            }
        }
    }
}
)";

inline constexpr std::string_view lines_text = R"(set system host-name leaf1
set interfaces et-0/0/0 description host
set interfaces et-0/0/0 mtu 9000
# not this one
set interfaces et-0/0/0 ether-options flow-control
set interfaces et-0/0/0 unit 0 family inet
set interfaces et-0/0/1 unit 0 family inet
set class-of-service classifiers dscp rdma forwarding-class best-effort loss-priority low code-points 000000
set class-of-service classifiers dscp rdma forwarding-class best-effort loss-priority low code-points 001010
set class-of-service classifiers dscp rdma forwarding-class NO-LOSS loss-priority low code-points 011010
set class-of-service forwarding-classes class best-effort queue-num 0
set class-of-service forwarding-classes class NO-LOSS queue-num 3
set class-of-service forwarding-classes class NO-LOSS no-loss
set class-of-service forwarding-classes class NO-LOSS pfc-priority 3
set class-of-service congestion-notification-profile cnp input dscp code-point 011010 pfc
set class-of-service congestion-notification-profile cnp output ieee-802.1 code-point 011 flow-control-queue 3
set class-of-service interfaces et-0/0/0 congestion-notification-profile cnp
set class-of-service interfaces et-0/0/0 unit 0 classifiers dscp rdma
)";

inline constexpr std::string_view elements_text
    = R"(<configuration xmlns="http://xml.juniper.net/xnm/1.1/xnm">
    <system><host-name>leaf1</host-name></system>
    <interfaces>
        <interface>
            <name>et-0/0/0</name>
            <mtu>9000</mtu>
            <!-- not this one -->
            <ether-options>
                <flow-control/>
            </ether-options>
            <unit><name>0</name><family><inet/></family></unit>
        </interface>
        <interface>
            <name>et-0/0/1</name>
            <unit><name>0</name><family><inet/></family></unit>
        </interface>
    </interfaces>
    <class-of-service>
        <classifiers>
            <dscp>
                <name>rdma</name>
                <forwarding-class>
                    <name>best-effort</name>
                    <loss-priority>
                        <name>low</name>
                        <code-points>000000</code-points>
                        <code-points>001010</code-points>
                    </loss-priority>
                </forwarding-class>
                <forwarding-class>
                    <name>NO-LOSS</name>
                    <loss-priority>
                        <name>low</name>
                        <code-points>011010</code-points>
                    </loss-priority>
                </forwarding-class>
            </dscp>
        </classifiers>
        <forwarding-classes>
            <class><name>best-effort</name><queue-num>0</queue-num></class>
            <class><name>NO-LOSS</name><queue-num>3</queue-num><no-loss/><pfc-priority>3</pfc-priority></class>
        </forwarding-classes>
        <congestion-notification-profile>
            <name>cnp</name>
            <input>
                <dscp>
                    <code-point>
                        <name>011010</name>
                        <pfc/>
                    </code-point>
                </dscp>
            </input>
            <output>
                <ieee-802.1>
                    <code-point>
                        <name>011</name>
                        <flow-control-queue>3</flow-control-queue>
                    </code-point>
                </ieee-802.1>
            </output>
        </congestion-notification-profile>
        <interfaces>
            <interface>
                <name>et-0/0/0</name>
                <congestion-notification-profile>cnp</congestion-notification-profile>
                <unit>
                    <name>0</name>
                    <classifiers>
                        <dscp><name>rdma</name></dscp>
                    </classifiers>
                </unit>
            </interface>
        </interfaces>
    </class-of-service>
</configuration>
)";

inline constexpr std::string_view notations[] = {braces_text, lines_text, elements_text};

}

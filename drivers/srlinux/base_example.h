// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::srlinux {

/// Driver::base_example: a 7220 IXR with a host and an uplink.
inline constexpr std::string_view base_example = R"srlinux(interface ethernet-1/1 {
    description host
    admin-state enable
    mtu 9232
    ethernet {
        port-speed 100G
        flow-control {
            receive false
        }
    }
    subinterface 0 {
        type routed
        ip-mtu 9198
        ipv4 {
            admin-state enable
            address 10.1.0.0/31 {
            }
        }
    }
}
interface ethernet-1/2 {
    description uplink
    admin-state enable
    mtu 9232
    ethernet {
        port-speed 100G
        flow-control {
            receive false
        }
    }
    subinterface 0 {
        type routed
        ip-mtu 9198
        ipv4 {
            admin-state enable
            address 10.0.0.0/31 {
            }
        }
    }
}
system {
    name {
        host-name @NAME@
    }
}
qos {
    explicit-congestion-notification {
    }
    queues {
        queue unicast-0 {
            queue-index 0
        }
        queue unicast-3 {
            queue-index 3
        }
        queue unicast-6 {
            queue-index 6
        }
        pfc-queue pfc3 {
            queue-index 3
        }
    }
    forwarding-classes {
        forwarding-class fc0 {
            output {
                unicast-queue unicast-0
            }
        }
        forwarding-class fc3 {
            output {
                unicast-queue unicast-3
            }
        }
        forwarding-class fc6 {
            output {
                unicast-queue unicast-6
            }
        }
    }
    pfc-mapping-profile RDMA {
        received-traffic {
            unicast-mapping {
                pfc-queue pfc3 {
                    forwarding-class [
                        fc3
                    ]
                    pfc-pause-frame-priority 3
                }
            }
        }
        received-pfc-pause-frames {
            deadlock {
                enable true
                detection-timer 200
                recovery-timer 400
            }
            queue unicast-3 {
                pfc-pause-frame-priority 3
                enable-pfc true
            }
        }
    }
    classifiers {
        dscp-policy RDMA {
            dscp 26 {
                forwarding-class fc3
            }
            dscp 48 {
                forwarding-class fc6
            }
        }
    }
    scheduler-policies {
        scheduler-policy SHARES {
            scheduler 0 {
                priority strict
                input cnp {
                    queue-name unicast-6
                    peak-rate-percent 20
                }
            }
            scheduler 1 {
                input best-effort {
                    queue-name unicast-0
                    weight 40
                }
                input rdma {
                    queue-name unicast-3
                    weight 60
                }
            }
        }
    }
    buffer-management {
        queue-management-profile RDMA-ECN {
            wred {
                wred-slope all drop-probability all enable-ecn true {
                    min-threshold 150000
                    max-threshold 1500000
                    max-drop-probability-percent 100
                }
            }
        }
        buffer-allocation-profile RDMA {
            queues {
                queue unicast-3 {
                    maximum-burst-size 20000000
                }
                pfc-queue pfc3 {
                    maximum-burst-size 4000000
                    maximum-pfc-reserved-share-bytes 400000
                }
            }
        }
    }
    interfaces {
        interface ethernet-1/1 {
            interface-ref {
                interface ethernet-1/1
            }
            pfc {
                pfc-mapping-profile RDMA
                pfc-enable true
            }
            input {
                pfc-buffer-allocation-profile RDMA
            }
            output {
                buffer-allocation-profile RDMA
                queues {
                    queue unicast-3 {
                        queue-management-profile RDMA-ECN
                    }
                }
                scheduler {
                    scheduler-policy SHARES
                }
            }
        }
        interface ethernet-1/1.0 {
            interface-ref {
                interface ethernet-1/1
                subinterface 0
            }
            input {
                classifiers {
                    dscp-policy RDMA
                }
            }
        }
        interface ethernet-1/2 {
            interface-ref {
                interface ethernet-1/2
            }
            pfc {
                pfc-mapping-profile RDMA
                pfc-enable true
            }
            input {
                pfc-buffer-allocation-profile RDMA
            }
            output {
                buffer-allocation-profile RDMA
                queues {
                    queue unicast-3 {
                        queue-management-profile RDMA-ECN
                    }
                }
                scheduler {
                    scheduler-policy SHARES
                }
            }
        }
        interface ethernet-1/2.0 {
            interface-ref {
                interface ethernet-1/2
                subinterface 0
            }
            input {
                classifiers {
                    dscp-policy RDMA
                }
            }
        }
    }
    linecard 1 {
        forwarding-complex 0 {
            input {
                pfc-buffer-reservation 10
            }
        }
    }
}
)srlinux";

}

// SPDX-License-Identifier: Apache-2.0
// The clean leaf that rule examples modify; every rule must stay silent on it.
#include "drivers/junos/base_example.h"

namespace rocelint::junos {

const std::string_view base_example = R"junos(version 23.4R2-S3.9-EVO;
system {
    host-name @NAME@;
}
interfaces {
    et-0/0/0 {
        description host;
        speed 100g;
        mtu 9216;
        unit 0 {
            family inet {
                address 10.0.1.1/31;
            }
        }
    }
    et-0/0/1 {
        description uplink;
        speed 100g;
        mtu 9216;
        unit 0 {
            family inet {
                address 10.0.0.1/31;
            }
        }
    }
}
class-of-service {
    classifiers {
        dscp rdma {
            forwarding-class best-effort {
                loss-priority low code-points [ 000000 001010 010010 ];
            }
            forwarding-class CNP {
                loss-priority low code-points 110000;
            }
            forwarding-class NO-LOSS {
                loss-priority low code-points 011010;
            }
        }
    }
    drop-profiles {
        dcqcn {
            interpolate {
                fill-level [ 55 90 ];
                drop-probability [ 0 20 ];
            }
        }
    }
    shared-buffer {
        ingress {
            buffer-partition lossless {
                percent 66;
            }
            buffer-partition lossless-headroom {
                percent 24;
            }
            buffer-partition lossy {
                percent 10;
            }
        }
        egress {
            buffer-partition lossless {
                percent 66;
            }
            buffer-partition lossy {
                percent 10;
            }
        }
    }
    forwarding-classes {
        class best-effort queue-num 0;
        class CNP queue-num 6;
        class NO-LOSS queue-num 3 no-loss pfc-priority 3;
    }
    congestion-notification-profile {
        lossless {
            pfc-watchdog {
                poll-interval 100;
                detection 2;
                recovery 200;
                watchdog-action drop;
            }
            input {
                dscp {
                    code-point 011010 {
                        pfc;
                        mru 9216;
                    }
                }
                cable-length 50;
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
            congestion-notification-profile lossless;
            scheduler-map rdma;
            unit 0 {
                classifiers {
                    dscp rdma;
                }
            }
        }
        et-0/0/1 {
            congestion-notification-profile lossless;
            scheduler-map rdma;
            unit 0 {
                classifiers {
                    dscp rdma;
                }
            }
        }
    }
    scheduler-maps {
        rdma {
            forwarding-class best-effort scheduler best-effort;
            forwarding-class CNP scheduler cnp;
            forwarding-class NO-LOSS scheduler rdma;
        }
    }
    schedulers {
        best-effort {
            transmit-rate percent 35;
            priority low;
        }
        cnp {
            shaping-rate 5g;
            priority strict-high;
        }
        rdma {
            transmit-rate percent 60;
            priority low;
            drop-profile-map loss-priority any protocol any drop-profile dcqcn;
            explicit-congestion-notification;
        }
    }
}
)junos";

}

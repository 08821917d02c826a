// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace rocelint {

/// The operations of RFC 6241 that we send, in the form that libnetconf2 needs to write
/// requests. Written from sections 7 and 8 of the RFC; the features of its appendix C
/// are left out, since NetconfSession checks the device's hello instead. With our own
/// schema the library fetches none of the device's modules: Junos has hundreds.
inline constexpr char netconf_schema[] = R"yang(
module ietf-netconf {
  yang-version 1.1;
  namespace "urn:ietf:params:xml:ns:netconf:base:1.0";
  prefix nc;
  revision 2011-06-01;
  feature xpath; // libyang's own additions to this module ask for it
  grouping store {
    choice store {
      leaf running { type empty; }
      leaf candidate { type empty; }
      leaf startup { type empty; }
    }
  }
  rpc get-config {
    input {
      container source { uses store; }
      anyxml filter;
    }
    output { anyxml data; }
  }
  rpc edit-config {
    input {
      container target { uses store; }
      leaf default-operation { type enumeration { enum merge; enum replace; enum none; } }
      leaf test-option { type enumeration { enum test-then-set; enum set; enum test-only; } }
      leaf error-option { type enumeration { enum stop-on-error; enum continue-on-error; enum rollback-on-error; } }
      anyxml config;
    }
  }
  rpc lock { input { container target { uses store; } } }
  rpc unlock { input { container target { uses store; } } }
  rpc validate { input { container source { uses store; } } }
  rpc commit {
    input {
      leaf confirmed { type empty; }
      leaf confirm-timeout { type uint32; }
      leaf persist { type string; }
      leaf persist-id { type string; }
    }
  }
  rpc cancel-commit { input { leaf persist-id { type string; } } }
  rpc copy-config {
    input {
      container target { uses store; }
      container source { uses store; }
    }
  }
  rpc raw; // never sent: another operation takes its place (netconf_translate.h)
  rpc discard-changes;
  rpc kill-session { input { leaf session-id { type uint32; } } }
  rpc close-session;
}
)yang";

}

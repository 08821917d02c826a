// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/document_keys.h"

/// The keys of fabric.yaml. Its reader accepts them, and docs/reference/fabric-intent.md and its JSON Schema
/// are generated from them. rocelint-fabric.yang defines which numbers are valid.
namespace rocelint::intent_keys {

extern const KeyTable top;
extern const KeyTable shares;
extern const KeyTable watchdog;
extern const KeyTable templates;
extern const KeyTable devices;
extern const KeyTable device;
extern const KeyTable ports;
extern const KeyTable port;
extern const KeyTable link;
extern const KeyTable subnets;
extern const KeyTable subnet;
extern const KeyTable managers;
extern const KeyTable manager;
extern const KeyTable ib_classes;
extern const KeyTable ib_class;
extern const KeyTable switches;
extern const KeyTable switch_node;
extern const KeyTable hosts;
extern const KeyTable host_node;
extern const KeyTable partitions;
extern const KeyTable partition;

}

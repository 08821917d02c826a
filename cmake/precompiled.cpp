// SPDX-License-Identifier: Apache-2.0
// The target that builds precompiled.h has to have a source file.

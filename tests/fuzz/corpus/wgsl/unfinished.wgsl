// SPDX-License-Identifier: Apache-2.0
@compute @workgroup_size(64) fn main( /* 
 "{[(
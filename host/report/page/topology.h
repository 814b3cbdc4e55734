/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Groups of CPUs, which the page's timeline shows: "0-1 2-3", "little=0-3 big=4,5", in levels
 * "node0=(core0=0,1 core1=2,3) node1=4-7", or the XML of hwloc, which the page's script reads.
 */
#ifndef REPORT_PAGE_TOPOLOGY_H
#define REPORT_PAGE_TOPOLOGY_H

#include <base/fault.h>

/**
 * @param given  groups, or the name of a file with them: one that ends in .xml
 * @return the groups, which the caller must free; NULL after setting the fault
 */
char *topology_read(const char *given, struct fault *fault);

/**
 * Check groups that aren't XML.
 *
 * @param cpus  of the recording
 * @return STATUS_OK, or another status after setting the fault
 */
int topology_check(const char *groups, unsigned cpus, struct fault *fault);

#endif

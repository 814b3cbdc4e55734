/* SPDX-License-Identifier: BSD-2-Clause */
/* The memory maps of processes, and the functions in them. Shared by perf.c and perf_maps.c. */
#ifndef IMPORT_PERF_PRIV_H
#define IMPORT_PERF_PRIV_H

#include <import/import.h>

struct perf_maps;

/** @param program used in place of a mapped file of the same name, which may be missing; or NULL */
struct perf_maps *perf_maps_open(const char *program, const struct spoor_report *report);
void perf_maps_close(struct perf_maps *m);

/**
 * Process a record without its header: a file is mapped; a thread is named; a process or thread is created.
 *
 * @return false if out of memory
 */
bool perf_map(struct perf_maps *m, const uint8_t *at, size_t size, bool is_second, bool kernel);
bool perf_comm(struct perf_maps *m, const uint8_t *at, size_t size);
bool perf_fork(struct perf_maps *m, uint32_t pid, uint32_t parent, uint32_t tid, uint32_t parent_tid);

/**
 * @param returns  whether it is a return address, which belongs to the instruction before
 * @return the frame of an address in a process; PROFILE_NONE if out of memory
 */
uint32_t perf_frame(struct perf_maps *m, struct profile *p, uint32_t pid, uint64_t address, bool returns,
                    bool kernel);

/** @return the frame of a thread; PROFILE_NONE if out of memory */
uint32_t perf_thread(struct perf_maps *m, struct profile *p, uint32_t pid, uint32_t tid);

#endif

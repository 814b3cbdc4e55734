/* SPDX-License-Identifier: BSD-2-Clause */
/* The memory maps of processes, and the functions in them. Shared by perf.c and perf_maps.c. */
#ifndef IMPORT_PERF_PRIV_H
#define IMPORT_PERF_PRIV_H

#include <import/import.h>

struct perf_maps;

/** @param file  its program is used in place of a mapped file of the same name, which may be missing */
struct perf_maps *perf_maps_open(const struct import_file *file);
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

struct perf_kernel;

/** Find the build ID of the recorded kernel, of 20 bytes. @return false if the recording has none */
bool perf_kernel_build_id(const struct import_file *file, uint8_t *id);

/**
 * Open the functions of the running kernel.
 *
 * @param id     build ID of the recorded kernel
 * @param first  a symbol of it, and its address
 * @param wrong  receives the reason if they can't be used
 */
struct perf_kernel *perf_kernel_open(const uint8_t *id, const char *first, uint64_t text, const char **wrong);

/** @return the function that contains an address, or NULL */
const char *perf_kernel_function(const struct perf_kernel *k, uint64_t address, uint64_t *begin);
void perf_kernel_close(struct perf_kernel *k);

/** @return the frame of a thread; PROFILE_NONE if out of memory */
uint32_t perf_thread(struct perf_maps *m, struct profile *p, uint32_t pid, uint32_t tid);

#endif

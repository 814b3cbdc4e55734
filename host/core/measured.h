/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Points and blocks in a target's memory: the values that the target's own shell shows. Points need only
 * symbols. The layout of a block depends on the settings of its build, so it is read from the debug
 * information.
 */
#ifndef CORE_MEASURED_H
#define CORE_MEASURED_H

#include <elf/elf.h>
#include <read/segment.h>

struct measured_point {
    const struct spoor_id *id;
    unsigned number; /**< as in the target's shell */
    bool on;
    uint32_t count;
};

/** Times in cycles, as struct trace_block_stats in ns. They are only defined if `count` isn't 0. */
struct measured_block {
    const struct spoor_id *id;
    unsigned number;
    bool on;
    uint32_t count, unmatched_leave, unmatched_enter, too_long;
    uint64_t last, min, max, sum;
    uint64_t net_last, net_min, net_max, net_sum, self_sum;
};

struct measured_points {
    struct measured_point *list;
    size_t count;
};

struct measured_blocks {
    struct measured_block *list;
    size_t count;
    uint32_t unkept; /**< too long visits of blocks that had no room for them */
    bool net;        /**< the program measures net and self times */
};

/** Read all points, in the order of their numbers. @return false after a report. `list` must be freed. */
bool measured_read_points(struct measured_points *p, const struct spoor_elf *elf,
                          const struct spoor_memory *m, const char *name, const struct spoor_report *report);

/** Read all blocks. @return false after a report. `list` must be freed. */
bool measured_read_blocks(struct measured_blocks *b, const struct spoor_elf *elf,
                          const struct spoor_memory *m, const char *name, const struct spoor_report *report);

/** @return the rate of the target's counter in Hz; 0 if it is unknown: the program has no rings */
uint32_t measured_rate(const struct spoor_elf *elf, const struct spoor_memory *m);

/** @return the mean in ns, rounded down as on the target */
uint64_t measured_mean_ns(uint64_t sum, uint32_t count, uint32_t hz);

#endif

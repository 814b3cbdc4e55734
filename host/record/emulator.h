/* SPDX-License-Identifier: BSD-2-Clause */
/* The process of an emulator. target_stop() ends it. */
#ifndef RECORD_EMULATOR_H
#define RECORD_EMULATOR_H

#include <record/record.h>

struct emulator {
    const char *program, *options; /**< of a board: separated by blanks */
    const char *elf;               /**< the image */
    unsigned shift;                /**< an instruction takes 2^shift ns */
    bool exact;                    /**< waiting takes no time */
    bool one_cpu;                  /**< the target has one CPU, even with those that sleep */
    const char *plugin;            /**< options of -plugin; NULL: none */
    bool typed;                    /**< see target_image */
};

/** Start QEMU. The target's channels are set. @return 0, or an errno: ENOENT if the program isn't there */
int emulator_start(struct target *t, const struct emulator *e);

/** @return what to install if it isn't there */
const char *emulator_package(bool is_riscv);

#endif

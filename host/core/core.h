/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Core dumps: the memory of a target that stopped, with registers. Formats are ELF cores, as debuggers and
 * QEMU write them, and Zephyr's core dump, as bytes or as the lines with #CD: that its console prints. The
 * input is untrusted.
 */
#ifndef CORE_CORE_H
#define CORE_CORE_H

#include <elf/elf.h>
#include <read/segment.h>

/** Registers by their numbers in DWARF. Of Arm, 16 is the status register; of RISC-V, 32 is the pc. */
#define CORE_REGISTERS 33

struct core_registers {
    uint32_t thread;                /**< a number that the writer gave: of a CPU, or of a thread */
    uint64_t known;                 /**< one bit for each register that the core has */
    uint32_t value[CORE_REGISTERS]; /**< 0 if unknown */
    bool has_psp;                   /**< `psp` is known */
    uint32_t psp;                   /**< of a Cortex-M: the stack pointer of threads */
};

struct core {
    const char *format;      /**< "an ELF core", for messages */
    uint16_t machine;        /**< EM_… of ELF; 0: unknown */
    int reason;              /**< Zephyr's reason of the fatal error; -1: none */
    const uint8_t *build_id; /**< of the program, if the core says it; or NULL */
    size_t build_id_bytes;
    struct spoor_memory memory;
    struct core_registers *registers;
    size_t register_count;
    struct spoor_segment *segments; /**< those of `memory` */
    uint8_t *decoded;               /**< the bytes of lines of text, or NULL */
};

/** @return whether a file is a core dump: at least its first bytes, or a line of it, say so */
bool core_is(const uint8_t *bytes, size_t size);

/**
 * Open a core dump. The bytes must stay valid while it is open.
 *
 * @return NULL after a report: not a core, truncated, or of a system that isn't 32-bit and little-endian
 */
struct core *core_open(const uint8_t *bytes, size_t size, const char *name,
                       const struct spoor_report *report);

/** @return whether the core can be one of the program: of its machine, and with its build ID if the core has
 * that part of the memory. False after a report. */
bool core_fits(const struct core *c, const struct spoor_elf *elf, const char *name,
               const struct spoor_report *report);

void core_close(struct core *c);

#endif

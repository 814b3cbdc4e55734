/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The memory of the emulated machine. Version 1 of QEMU's interface has no function to read it. QEMU's own
 * function for its debugger is used: programs of QEMU that are built with modules, as those of distributions
 * are, export it. Its result is compared with an instruction before it is trusted.
 */
#ifndef BARE_MEMORY_H
#define BARE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** @return whether this QEMU exports what is needed to read memory */
bool memory_readable(void);

/**
 * Read from RAM or ROM, as a CPU sees it now. Devices must not be read: that may change their state.
 *
 * @param address  virtual
 * @return false if there is no memory
 *
 * Cost: about 100 ns
 */
bool memory_read(unsigned cpu, uint64_t address, void *bytes, size_t size);

/**
 * Read at a physical address, whatever the running thread may access. Where there is no memory, the bytes are
 * undefined.
 *
 * @return false if this QEMU can't
 */
bool memory_read_physical(uint64_t address, void *bytes, size_t size);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The functions are those of QEMU 4.2 to 8.2 (hw/core/cpu.h, exec/cpu-common.h). The types of
 * some arguments have changed, to others that are passed in the same way on 64-bit hosts: target_ulong of 32
 * bits and vaddr, int and bool.
 */
#include <bare/memory.h>

struct CPUState;

__attribute__((weak)) extern struct CPUState *qemu_get_cpu(int index);
__attribute__((weak)) extern int cpu_memory_rw_debug(struct CPUState *cpu, uint64_t address, void *bytes,
                                                     uint64_t size, int is_write);

bool memory_readable(void)
{
    return sizeof(void *) == 8 && qemu_get_cpu != NULL && cpu_memory_rw_debug != NULL;
}

bool memory_read(unsigned cpu, uint64_t address, void *bytes, size_t size)
{
    struct CPUState *of = memory_readable() ? qemu_get_cpu((int)cpu) : NULL;

    return of != NULL && cpu_memory_rw_debug(of, address, bytes, size, 0) == 0;
}

bool memory_number(unsigned cpu, uint64_t address, unsigned size, uint64_t *number)
{
    uint8_t bytes[8];

    *number = 0;
    if (size > sizeof bytes || !memory_read(cpu, address, bytes, size)) {
        return false;
    }
    for (unsigned n = 0; n < size; n++) {
        *number |= (uint64_t)bytes[n] << 8 * n;
    }
    return true;
}

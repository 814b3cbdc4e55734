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

__attribute__((weak)) extern void cpu_physical_memory_rw(uint64_t address, void *bytes, uint64_t size,
                                                         int is_write);

bool memory_readable(void)
{
    return sizeof(void *) == 8 && qemu_get_cpu != NULL && cpu_memory_rw_debug != NULL;
}

bool memory_read(unsigned cpu, uint64_t address, void *bytes, size_t size)
{
    struct CPUState *of = memory_readable() ? qemu_get_cpu((int)cpu) : NULL;

    return of != NULL && cpu_memory_rw_debug(of, address, bytes, size, 0) == 0;
}

bool memory_read_physical(uint64_t address, void *bytes, size_t size)
{
    if (sizeof(void *) != 8 || cpu_physical_memory_rw == NULL) {
        return false;
    }
    cpu_physical_memory_rw(address, bytes, size, 0);
    return true;
}

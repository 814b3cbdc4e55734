/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A flat map in sections of 1 MB (ARM926EJ-S TRM, 3.2). The image's memory is cached. Addresses between the
 * image and the devices fault. RAM starts at 0, where the vectors are, so null pointers don't fault.
 */
#include "../armv7a/armv7a_priv.h"

#define SECTION_SHIFT 20
#define SECTIONS      4096

/* First-level descriptors: section, privileged access, domain 0. Bit 4 must be set. */
#define SECTION       (2u | 1u << 4 | 1u << 10)
#define NORMAL_CACHED (SECTION | 1u << 3 | 1u << 2)
#define DEVICE        SECTION

#define DEVICES_FROM 0x10000000u

#define CONTROL_M (1u << 0)
#define CONTROL_C (1u << 2)
#define CONTROL_I (1u << 12)

static uint32_t table[SECTIONS] __attribute__((aligned(16384), section(".noinit")));

extern uint8_t ram_end[];

void armv7a_mmu_init(void)
{
    uint32_t first = (uint32_t)armv7a_vectors >> SECTION_SHIFT;
    uint32_t last = ((uint32_t)ram_end - 1) >> SECTION_SHIFT;

    for (uint32_t i = 0; i < SECTIONS; i++) {
        uint32_t kind = i >= first && i <= last              ? NORMAL_CACHED
                        : i >= DEVICES_FROM >> SECTION_SHIFT ? DEVICE
                                                             : 0;

        table[i] = kind != 0 ? i << SECTION_SHIFT | kind : 0;
    }
}

void armv7a_mmu_enable(void)
{
    uint32_t r;

    __asm__ volatile("mcr p15, 0, %0, c7, c7, 0\n\t" /* invalidate both caches */
                     "mcr p15, 0, %0, c8, c7, 0\n\t" /* invalidate the TLB */
                     "mcr p15, 0, %1, c2, c0, 0\n\t" /* translation table base */
                     "mcr p15, 0, %2, c3, c0, 0"     /* domain 0 checks permissions */
                     ::"r"(0),
                     "r"(table), "r"(1)
                     : "memory");
    __asm__ volatile("mrc p15, 0, %0, c1, c0, 0" : "=r"(r));
    __asm__ volatile("mcr p15, 0, %0, c1, c0, 0\n\tnop\n\tnop" ::"r"(r | CONTROL_M | CONTROL_C | CONTROL_I)
                     : "memory");
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A flat map in sections of 1 MB (Armv7-A ARM, B3.5). The image's memory is normal and cached, as
 * exclusives and unaligned accesses require. The rest is non-executable device memory. The first megabyte
 * is unmapped unless it contains the image, so that null pointers fault.
 */
#include "armv7a_priv.h"

#define SECTION_SHIFT 20
#define SECTIONS      4096

/* Short descriptors (B3.5.1): section, privileged access; TEX, C and B as in B3.8.2. */
#define SECTION (2u | 1u << 10)
#define NORMAL_CACHED                                                                                        \
    (SECTION | 1u << 12 | 1u << 3 | 1u << 2 | 1u << 16) /* write-back, allocate, shareable */
#define DEVICE (SECTION | 1u << 2 | 1u << 4)            /* never executable */

/* TTBR0 (B4.1.154): table walks are shareable, inner and outer write-back, write-allocate. */
#define TTBR_WALKS (1u << 6 | 1u << 3 | 1u << 1)

#define ACTLR_SMP (1u << 6) /* Cortex-A15 TRM, 4.3.28 */

#define SCTLR_M (1u << 0)
#define SCTLR_C (1u << 2)
#define SCTLR_Z (1u << 11)
#define SCTLR_I (1u << 12)

static uint32_t table[SECTIONS] __attribute__((aligned(16384), section(".noinit")));

extern uint8_t ram_end[];

void armv7a_mmu_init(void)
{
    uint32_t first = (uint32_t)armv7a_vectors >> SECTION_SHIFT;
    uint32_t last = ((uint32_t)ram_end - 1) >> SECTION_SHIFT;

    for (uint32_t i = 0; i < SECTIONS; i++) {
        uint32_t kind = i >= first && i <= last ? NORMAL_CACHED : DEVICE;

        table[i] = i << SECTION_SHIFT | kind;
    }
    if (first > 0) {
        table[0] = 0;
    }
}

void armv7a_mmu_enable(void)
{
    uint32_t r;

    __asm__ volatile("mrc p15, 0, %0, c1, c0, 1" : "=r"(r));
    __asm__ volatile("mcr p15, 0, %0, c1, c0, 1" ::"r"(r | ACTLR_SMP));
    __asm__ volatile("mcr p15, 0, %0, c7, c5, 0\n\t" /* ICIALLU, including the branch predictor */
                     "mcr p15, 0, %0, c8, c7, 0\n\t" /* TLBIALL */
                     "mcr p15, 0, %0, c2, c0, 2\n\t" /* TTBCR: use only TTBR0 */
                     "mcr p15, 0, %1, c2, c0, 0\n\t" /* TTBR0 */
                     "mcr p15, 0, %2, c3, c0, 0\n\t" /* DACR: domain 0 checks permissions */
                     "dsb\n\tisb" ::"r"(0),
                     "r"((uint32_t)table | TTBR_WALKS), "r"(1)
                     : "memory");
    __asm__ volatile("mrc p15, 0, %0, c1, c0, 0" : "=r"(r));
    r |= SCTLR_M | SCTLR_C | SCTLR_Z | SCTLR_I;
    __asm__ volatile("mcr p15, 0, %0, c1, c0, 0\n\tisb" ::"r"(r) : "memory");
}

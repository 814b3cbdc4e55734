/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Layout of a context on its thread's stack. The switch saves, from the lowest address: the stack limit, r4
 * to r11, EXC_RETURN, s16 to s31. The registers stacked by the hardware are above these. Assembly includes
 * this file too.
 */
#ifndef CORTEXM_FRAME_H
#define CORTEXM_FRAME_H

/** ARMv8-M Mainline has PSPLIM, the lowest usable address of the current stack (Armv8-M ARM, B3.21). */
#if defined __ARM_ARCH_8M_MAIN__ || defined __ARM_ARCH_8_1M_MAIN__
#define CORTEXM_LIMIT 1
#else
#define CORTEXM_LIMIT 0
#endif

/**
 * With floating point, EXC_RETURN shows whether the hardware stacked s0 to s15. If so, the switch saves s16
 * to s31.
 */
#ifdef __ARM_FP
#define CORTEXM_FLOAT 1
#else
#define CORTEXM_FLOAT 0
#endif

/** EXC_RETURN to a thread without floating-point registers (Armv7-M ARM, B1.5.8; Armv8-M ARM, Secure). */
#define CORTEXM_RETURN 0xFFFFFFFD

/** Bytes saved by the switch for a context that has used no floating point. */
#define CORTEXM_SAVED_BYTES ((CORTEXM_LIMIT + 8 + CORTEXM_FLOAT) * 4)

/** Bytes stacked by the hardware: 8 words, with floating point 18 more, and a word of alignment. */
#define CORTEXM_STACKED_BYTES (32 + 72 * CORTEXM_FLOAT + 4)

/** Maximum bytes of a whole context. */
#define CORTEXM_BYTES (CORTEXM_SAVED_BYTES + 64 * CORTEXM_FLOAT + CORTEXM_STACKED_BYTES)

#endif

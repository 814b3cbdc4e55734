/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A context on its thread's stack as the switch saves it, from the lowest address, below the registers that
 * the hardware stacks: the stack limit, r4 to r11, EXC_RETURN, s16 to s31. Assembly includes it too.
 */
#ifndef CORTEXM_FRAME_H
#define CORTEXM_FRAME_H

/** ARMv8-M Mainline: PSPLIM, the lowest address of the stack in use (Armv8-M ARM, B3.21). */
#if defined __ARM_ARCH_8M_MAIN__ || defined __ARM_ARCH_8_1M_MAIN__
#define CORTEXM_LIMIT 1
#else
#define CORTEXM_LIMIT 0
#endif

/** With floating point EXC_RETURN tells whether the hardware stacks s0 to s15; then s16 to s31 are saved. */
#ifdef __ARM_FP
#define CORTEXM_FLOAT 1
#else
#define CORTEXM_FLOAT 0
#endif

/** EXC_RETURN to a thread without floating-point registers (Armv7-M ARM, B1.5.8; Armv8-M ARM, Secure). */
#define CORTEXM_RETURN 0xFFFFFFFD

/** Saved for a context that has used no floating point. */
#define CORTEXM_SAVED_BYTES ((CORTEXM_LIMIT + 8 + CORTEXM_FLOAT) * 4)

/** Stacked by the hardware: 8 words, with floating point 18 words more, and a word that aligns it. */
#define CORTEXM_STACKED_BYTES (32 + 72 * CORTEXM_FLOAT + 4)

/** A whole context at most. */
#define CORTEXM_BYTES (CORTEXM_SAVED_BYTES + 64 * CORTEXM_FLOAT + CORTEXM_STACKED_BYTES)

#endif

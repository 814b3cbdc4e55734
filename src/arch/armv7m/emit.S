/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Recording of events of up to three words by restartable sequences (spoor/port/restart.h). The arguments are the
 * event in r0 and its words in r1 to r3. A sequence starts with r0 containing the header word, whose low bits it
 * replaces by the time.
 */
#include <spoor/port/restart.h>

#if SPOOR_RESTARTABLE

#define TIME_BITS 22
#define BEYOND    (~(0xFFFFFFFF >> (32 - CONFIG_CYCLES_BITS)) & 0xFFFFFFFF)

    .syntax unified
    .thumb

    /* Start a sequence. Load the time into the header. */
    .macro  sequence_begin a, b
9990:
    ldr     \a, =CONFIG_CYCLES_ADDRESS
    ldr     \a, [\a]
#if CONFIG_CYCLES_DOWN
    ldr     \b, =clock_last_low     /* as in block_pair_armv7m.h */
    ldr     \b, [\b]
    add     \a, \a, \b
    mvn     \a, \a
    bic     \a, \a, #BEYOND
    add     \a, \a, \b
#endif
    bfi     r0, \a, #0, #TIME_BITS
    .endm

    .macro  sequence_end
9991:
    .pushsection .rodata.spoor_sequences
    .word   9990b, 9991b
    .popsection
    .endm

    .macro  emitter name
    .global \name
    .type   \name, %function
    .thumb_func
\name:
    .fnstart
    .endm

    .macro  emitter_end name
    .fnend
    .size   \name, . - \name
    .endm

    .section .rodata.spoor_sequences, "a", %progbits
    .balign 4
    .global spoor_sequences
spoor_sequences:

    .section .text.spoor_restart_code, "ax", %progbits
    .balign 4
    .global spoor_restart_code
spoor_restart_code:

emitter spoor_emit_0
    ldr     r0, [r0, #SPOOR_EVENT_HEADER]
    sequence_begin r3, r2
    ldr     r1, =trace_rings
    ldrd    r2, r3, [r1, #SPOOR_RING_NEXT]  /* and the limit */
    cmp     r2, r3
    bhi     spoor_emit_full
    str     r0, [r2], #4
    str     r2, [r1, #SPOOR_RING_NEXT]
    sequence_end
    bx      lr
emitter_end spoor_emit_0

emitter spoor_emit_1
    ldr     r0, [r0, #SPOOR_EVENT_HEADER]
    sequence_begin r12, r3
    ldr     r2, =trace_rings
    ldrd    r3, r12, [r2, #SPOOR_RING_NEXT]
    cmp     r3, r12
    bhi     spoor_emit_full
    stmia   r3!, {r0, r1}
    str     r3, [r2, #SPOOR_RING_NEXT]
    sequence_end
    bx      lr
emitter_end spoor_emit_1

    /* The limit is for two words. Each more must fit, too. */
emitter spoor_emit_2
    ldr     r0, [r0, #SPOOR_EVENT_HEADER]
    sequence_begin r12, r3
    ldr     r12, =trace_rings
    ldrd    r3, r12, [r12, #SPOOR_RING_NEXT]
    adds    r3, #4
    cmp     r3, r12
    bhi     spoor_emit_full
    str     r0, [r3, #-4]
    stmia   r3!, {r1, r2}
    ldr     r12, =trace_rings
    str     r3, [r12, #SPOOR_RING_NEXT]
    sequence_end
    bx      lr
emitter_end spoor_emit_2

emitter spoor_emit_3
    .save   {r4, r5}
    push    {r4, r5}
    ldr     r0, [r0, #SPOOR_EVENT_HEADER]
    sequence_begin r12, r5
    ldr     r5, =trace_rings
    ldrd    r4, r12, [r5, #SPOOR_RING_NEXT]
    adds    r4, #8
    cmp     r4, r12
    bhi     1f
    strd    r0, r1, [r4, #-8]
    stmia   r4!, {r2, r3}
    str     r4, [r5, #SPOOR_RING_NEXT]
    sequence_end
    pop     {r4, r5}
    bx      lr
1:  pop     {r4, r5}
emitter_end spoor_emit_3

emitter spoor_emit_full
    b.w     spoor_emit_slow
emitter_end spoor_emit_full
    .ltorg
    .space  SPOOR_RESTART_BYTES - (. - spoor_restart_code)  /* an error if the code is longer */

#endif

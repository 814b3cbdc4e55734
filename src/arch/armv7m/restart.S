/* SPDX-License-Identifier: BSD-2-Clause */
/* Restartable sequences (thumb/restart.inc) of ARMv7-M and ARMv8-M Mainline. */
#include <spoor/port/restart.h>

#if SPOOR_RESTARTABLE

#include "../thumb/restart.inc"

#define BEYOND (~(0xFFFFFFFF >> (32 - CONFIG_CYCLES_BITS)) & 0xFFFFFFFF)

    /* Load the time into \a. */
    .macro  read_clock a, b
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
    .endm

#if SPOOR_RESTARTABLE_EVENTS

    /* Start a sequence with the header word in r0, whose low bits become the time. */
    .macro  emit_begin a, b
    sequence_begin
    read_clock \a, \b
    bfi     r0, \a, #0, #TIME_BITS
    .endm

/* The arguments are the event in r0, and its words in r1 to r3. */
function spoor_emit_0
    ldr     r0, [r0, #SPOOR_EVENT_HEADER]
    emit_begin r3, r2
    ldr     r1, =trace_rings
    ldrd    r2, r3, [r1, #SPOOR_RING_NEXT]  /* and the limit */
    cmp     r2, r3
    bhi     spoor_emit_full
    str     r0, [r2], #4
    str     r2, [r1, #SPOOR_RING_NEXT]
    sequence_end
    bx      lr
function_end spoor_emit_0

function spoor_emit_1
    ldr     r0, [r0, #SPOOR_EVENT_HEADER]
    emit_begin r12, r3
    ldr     r2, =trace_rings
    ldrd    r3, r12, [r2, #SPOOR_RING_NEXT]
    cmp     r3, r12
    bhi     spoor_emit_full
    stmia   r3!, {r0, r1}
    str     r3, [r2, #SPOOR_RING_NEXT]
    sequence_end
    bx      lr
function_end spoor_emit_1

    /* The limit is for two words. Each more must fit, too. */
function spoor_emit_2
    ldr     r0, [r0, #SPOOR_EVENT_HEADER]
    emit_begin r12, r3
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
function_end spoor_emit_2

function spoor_emit_3
    .save   {r4, r5}
    push    {r4, r5}
    ldr     r0, [r0, #SPOOR_EVENT_HEADER]
    emit_begin r12, r5
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
function_end spoor_emit_3

function spoor_emit_full
    b.w     spoor_emit_slow
function_end spoor_emit_full

#endif
#if SPOOR_RESTARTABLE_BLOCKS

/* block_pair_t32.h checks the offsets, and has the version for other systems. */
function trace_visit_begin
    .save   {r4-r7, lr}
    push    {r4-r7, lr}
    sequence_begin
    ldr     r7, =trace_now
    ldrd    r1, r7, [r7]            /* the running context, and the age */
    ldmia   r1, {r2, r3, r4, r6}    /* limit, top, inner and stolen */
    cmp     r2, r3
    beq     2f
    read_clock r5, r2
    stmia   r3!, {r0, r4, r5, r6, r7}
    str     r3, [r1, #4]            /* top */
    sequence_end
    pop     {r4-r7, pc}
2:  pop     {r4-r7, lr}
    b.w     trace_pair_enter_full
function_end trace_visit_begin

function trace_scope_enter
    adds    r0, #4
    sequence_begin
    read_clock r2, r12
    ldr     r12, =trace_now
    ldrd    r3, r12, [r12]          /* the running context, and the age */
    ldrd    r1, r3, [r3, #8]        /* inner and stolen */
    stmia   r0, {r1, r2, r3, r12}
    sequence_end
    bx      lr
function_end trace_scope_enter

#endif
    sequences_end

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* Restartable sequences (thumb/restart.inc) of ARMv6-M. */
#include <spoor/port/restart.h>

#if SPOOR_RESTARTABLE

#include "../thumb/restart.inc"

    /* Load the time into \a. */
    .macro  read_clock a, b
#if CONFIG_CYCLES_CAPTURE
    ldr     \a, =CONFIG_CYCLES_CAPTURE
    movs    \b, #1
    str     \b, [\a]
#endif
    ldr     \a, =CONFIG_CYCLES_ADDRESS
    ldr     \a, [\a]
#if CONFIG_CYCLES_DOWN
    ldr     \b, =clock_last_low     /* as in block_pair_armv7m.h */
    ldr     \b, [\b]
    adds    \a, \a, \b
    mvns    \a, \a
    lsls    \a, \a, #32 - CONFIG_CYCLES_BITS
    lsrs    \a, \a, #32 - CONFIG_CYCLES_BITS
    adds    \a, \a, \b
#endif
    .endm

    /* Start a sequence with the event in r0, whose header word, with the time, replaces it. */
    .macro  emit_begin a, b
    mov     r12, r0
    sequence_begin
    mov     r0, r12
    ldr     r0, [r0, #SPOOR_EVENT_HEADER]
    read_clock \a, \b
    lsls    \a, \a, #32 - TIME_BITS
    lsrs    \a, \a, #32 - TIME_BITS
    orrs    r0, \a
    .endm

#if SPOOR_RESTARTABLE_EVENTS

/* The arguments are the event in r0, and its words in r1 to r3. */
function spoor_emit_0
    emit_begin r3, r2
    ldr     r3, =trace_rings
    ldr     r2, [r3, #SPOOR_RING_NEXT]
    ldr     r1, [r3, #SPOOR_RING_LIMIT]
    cmp     r2, r1
    bhi     spoor_emit_full
    stmia   r2!, {r0}
    str     r2, [r3, #SPOOR_RING_NEXT]
    sequence_end
    bx      lr
function_end spoor_emit_0

function spoor_emit_1
    emit_begin r3, r2
    ldr     r3, =trace_rings
    ldr     r2, [r3, #SPOOR_RING_NEXT]
    ldr     r3, [r3, #SPOOR_RING_LIMIT]
    cmp     r2, r3
    bhi     spoor_emit_full
    ldr     r3, =trace_rings
    stmia   r2!, {r0, r1}
    str     r2, [r3, #SPOOR_RING_NEXT]
    sequence_end
    bx      lr
function_end spoor_emit_1

    /* The limit is for two words. Each more must fit, too. */
function spoor_emit_2
    .save   {r4}
    push    {r4}
    emit_begin r3, r4
    ldr     r4, =trace_rings
    ldr     r3, [r4, #SPOOR_RING_NEXT]
    ldr     r4, [r4, #SPOOR_RING_LIMIT]
    adds    r3, #4
    cmp     r3, r4
    bhi     1f
    subs    r3, #4
    ldr     r4, =trace_rings
    stmia   r3!, {r0, r1, r2}
    str     r3, [r4, #SPOOR_RING_NEXT]
    sequence_end
    pop     {r4}
    bx      lr
1:  pop     {r4}
    b       spoor_emit_full
function_end spoor_emit_2

function spoor_emit_3
    .save   {r4, r5}
    push    {r4, r5}
    emit_begin r4, r5
    ldr     r5, =trace_rings
    ldr     r4, [r5, #SPOOR_RING_NEXT]
    ldr     r5, [r5, #SPOOR_RING_LIMIT]
    adds    r4, #8
    cmp     r4, r5
    bhi     1f
    subs    r4, #8
    ldr     r5, =trace_rings
    stmia   r4!, {r0, r1, r2, r3}
    str     r4, [r5, #SPOOR_RING_NEXT]
    sequence_end
    pop     {r4, r5}
    bx      lr
1:  pop     {r4, r5}
function_end spoor_emit_3

function spoor_emit_full
    .save   {r4, lr}
    push    {r4, lr}                /* a branch wouldn't reach it */
    bl      spoor_emit_slow
    pop     {r4, pc}
function_end spoor_emit_full

#endif
#if SPOOR_RESTARTABLE_BLOCKS

/* block_pair_armv6m.h checks the offsets, and has the version for other systems. */
function trace_visit_begin
    .save   {r4-r7, lr}
    push    {r4-r7, lr}
    sequence_begin
    ldr     r7, =trace_now
    ldmia   r7, {r1, r7}            /* the running context, and the age */
    ldmia   r1!, {r2, r3, r4, r6}   /* limit, top, inner and stolen */
    cmp     r2, r3
    beq     2f
    read_clock r5, r2
    stmia   r3!, {r0, r4, r5, r6, r7}
    subs    r1, #16
    str     r3, [r1, #4]            /* top */
    sequence_end
    pop     {r4-r7, pc}
2:  bl      trace_pair_enter_full
    pop     {r4-r7, pc}
function_end trace_visit_begin

function trace_scope_enter
    .save   {r4, lr}
    push    {r4, lr}
    adds    r0, #4
    sequence_begin
    read_clock r2, r3
    ldr     r4, =trace_now
    ldmia   r4, {r3, r4}            /* the running context, and the age */
    ldr     r1, [r3, #8]            /* inner */
    ldr     r3, [r3, #12]           /* stolen */
    stmia   r0!, {r1, r2, r3, r4}
    sequence_end
    pop     {r4, pc}
function_end trace_scope_enter

#endif
    sequences_end

#endif

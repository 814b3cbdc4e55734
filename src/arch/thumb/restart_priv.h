/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Restartable sequences (spoor/port/restart.h): the recording of events of up to three words, and the start of a
 * visit with net times. This is the frame of their code, which an architecture's restart.S includes first. It begins
 * the section and defines the macros. read_clock, which loads the time, is the architecture's.
 */
#ifndef RESTART_PRIV_H
#define RESTART_PRIV_H

#include <spoor/port/restart.h>

#define TIME_BITS 22

    .syntax unified
    .thumb

    .macro  sequence_begin
9990:
    .endm

    /* The last instruction before it is the store. */
    .macro  sequence_end
9991:
    .pushsection .rodata.spoor_sequences
    .word   9990b, 9991b
    .popsection
    .endm

    .macro  function name
    .global \name
    .type   \name, %function
    .thumb_func
\name:
    .fnstart
    .endm

    .macro  function_end name
    .fnend
    .size   \name, . - \name
    .endm

    /* After all functions. */
    .macro  sequences_end
    .ltorg
    .org    SPOOR_RESTART_BYTES     /* an error if the code is longer */
    .endm

    .section .rodata.spoor_sequences, "a", %progbits
    .balign 4
    .global spoor_sequences
spoor_sequences:

    .section .text.spoor_restart_code, "ax", %progbits
    .global spoor_restart_code
spoor_restart_code:

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Interrupt levels in software, for controllers without priorities. While a line is served, lines of the
 * same and lower priority are masked. The controller's driver implements the four functions below. levels.c
 * implements the rest of drivers/irqctl.h.
 *
 * Lines are grouped in words of 32. Word 0 may be per CPU; the others interrupt CPU 0.
 */
#ifndef LEVELS_PRIV_H
#define LEVELS_PRIV_H

#include <stdbool.h>
#include <stdint.h>

/** The controller's number of words, at most LEVELS_WORDS_MAX, and whether word 0 is per CPU. */
#define LEVELS_WORDS_MAX 4
extern const unsigned levels_words;
extern const bool levels_own_word;

/**
 * Allow exactly `lines` of a word to interrupt: the enabled lines of higher priority than `level`.
 *
 * Context: interrupts masked, one CPU at a time.
 */
void levels_allow(unsigned cpu, unsigned word, uint32_t lines, unsigned level);

/** @return the pending lines of a word, including at least the allowed ones. Context: interrupts masked. */
uint32_t levels_due(unsigned cpu, unsigned word);

/**
 * Make `line`, which must be enabled and have this level, pending as its device would. It is pending when
 * the function returns.
 *
 * Context: interrupts masked.
 */
void levels_raise(unsigned cpu, unsigned line, unsigned level);

/** Clear `line`, which is about to be served, if software raised it. Context: interrupts masked. */
void levels_taken(unsigned cpu, unsigned line, unsigned level);

#endif

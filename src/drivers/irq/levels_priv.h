/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Levels on a controller that has none: while a line is served, lines of its level and of less urgent ones
 * are masked. The controller's driver supplies the four functions below; levels.c has the rest of
 * drivers/irqctl.h.
 *
 * Lines are counted in words of 32. Word 0 may be each CPU's own; the others interrupt CPU 0.
 */
#ifndef LEVELS_PRIV_H
#define LEVELS_PRIV_H

#include <stdbool.h>
#include <stdint.h>

/** The controller: its number of words, at most LEVELS_WORDS_MAX, and whether word 0 is each CPU's own. */
#define LEVELS_WORDS_MAX 4
extern const unsigned levels_words;
extern const bool levels_own_word;

/**
 * Let these lines of a word interrupt and no others; they are those of levels more urgent than `level` that
 * are enabled.
 *
 * Context: interrupts masked, one CPU at a time.
 */
void levels_allow(unsigned cpu, unsigned word, uint32_t lines, unsigned level);

/** @return the lines of a word that are due, at least the allowed ones of them. Context: interrupts masked.
 */
uint32_t levels_due(unsigned cpu, unsigned word);

/**
 * Make `line` due, which is enabled and has this level, as its device would; by the return it is.
 *
 * Context: interrupts masked.
 */
void levels_raise(unsigned cpu, unsigned line, unsigned level);

/** `line` is about to be served: if software raised it, that is over. Context: interrupts masked. */
void levels_taken(unsigned cpu, unsigned line, unsigned level);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* The known word that a mistyped one probably meant. */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

/** A search. Set `word` only, offer all known words, then read `found` or the hint. */
struct nearest {
    const char *word;
    const char *found; /**< the similar word that takes the fewest edits; or NULL */
    unsigned edits;
    const char *around; /**< a word that contains it, as mps2-an385 does "an385"; or NULL */
    char hint[120];
};

/** Offer a known word. It must stay valid until the hint is read. */
void nearest_offer(struct nearest *n, const char *known);

/** @return "; did you mean WORD?" if one is similar, else "" */
const char *nearest_hint(struct nearest *n);

#endif

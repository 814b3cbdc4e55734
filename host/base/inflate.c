/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Codes of up to FAST_BITS bits are found in a table, longer ones bit by bit. The sections in comments are
 * those of RFC 1951. As in zlib, a code must be complete, unless it has one symbol or none.
 */
#include <stdlib.h>
#include <string.h>
#include <base/inflate.h>

#define FAST_BITS    10
#define LENGTH_MAX   15 /* of a code */
#define SYMBOLS      288
#define END_OF_BLOCK 256
#define DISTANCE_MAX 32768u
#define WINDOW_FULL  (DISTANCE_MAX + 65536u)
#define COPY_MAX     258u

struct code {
    uint16_t fast[1 << FAST_BITS]; /* by the next bits: the symbol and, in the low 4 bits, its length; or 0 */
    uint16_t count[LENGTH_MAX + 1], symbols[SYMBOLS]; /* per length; sorted by code */
};

struct inflate {
    const uint8_t *at, *end;
    uint64_t bits;
    unsigned held; /* bits that were read and not used */
    inflate_to to;
    void *arg;
    size_t used, begin; /* bytes in the window; of these, `begin` were passed on */
    struct code lengths, literals, distances;
    uint8_t window[WINDOW_FULL + COPY_MAX];
};

static const char damaged[] = "damaged", truncated[] = "truncated";

/* ------------------------------------------------------------------ bits */

/* Hold at least 56 bits, or all that are left. */
static void refill(struct inflate *s)
{
    if (s->end - s->at >= 8) {
        uint64_t next = 0;

        for (unsigned n = 0; n < 8; n++) {
            next |= (uint64_t)s->at[n] << 8 * n;
        }
        s->bits |= next << s->held; /* bits above `held` are the same when they are read again */
        s->at += (63 - s->held) >> 3;
        s->held |= 56;
        return;
    }
    for (; s->held <= 56 && s->at < s->end; s->at++) {
        s->bits |= (uint64_t)*s->at << s->held;
        s->held += 8;
    }
}

static void skip(struct inflate *s, unsigned n)
{
    s->bits >>= n;
    s->held -= n;
}

/* Take at most 16 bits after a refill. @return false if fewer are left */
static bool take(struct inflate *s, unsigned n, unsigned *value)
{
    *value = (unsigned)(s->bits & ((1u << n) - 1));
    if (n > s->held) {
        return false;
    }
    skip(s, n);
    return true;
}

/* ------------------------------------------------------------------ codes */

/* Make a code from the lengths of its symbols (3.2.2). @return false if it isn't valid */
static bool make_code(struct code *c, const uint8_t *lengths, unsigned symbols, bool must_be_complete)
{
    unsigned next[LENGTH_MAX + 1], first[LENGTH_MAX + 1], longest = 0, code = 0, place = 0;
    int left = 1;

    memset(c, 0, sizeof *c);
    for (unsigned n = 0; n < symbols; n++) {
        c->count[lengths[n]]++;
        longest = lengths[n] > longest ? lengths[n] : longest;
    }
    c->count[0] = 0;
    for (unsigned length = 1; length <= LENGTH_MAX; length++) {
        left = 2 * left - c->count[length];
        if (left < 0) {
            return false;
        }
        code = (code + c->count[length - 1]) << 1;
        place += c->count[length - 1];
        next[length] = code;
        first[length] = place;
    }
    if (left > 0 && (must_be_complete || longest > 1)) {
        return false;
    }
    for (unsigned n = 0; n < symbols; n++) {
        unsigned length = lengths[n];

        if (length == 0) {
            continue;
        }
        unsigned from_first = next[length]++, reversed = 0;

        c->symbols[first[length]++] = (uint16_t)n;
        for (unsigned bit = 0; bit < length; bit++) {
            reversed |= (from_first >> bit & 1) << (length - 1 - bit);
        }
        for (; length <= FAST_BITS && reversed < 1 << FAST_BITS; reversed += 1u << length) {
            c->fast[reversed] = (uint16_t)(n << 4 | length);
        }
    }
    return true;
}

/* @return a symbol whose code is longer than FAST_BITS, or -1 */
static int take_long_symbol(struct inflate *s, const struct code *c)
{
    unsigned code = 0, first = 0, place = 0;

    for (unsigned length = 1; length <= LENGTH_MAX && length <= s->held; length++) {
        code |= s->bits >> (length - 1) & 1;
        if (code - first < c->count[length]) {
            skip(s, length);
            return c->symbols[place + code - first];
        }
        place += c->count[length];
        first = (first + c->count[length]) << 1;
        code <<= 1;
    }
    return -1;
}

/* @return the next symbol, after a refill; -1 if there is none */
static inline int take_symbol(struct inflate *s, const struct code *c)
{
    unsigned entry = c->fast[s->bits & ((1 << FAST_BITS) - 1)], length = entry & 15;

    if (entry == 0) {
        return take_long_symbol(s, c);
    }
    if (length > s->held) {
        return -1;
    }
    skip(s, length);
    return (int)(entry >> 4);
}

/* ------------------------------------------------------------------ blocks */

/* Pass on what is new, and keep what can be copied. */
static bool pass_on(struct inflate *s)
{
    if (s->used > s->begin && !s->to(s->arg, s->window + s->begin, s->used - s->begin)) {
        return false;
    }
    if (s->used > DISTANCE_MAX) {
        memmove(s->window, s->window + s->used - DISTANCE_MAX, DISTANCE_MAX);
        s->used = DISTANCE_MAX;
    }
    s->begin = s->used;
    return true;
}

static const char stopped[] = "stopped";

/* 3.2.4 */
static const char *stored_block(struct inflate *s)
{
    unsigned length, inverse;

    skip(s, s->held & 7);
    refill(s);
    if (!take(s, 16, &length) || !take(s, 16, &inverse)) {
        return truncated;
    }
    if ((length ^ inverse) != 0xffff) {
        return damaged;
    }
    s->at -= s->held / 8;
    s->bits = 0;
    s->held = 0;
    if (length > s->end - s->at) {
        return truncated;
    }
    for (unsigned piece; length != 0; length -= piece) {
        piece = length < WINDOW_FULL - s->used ? length : (unsigned)(WINDOW_FULL - s->used);
        memcpy(s->window + s->used, s->at, piece);
        s->used += piece;
        s->at += piece;
        if (s->used >= WINDOW_FULL && !pass_on(s)) {
            return stopped;
        }
    }
    return NULL;
}

/* Copy bytes that precede. They may overlap with the copy. */
static void copy(struct inflate *s, unsigned distance, unsigned length)
{
    uint8_t *to = s->window + s->used;
    const uint8_t *from = to - distance;

    s->used += length;
    if (distance >= length) {
        memcpy(to, from, length);
        return;
    }
    for (; length > 0; length--) {
        *to++ = *from++;
    }
}

/* 3.2.5 */
static const char *coded_block(struct inflate *s)
{
    static const uint16_t lengths[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                       31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const uint8_t length_bits[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                          2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    static const uint16_t distances[] = {1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                                         33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                                         1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    static const uint8_t distance_bits[] = {0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
                                            6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};

    for (;;) {
        unsigned length, distance;

        refill(s); /* a length and a distance have at most 48 bits */
        int symbol = take_symbol(s, &s->literals);

        if (symbol >= 0 && symbol < END_OF_BLOCK) {
            s->window[s->used++] = (uint8_t)symbol;
        } else if (symbol == END_OF_BLOCK) {
            return NULL;
        } else {
            symbol -= END_OF_BLOCK + 1;
            if (symbol < 0 || symbol > 28 || !take(s, length_bits[symbol], &length)) {
                return damaged;
            }
            length += lengths[symbol];
            symbol = take_symbol(s, &s->distances);
            if (symbol < 0 || symbol > 29 || !take(s, distance_bits[symbol], &distance)) {
                return damaged;
            }
            distance += distances[symbol];
            if (distance > s->used) {
                return damaged;
            }
            copy(s, distance, length);
        }
        if (s->used >= WINDOW_FULL && !pass_on(s)) {
            return stopped;
        }
    }
}

/* 3.2.6 */
static void fixed_codes(struct inflate *s)
{
    uint8_t lengths[SYMBOLS];

    for (unsigned n = 0; n < SYMBOLS; n++) {
        lengths[n] = n < 144 ? 8 : n < 256 ? 9 : n < 280 ? 7 : 8;
    }
    (void)make_code(&s->literals, lengths, SYMBOLS, true);
    memset(lengths, 5, 32);
    (void)make_code(&s->distances, lengths, 32, true);
}

/* Read the lengths of the codes' symbols, themselves coded. @return false if they aren't valid */
static bool take_lengths(struct inflate *s, uint8_t *lengths, unsigned count)
{
    for (unsigned n = 0; n < count;) {
        refill(s);
        int symbol = take_symbol(s, &s->lengths);
        unsigned times = 0;
        uint8_t repeated = 0;

        if (symbol < 0) {
            return false;
        }
        if (symbol < 16) {
            lengths[n++] = (uint8_t)symbol;
            continue;
        }
        if (symbol == 16) {
            if (n == 0 || !take(s, 2, &times)) {
                return false;
            }
            repeated = lengths[n - 1];
        } else if (!take(s, symbol == 17 ? 3 : 7, &times)) {
            return false;
        }
        times += symbol == 18 ? 11 : 3;
        if (times > count - n) {
            return false;
        }
        memset(lengths + n, repeated, times);
        n += times;
    }
    return true;
}

/* 3.2.7. @return false if the codes aren't valid */
static bool own_codes(struct inflate *s)
{
    static const uint8_t order[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    unsigned literals, distances, count, length;
    uint8_t lengths[SYMBOLS + 32] = {0};

    refill(s);
    if (!take(s, 5, &literals) || !take(s, 5, &distances) || !take(s, 4, &count)) {
        return false;
    }
    literals += 257;
    distances += 1;
    if (literals > 286 || distances > 30) {
        return false;
    }
    for (unsigned n = 0; n < count + 4; n++) {
        refill(s);
        if (!take(s, 3, &length)) {
            return false;
        }
        lengths[order[n]] = (uint8_t)length;
    }
    if (!make_code(&s->lengths, lengths, sizeof order, true)) {
        return false;
    }
    return take_lengths(s, lengths, literals + distances) && lengths[END_OF_BLOCK] != 0 &&
           make_code(&s->literals, lengths, literals, false) &&
           make_code(&s->distances, lengths + literals, distances, false);
}

/* 3.2.3 */
static const char *blocks(struct inflate *s)
{
    unsigned is_last = 0, type;
    const char *wrong = NULL;

    while (!is_last && wrong == NULL) {
        refill(s);
        if (!take(s, 1, &is_last) || !take(s, 2, &type)) {
            return truncated;
        }
        switch (type) {
        case 0:
            wrong = stored_block(s);
            break;
        case 1:
            fixed_codes(s);
            wrong = coded_block(s);
            break;
        case 2:
            wrong = own_codes(s) ? coded_block(s) : damaged;
            break;
        default:
            wrong = damaged;
            break;
        }
    }
    return wrong == NULL && !pass_on(s) ? stopped : wrong;
}

const char *inflate_bytes(const uint8_t *packed, size_t n, inflate_to to, void *arg)
{
    struct inflate *s = malloc(sizeof *s);

    if (s == NULL) {
        return "no memory";
    }
    s->at = packed;
    s->end = packed + n;
    s->bits = 0;
    s->held = 0;
    s->to = to;
    s->arg = arg;
    s->used = 0;
    s->begin = 0;
    const char *wrong = blocks(s);

    free(s);
    return wrong;
}

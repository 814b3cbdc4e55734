/* SPDX-License-Identifier: BSD-2-Clause */
/* Spread arrays as laid out by the target's linker, with --gc-sections. */
#include <stddef.h>
#include <util/array_spread.h>
#include <test/test.h>

/* Packed into 6 bytes: elements whose size isn't a multiple of a word must still be adjacent. */
struct six {
    uint16_t a, b, c;
};

ARRAY_SPREAD_DEF(struct six, sixes);
ARRAY_SPREAD_DEF_TERMINATED(const char *, words, NULL);
ARRAY_SPREAD_DEF_RW(uint8_t, bytes);
ARRAY_SPREAD_DEF(int, nobody_adds);

ARRAY_SPREAD_ADD(sixes, {1, 2, 3});
ARRAY_SPREAD_ADD(sixes, {4, 5, 6});
ARRAY_SPREAD_ADD(sixes, {7, 8, 9});

/* Never called; its element must still be in the array. */
void uncalled(void);
void uncalled(void)
{
    ARRAY_SPREAD_ADD(words, "uncalled");
}

static inline uint8_t *cell(void)
{
    ARRAY_SPREAD_ADD_RW_NAMED(bytes, c, 7);
    ARRAY_SPREAD_ADD(words, "inline");
    return &c;
}

TEST("elements of any size are adjacent and are all counted")
{
    unsigned sum = 0;

    CHECK_EQ(ARRAY_SPREAD_SIZE(sixes), 3);
    array_spread_foreach_ptr (s, sixes) {
        sum += s->a + s->b + s->c;
    }
    CHECK_EQ(sum, 45);
}

TEST("an element defined in an unreferenced function is kept")
{
    const char *word;
    unsigned n = 0;

    array_spread_foreach (word, words) {
        n += word[0] == 'u' || word[0] == 'i';
    }
    CHECK_EQ(n, 2);
    CHECK(words[ARRAY_SPREAD_SIZE(words)] == NULL);
}

TEST("nested loops visit each pair")
{
    struct six outer, inner;
    unsigned sum = 0;

    array_spread_foreach (outer, sixes) {
        array_spread_foreach (inner, sixes) {
            sum += outer.a * 10u + inner.a;
        }
    }
    CHECK_EQ(sum, 3 * 10 * 12 + 3 * 12);
}

TEST("an array in RAM is initialised and can be written")
{
    CHECK_EQ(ARRAY_SPREAD_SIZE(bytes), 1);
    CHECK_EQ(*cell(), 7);
    *cell() = 9;
    array_spread_foreach_ptr (b, bytes) {
        CHECK_EQ(*b, 9);
    }
}

TEST("an array without elements is empty")
{
    CHECK_EQ(ARRAY_SPREAD_SIZE(nobody_adds), 0);
}

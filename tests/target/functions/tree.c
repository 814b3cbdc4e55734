/* SPDX-License-Identifier: BSD-2-Clause */
/* The traced functions. None may be inlined or merged with another. */
#include <spoor/function.h>
#include "tree.h"

#define ITS_OWN __attribute__((noipa))

static volatile uint32_t sink;

ITS_OWN void tree_leaf(void)
{
    sink++;
}

ITS_OWN void tree_branch(void)
{
    tree_leaf();
    tree_leaf();
    sink++;
}

ITS_OWN void tree_root(void)
{
    tree_branch();
    tree_leaf();
    sink++;
}

ITS_OWN void tree_again(uint32_t depth)
{
    if (depth > 0) {
        tree_again(depth - 1);
    }
    sink++;
}

static inline TRACE_NO_INST_FUNC void last(uint32_t us)
{
    uint32_t begin = spoor_port_cycles(), cycles = us * (spoor_port_cycles_hz() / 1000000);

    while (spoor_port_cycles() - begin < cycles) {
    }
}

ITS_OWN void tree_lasting(uint32_t us)
{
    last(us);
    sink++;
}

ITS_OWN void tree_outer(uint32_t us, uint32_t inner_us)
{
    last(us);
    tree_lasting(inner_us);
    sink++;
}

ITS_OWN void tree_call(void (*fn)(void))
{
    fn();
    sink++;
}

ITS_OWN TRACE_NO_INST_FUNC void tree_no_inst(void)
{
    sink++;
}

ITS_OWN void tree_plain(void)
{
    sink++;
}

#define ONE(n)                                                                                               \
    ITS_OWN static void many_##n(void)                                                                       \
    {                                                                                                        \
        sink += n;                                                                                           \
    }
#define TEN(make, n)                                                                                         \
    make(n##0) make(n##1) make(n##2) make(n##3) make(n##4) make(n##5) make(n##6) make(n##7) make(n##8)       \
        make(n##9)
#define POINTER(n) many_##n,

TEN(ONE, 1)
TEN(ONE, 2)
TEN(ONE, 3)
TEN(ONE, 4)

void (*const tree_many[TREE_MANY])(void) = {TEN(POINTER, 1) TEN(POINTER, 2) TEN(POINTER, 3) TEN(POINTER, 4)};

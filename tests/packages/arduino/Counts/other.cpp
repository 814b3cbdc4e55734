/* SPDX-License-Identifier: BSD-2-Clause */
/* The other unit that compiles the inline function, and an object whose constructor has a point. */
#include "shared.h"

unsigned long from_shared;

/* Takes the address, else the compiler expands the function here. */
void (*volatile visit)() = visit_shared;

void visit_from_other_unit()
{
    visit();
}

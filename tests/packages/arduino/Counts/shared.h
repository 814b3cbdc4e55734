/* SPDX-License-Identifier: BSD-2-Clause */
/* An inline function that two units compile, with a point and a block. */
#ifndef SHARED_H
#define SHARED_H

#include <Spoor.h>

extern unsigned long from_shared;

inline void visit_shared()
{
    TRACE_BLOCK_SCOPED(shared_block);
    trace_point("shared");
    from_shared++;
}

void visit_from_other_unit();

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Data for a shell to show: a block visited every 10 ms, one that is never visited, and points.
 */
#include <stddef.h>
#include <kernel/main.h>
#include <kernel/thread.h>
#include <spoor/trace.h>
#include <spoor/shell/shell.h>

TRACE_BLOCK_DEF(busy_block);
TRACE_BLOCK_DEF(idle_block);
TRACE_BLOCK_DEF(block_with_blank, "two words");
TRACE_POINT_DEF(round_point);

const char *const spoor_shell_start_script[] = {"trace_blocks -s *_block", NULL};

int main(void)
{
    for (;;) {
        trace_block_enter(&busy_block);
        trace_point_set(&round_point);
        trace_block_leave(&busy_block);
        thread_sleep(10);
    }
}

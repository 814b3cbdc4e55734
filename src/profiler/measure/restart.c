/* SPDX-License-Identifier: BSD-2-Clause */
/* Where code continues that was interrupted in a restartable sequence. */
#include <spoor/config.h>

#if CONFIG_TRACE

#include <spoor/port/restart.h>

#if SPOOR_RESTARTABLE

uintptr_t spoor_restart_pc(uintptr_t pc)
{
    for (unsigned n = 0; n < SPOOR_SEQUENCES && !CONFIG_TRACE_RESTART_LOST; n++) {
        const struct spoor_sequence *s = &spoor_sequences[n];

        if (pc - s->begin < s->end - s->begin) {
            return s->begin;
        }
    }
    return pc;
}

#endif

#endif

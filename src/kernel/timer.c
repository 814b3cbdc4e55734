/* SPDX-License-Identifier: BSD-2-Clause */
/* Software timers: a list sorted by expiry, checked at every tick. */
#include <kernel/timer.h>
#include "event_priv.h"

static struct spoor_list timers = SPOOR_LIST_INIT(timers);

static void insert_locked(struct timer *t)
{
    struct spoor_list *at = timers.next;

    while (at != &timers && spoor_container_of(at, struct timer, link)->expires_tick <= t->expires_tick) {
        at = at->next;
    }
    spoor_list_add_before(at, &t->link);
}

void timer_init(struct timer *t, void (*fn)(void *arg), void *arg)
{
    *t = (struct timer){.fn = fn, .arg = arg};
    spoor_list_init(&t->link);
}

void timer_start(struct timer *t, uint32_t first_ms, uint32_t period_ms)
{
    uint64_t first_ticks = ticks_for_ms(first_ms);
    uint64_t period_ticks = ticks_for_ms(period_ms);
    uint32_t state = kernel_lock();

    spoor_list_del(&t->link);
    /* + 1 because the current tick may be nearly over. */
    t->expires_tick = ticks_now_locked() + first_ticks + 1;
    t->period_ticks = (uint32_t)period_ticks;
    insert_locked(t);
    kernel_unlock(state);
}

int timer_stop(struct timer *t)
{
    uint32_t state = kernel_lock();
    bool running = !spoor_list_empty(&t->link);

    spoor_list_del(&t->link);
    kernel_unlock(state);
    return running;
}

/* Take the first timer that is due. A periodic timer is already set for its next period. */
static bool take_due(void (**fn)(void *arg), void **arg)
{
    uint32_t state = kernel_lock();
    struct timer *t = spoor_container_of(timers.next, struct timer, link);
    bool due = !spoor_list_empty(&timers) && t->expires_tick <= kernel_ticks;

    if (due) {
        trace_event(timer_expired, (uintptr_t)t, (uintptr_t)t->fn);
        spoor_list_del(&t->link);
        *fn = t->fn;
        *arg = t->arg;
        if (t->period_ticks != 0) {
            t->expires_tick += t->period_ticks;
            insert_locked(t);
        }
    }
    kernel_unlock(state);
    return due;
}

void timers_expire(void)
{
    void (*fn)(void *arg);
    void *arg;

    while (take_due(&fn, &arg)) {
        fn(arg);
    }
}

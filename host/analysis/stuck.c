/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * stuck: threads that wait for a lock at the end of the recording, with its owner; and whether the owners
 * wait for each other, so that none of them ever runs.
 */
#include <analysis/analysis.h>
#include <analysis/group.h>

struct lock_wait {
    struct group_row row; /* key: the waiting thread */
    uint32_t object, owner;
};

static bool stuck_takes(const struct spoor_id *id)
{
    return (id->role == SPOOR_WIRE_ROLE_WAIT || id->role == SPOOR_WIRE_ROLE_GIVE) && id->field_count >= 3;
}

static void stuck_item(struct stats *s, const struct spoor_item *item, const struct spoor_id *id)
{
    const struct follow_cpu *cpu = &intervals_follow(s->intervals)->cpu[item->cpu];
    struct group *g = s->state;

    uint32_t object = spoor_value(&id->fields[0], item->word),
             other = spoor_value(&id->fields[2], item->word);

    if (id->role == SPOOR_WIRE_ROLE_WAIT && cpu->known) {
        g->row_bytes = sizeof(struct lock_wait);
        struct lock_wait *w = group_get(g, cpu->thread, 0);

        if (w == NULL) {
            s->failed = true;
            return;
        }
        w->object = object;
        w->owner = other;
    }
    for (size_t n = 0; n < g->count && id->role == SPOOR_WIRE_ROLE_GIVE; n++) {
        struct lock_wait *w = group_nth(g, n);

        w->owner = w->object == object ? other : w->owner;
    }
}

/* After a loss an owner may be another one. */
static void stuck_note(struct stats *s, const struct spoor_item *item)
{
    const struct group *g = s->state;

    (void)item;
    for (size_t n = 0; n < g->count; n++) {
        ((struct lock_wait *)group_nth(g, n))->owner = FOLLOW_NO_THREAD;
    }
}

/* @return the wait of a thread that still waits for a lock with an owner, or NULL */
static const struct lock_wait *wait_of(const struct stats *s, uint32_t thread)
{
    const struct lock_wait *w = group_find(s->state, thread, 0);
    const struct follow_thread *t = follow_thread(intervals_follow(s->intervals), thread);
    bool waits = w != NULL && w->owner != FOLLOW_NO_THREAD && t != NULL && t->state == FOLLOW_WAITS;

    return waits && t->object == w->object ? w : NULL;
}

static bool is_deadlock(const struct stats *s, uint32_t thread)
{
    const struct group *g = s->state;
    const struct lock_wait *w = wait_of(s, thread);

    for (size_t steps = 0; w != NULL && steps < g->count; steps++) {
        if (w->owner == thread) {
            return true;
        }
        w = wait_of(s, w->owner);
    }
    return false;
}

static void stuck_end(struct stats *s)
{
    const struct group *g = s->state;

    for (size_t n = 0; n < g->count; n++) {
        uint32_t thread = (uint32_t)((const struct group_row *)group_nth(g, n))->a;
        const struct lock_wait *w = wait_of(s, thread);

        if (w == NULL) {
            continue;
        }
        uint64_t since = follow_thread(intervals_follow(s->intervals), thread)->since;

        analysis_thread(s, thread);
        analysis_object(s, w->object);
        analysis_thread(s, w->owner);
        analysis_time(s, since);
        analysis_us(s, s->end > since ? s->end - since : 0);
        table_number(s->table, is_deadlock(s, thread));
        table_end_row(s->table);
    }
}

static void stuck_free(struct stats *s)
{
    group_free(s->state, NULL);
}

static const struct column columns[] = {
    {"thread", COLUMN_TEXT, "the waiting thread"},
    {"object", COLUMN_TEXT, "the lock"},
    {"owner", COLUMN_TEXT, "the thread that holds it"},
    {"at_s", COLUMN_TIME, "when the wait began"},
    {"wait_us", COLUMN_US, "how long it lasted until the end of the recording"},
    {"deadlock", COLUMN_NUMBER, "1: the owner waits for a lock too, and so on back to this thread; or 0"},
};

SPOOR_ANALYSIS(stuck, "stuck", "threads that wait for a lock at the end of the recording; deadlocks",
               NEEDS_SWITCH | NEEDS_WAKE | NEEDS_SYNC, NO_METRIC, NO_PAGE, struct group, columns,
               .sort = "-wait_us", .takes = stuck_takes, .item = stuck_item, .note = stuck_note,
               .end = stuck_end, .free = stuck_free);

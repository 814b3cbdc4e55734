/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <analysis/activations.h>

struct started {
    uint64_t release, ran; /* time of the release, and the thread's clock then */
    uint64_t waited, ready;
};

struct periodic {
    struct group_row row;
    uint64_t period, deadline; /* in cycles; 0: none */
    bool active, followed;
    struct started now;
    /* The last wait, which may turn out to be the sleep before the next activation. */
    bool slept;
    uint64_t sleep_from, sleep_to, sleep_ran, ready_after;
};

static struct periodic *row_of(struct stats *s, struct activations *a, uint32_t thread)
{
    a->threads.row_bytes = sizeof(struct periodic);
    struct periodic *row = group_get(&a->threads, thread, 0);

    s->failed |= row == NULL;
    return row;
}

/* ------------------------------------------------------------------ waits and delays */

/* Only a sleep can separate two activations: a wait for an object is part of one. */
static bool may_end_activation(const struct stats *s, const struct interval *i)
{
    const char *reason = spoor_reason(s->elf, i->reason);

    return i->object == 0 && (reason == NULL || strcmp(reason, "sleep") == 0);
}

/* The last sleep turned out to be part of the activation. */
static void count_sleep(struct periodic *row)
{
    if (row->slept) {
        row->now.waited += row->sleep_to - row->sleep_from;
        row->now.ready += row->ready_after;
    }
    row->slept = false;
    row->ready_after = 0;
}

void activations_interval(struct stats *s, struct activations *a, const struct interval *i)
{
    struct periodic *row = i->kind == INTERVAL_STATE ? row_of(s, a, i->thread) : NULL;

    if (row == NULL) {
        return;
    }
    row->followed = true;
    if (i->cut) {
        row->active = row->slept = false; /* records are missing: drop this activation */
    } else if (i->state == FOLLOW_WAITS) {
        count_sleep(row);
        if (!may_end_activation(s, i)) {
            row->now.waited += i->to - i->from;
            return;
        }
        row->slept = true;
        row->sleep_from = i->from;
        row->sleep_to = i->to;
        row->sleep_ran = intervals_run(s->intervals, i->thread, i->to);
    } else if (i->state == FOLLOW_READY) {
        *(row->slept ? &row->ready_after : &row->now.ready) += i->net;
    }
}

/* ------------------------------------------------------------------ activations */

/* @return the activation that ends now */
static struct activation end_activation(struct stats *s, const struct periodic *row, uint64_t time,
                                        uint64_t ran)
{
    return (struct activation){.release = row->now.release,
                               .end = row->slept ? row->sleep_from : time,
                               .run = (row->slept ? row->sleep_ran : ran) - row->now.ran,
                               .ready = row->now.ready,
                               .waited = row->now.waited,
                               .period = row->period,
                               .deadline = row->deadline != 0 ? row->deadline
                                                              : spoor_cycles(s->options->deadline_ns, s->hz),
                               .followed = row->followed};
}

static void start_activation(struct periodic *row, uint64_t time, uint64_t ran)
{
    uint64_t by_period = row->now.release + row->period;

    row->now = (struct started){.release = row->slept                        ? row->sleep_to
                                           : row->active && row->period != 0 ? by_period
                                                                             : time,
                                .ran = row->slept ? row->sleep_ran : ran,
                                .ready = row->slept ? row->ready_after : 0};
    row->active = true;
    row->slept = false;
    row->ready_after = 0;
}

void activations_early(struct stats *s, struct activations *a, const struct spoor_item *item,
                       const struct spoor_id *id)
{
    struct periodic *row;

    if (id->role == SPOOR_WIRE_ROLE_PERIOD &&
        (row = row_of(s, a, spoor_value(&id->fields[0], item->word))) != NULL) {
        row->period = spoor_value(&id->fields[1], item->word);
        row->deadline = spoor_value(&id->fields[2], item->word);
        row->active = false;
    }
}

bool activations_takes(const struct spoor_id *id)
{
    return id->role == SPOOR_WIRE_ROLE_PERIOD || id->role == SPOOR_WIRE_ROLE_ACTIVATION;
}

void activations_item(struct stats *s, struct activations *a, const struct spoor_item *item,
                      const struct spoor_id *id,
                      void (*ended)(struct stats *s, uint32_t thread, const struct activation *activation))
{
    struct periodic *row;

    activations_early(s, a, item, id);
    if (id->role == SPOOR_WIRE_ROLE_ACTIVATION &&
        (row = row_of(s, a, spoor_value(&id->fields[0], item->word))) != NULL) {
        uint32_t thread = (uint32_t)row->row.a;
        uint64_t ran = intervals_run(s->intervals, thread, item->time);
        struct activation last = end_activation(s, row, item->time, ran);
        bool was_active = row->active;

        start_activation(row, item->time, ran);
        last.next = row->now.release;
        if (was_active) {
            ended(s, thread, &last);
        }
    }
}

void activations_free(struct activations *a)
{
    group_free(&a->threads, NULL);
}

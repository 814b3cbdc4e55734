/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ipc: messages by client and server. A message is sent, received and replied to; the three records are
 * matched by their threads. Records without a counterpart are counted, never matched by guessing.
 */
#include <analysis/group.h>
#include <analysis/spread.h>
#include <analysis/analysis.h>

struct message {
    struct group_row row; /* key: client, server */
    bool sent, received;
    uint64_t sent_at, received_at;
    struct spread queued, served, whole;
    uint64_t unmatched;
    uint64_t replied;
};

static struct message *message_of(struct stats *s, uint32_t client, uint32_t server)
{
    struct group *g = s->state;

    g->row_bytes = sizeof(struct message);
    struct message *m = group_get(g, client, server);

    s->failed |= m == NULL;
    return m;
}

static bool ipc_takes(const struct spoor_id *id)
{
    return id->role == SPOOR_WIRE_ROLE_SENT || id->role == SPOOR_WIRE_ROLE_RECEIVED ||
           id->role == SPOOR_WIRE_ROLE_REPLIED;
}

static void ipc_item(struct stats *s, const struct spoor_item *item, const struct spoor_id *id)
{
    const struct follow_cpu *cpu = &intervals_follow(s->intervals)->cpu[item->cpu];
    struct message *m;

    if (!cpu->known) {
        return;
    }
    uint32_t other = spoor_value(&id->fields[0], item->word);
    bool whole = follow_is_whole(intervals_follow(s->intervals), item->time);

    switch (id->role) {
    case SPOOR_WIRE_ROLE_SENT:
        m = message_of(s, cpu->thread, other);
        if (m != NULL) {
            m->unmatched += m->sent || m->received || !whole;
            m->sent = whole;
            m->received = false;
            m->sent_at = item->time;
        }
        break;
    case SPOOR_WIRE_ROLE_RECEIVED:
        m = message_of(s, other, cpu->thread);
        if (m != NULL && m->sent) {
            m->received = true;
            m->received_at = item->time;
            spread_add(&m->queued, item->time - m->sent_at, m->sent_at);
        } else if (m != NULL) {
            m->unmatched++;
        }
        break;
    default:
        m = message_of(s, other, cpu->thread);
        if (m != NULL && m->sent && m->received) {
            m->replied++;
            spread_add(&m->served, item->time - m->received_at, m->received_at);
            spread_add(&m->whole, item->time - m->sent_at, m->sent_at);
            m->sent = m->received = false;
        } else if (m != NULL) {
            m->unmatched++;
        }
        break;
    }
}

/* After a loss the open messages can't be matched. */
static void ipc_note(struct stats *s, const struct spoor_item *item)
{
    const struct group *g = s->state;

    (void)item;
    for (size_t n = 0; n < g->count; n++) {
        struct message *m = group_nth(g, n);

        m->unmatched += m->sent || m->received;
        m->sent = m->received = false;
    }
}

static void ipc_end(struct stats *s)
{
    const struct group *g = s->state;

    for (size_t n = 0; n < g->count; n++) {
        const struct message *m = group_nth(g, n);

        analysis_thread(s, (uint32_t)m->row.a);
        analysis_thread(s, (uint32_t)m->row.b);
        table_number(s->table, (int64_t)m->replied);
        table_number(s->table, (int64_t)m->unmatched);
        table_number(s->table, m->sent || m->received);
        if (m->replied != 0) {
            analysis_average(s, m->queued.sum, m->queued.count);
            analysis_average(s, m->served.sum, m->served.count);
            analysis_us(s, spread_percentile(&m->whole, 500));
            analysis_us(s, spread_percentile(&m->whole, 990));
            analysis_us(s, m->whole.max);
            analysis_time(s, m->whole.max_at);
        } else {
            for (unsigned i = 0; i < 6; i++) {
                table_empty(s->table);
            }
        }
        table_end_row(s->table);
    }
}

static void free_row(void *row)
{
    struct message *m = row;

    spread_free(&m->queued);
    spread_free(&m->served);
    spread_free(&m->whole);
}

static void ipc_free(struct stats *s)
{
    group_free(s->state, free_row);
}

static const struct column columns[] = {
    {"client", COLUMN_TEXT, "the sending thread"},
    {"server", COLUMN_TEXT, "the replying thread"},
    {"count", COLUMN_COUNT, "messages with all three records: sent, received, replied"},
    {"unmatched", COLUMN_COUNT, "records without their counterparts"},
    {"open", COLUMN_NUMBER, "messages without a reply at the end of the recording"},
    {"queue_avg_us", COLUMN_US, "average time from sent to received"},
    {"serve_avg_us", COLUMN_US, "average time from received to replied"},
    {"p50_us", COLUMN_US, "time from sent to replied: median"},
    {"p99_us", COLUMN_US, "time from sent to replied: 99th percentile"},
    {"max_us", COLUMN_US, "time from sent to replied: maximum"},
    {"max_at_s", COLUMN_TIME, "when the slowest message was sent"},
};

SPOOR_ANALYSIS(ipc, "ipc", "messages, client by server: time queued and served, unmatched halves",
               NEEDS_IPC | NEEDS_SWITCH, METRIC,
               PAGE(WAITS, 130, "Messages", "Client by server: time queued and served.", 60), struct group,
               columns, .sort = "-count", .takes = ipc_takes, .item = ipc_item, .note = ipc_note,
               .end = ipc_end, .free = ipc_free);

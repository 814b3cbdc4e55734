/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A reset at every instruction of recording in mode overwrite, including while sub-buffers are opened and
 * evicted and while short and long records are unfinished. Each life checks the previous life's records and
 * is reset a few instructions later in the loop.
 */
#include <drivers/power.h>
#include <string.h>
#include <drivers/board.h>
#include <kernel/init.h>
#include <kernel/irq.h>
#include <kernel/thread.h>
#include <spoor/event.h>
#include <spoor/core/ids.h>
#include <spoor/core/read.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include <test/reset.h>
#include <test/test.h>

#define MAGIC 0x5EED5EE7u

#define LIVES      400
#define STEP       7 /* about that many instructions later in each life */
#define FULL       (CONFIG_TRACE_RING_SUBBUFS * TRACE_SUBBUF_ROOM / 4) /* more pairs than fit */
#define TEXT_BYTES 20

TRACE_EVENT_DEF(step, TRACE_USER, "n");
TRACE_DATA_DEF(text, TRACE_USER, "text:hex");

static struct {
    uint32_t magic, life;
    volatile uint32_t steps, texts; /* number recorded; may lag by one */
    uint32_t forgotten, wrong, cut_short, uncounted, first_wrong;
} kept TEST_KEPT;

/* ------------------------------------------------------------------ records found */

struct found {
    uint32_t first;      /* step */
    uint32_t step, text; /* last ones found; 0: none yet */
    bool wrong;
};

static void read_step(struct found *f, uint32_t n)
{
    f->wrong |= (f->step != 0 && n != f->step + 1) || (f->text != 0 && n != f->text + 1);
    f->first = f->first != 0 ? f->first : n;
    f->step = n;
}

static void read_text(struct found *f, const uint32_t *record)
{
    uint32_t words[TEXT_BYTES / 4];

    memcpy(words, record + 2, sizeof words);
    for (unsigned i = 0; i < TEXT_BYTES / 4; i++) {
        f->wrong |= words[i] != words[0];
    }
    f->wrong |= record[1] != TEXT_BYTES || (f->step != 0 && words[0] != f->step);
    f->text = words[0];
}

static void read_part(struct found *f, const struct trace_subbuf *p)
{
    const uint32_t *at = p->records, *end = at + p->head.used_words;

    while (at < end && !f->wrong) {
        unsigned id = *at >> SPOOR_WIRE_TIME_BITS;
        uint32_t words =
            trace_words[id] != SPOOR_WIRE_WORDS_DATA ? 1u + trace_words[id] : 2 + (at[1] + 3) / 4;

        if (id == step.header >> SPOOR_WIRE_TIME_BITS) {
            read_step(f, at[1]);
        } else if (id == text.header >> SPOOR_WIRE_TIME_BITS) {
            read_text(f, at);
        } else {
            f->wrong |= id != SPOOR_WIRE_ID_TIME && id != SPOOR_WIRE_ID_UNFINISHED;
        }
        at += words;
    }
    f->wrong |= at != end;
}

/* The last record of each kind may not have been counted before the reset. */
static void look(void)
{
    static struct trace_subbuf part;
    struct found f = {.wrong = false};

    while (trace_ring_take(0, &part)) {
        read_part(&f, &part);
    }
    uint32_t uncounted = f.first - 1 - trace_losses[0][step.header >> SPOOR_WIRE_TIME_BITS];

    /* Some records of the evicted sub-buffer may not have been counted as lost. */
    f.wrong |= f.step - kept.steps > 1 || f.text - kept.texts > 1 || uncounted > TRACE_SUBBUF_ROOM / 2;
    if (f.wrong && kept.wrong++ == 0) {
        kept.first_wrong = kept.life;
    }
    kept.uncounted += uncounted != 0;
    kept.forgotten += !trace_rings_survived();
    kept.cut_short += f.step != kept.steps || f.text != kept.texts;
}

/* ------------------------------------------------------------------ recording */

/* A reset doesn't stop QEMU's model of the GPTM (hw/arm/stellaris.c). */
static void reset_isr(unsigned line, void *arg)
{
    const struct timer_dev *t = arg;

    (void)line;
    t->ops->stop(t);
    t->ops->ack(t);
    power_reset();
}

static void record_until_reset(void)
{
    static struct trace_client client;
    const struct timer_dev *t = board.spare_timer;

    (void)trace_client_register(&client, "swept");
    (void)trace_rings_set_mode(SPOOR_WIRE_MODE_OVERWRITE);
    (void)trace_service_start(&client, TRACE_USER);
    (void)irq_attach(t->line, 1, reset_isr, (void *)t, "reset");
    for (;;) {
        uint32_t n = kept.steps + 1;
        uint32_t words[TEXT_BYTES / 4];

        if (n == FULL) {
            t->ops->start(t, 50000);
            for (uint32_t turn = kept.life * STEP; turn != 0; turn--) {
                __asm__ volatile("nop");
            }
        }
        trace_event(step, n);
        kept.steps = n;
        for (unsigned i = 0; i < TEXT_BYTES / 4; i++) {
            words[i] = n;
        }
        trace_data(text, words, sizeof words);
        kept.texts = n;
    }
}

static int live(void)
{
    (void)thread_set_affinity(thread_self(), 1); /* the CPU that takes the interrupt */
    if (kept.magic != MAGIC) {
        memset(&kept, 0, sizeof kept);
        kept.magic = MAGIC;
    } else {
        look();
        kept.life++;
    }
    if (kept.life < LIVES) {
        kept.steps = kept.texts = 0;
        record_until_reset();
    }
    return 0;
}

INIT_HOOK(INIT_APP, live);

TEST("after a reset at any instruction, the rings are intact up to the last record")
{
    CHECK_EQ(kept.forgotten, 0);
    CHECK_EQ(kept.wrong, 0);
    CHECK_EQ(kept.first_wrong, 0);
    CHECK(kept.cut_short > 0);
    test_note("%lu resets: %lu between a record and its count, %lu while losses were counted",
              (unsigned long)kept.life, (unsigned long)kept.cut_short, (unsigned long)kept.uncounted);
}

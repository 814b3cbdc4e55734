/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Frames pass in batches, through a ring between the two threads. The lock is taken once a batch. A block of
 * records is exchanged for an empty one, so that none are allocated.
 */
#include <base/system.h>
#include "ahead_priv.h"

#if SYSTEM_THREADS

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define FRAMES  16 /* in a batch: their records fit into a cache */
#define BATCHES 8

_Static_assert(ITEMS_MAX <= LANES_SPARE_ITEMS && SPOOR_WIRE_PACKET_MAX < LANES_SPARE_BYTES,
               "a packet doesn't fit into a block");

struct batch {
    uint64_t until; /* all frames that begin before it are in this batch or in earlier ones */
    unsigned count;
    struct ahead_frame frame[FRAMES];
};

struct piece {
    const uint8_t *bytes;
    size_t n;
    uint64_t offset;
};

struct ahead {
    const struct spoor_elf *elf;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t work, room, more; /* for the thread: input, an empty batch; for the reader: a batch */
    /* With the lock: */
    struct piece piece[2];
    unsigned pieces, pieces_done;
    unsigned made, taken; /* batches */
    bool stop;
    /* Of the reader: */
    uint64_t given_until;
    struct batch *now; /* the batch in use, or NULL */
    unsigned next;     /* index of its next frame */
    /* Of the thread: */
    unsigned shift; /* of the last header */

    struct batch batch[BATCHES];
};

/* ------------------------------------------------------------------ the thread */

/* Pass the batch on. @return the next one, empty; NULL to stop */
static struct batch *publish(struct ahead *a, struct batch *b, uint64_t until)
{
    b->until = until;
    pthread_mutex_lock(&a->lock);
    a->made++;
    pthread_cond_signal(&a->more);
    while (!a->stop && a->made - a->taken == BATCHES) {
        pthread_cond_wait(&a->room, &a->lock);
    }
    bool stop = a->stop;

    b = &a->batch[a->made % BATCHES];
    pthread_mutex_unlock(&a->lock);
    b->count = 0;
    return stop ? NULL : b;
}

static void take_shift(struct ahead *a, struct cursor *c)
{
    struct spoor_header h = {.seen = true};

    (void)cursor_u32(c); /* version, number of the recording */
    (void)cursor_u32(c);
    if (header_parse(c, &h)) {
        a->shift = h.shift;
    }
}

static void decode(const struct ahead *a, struct ahead_frame *f, struct cursor *c)
{
    struct block *b = f->events.block != NULL ? f->events.block : lanes_new_block();
    struct packet p = {.block = b};

    f->events.block = b;
    (void)cursor_u32(c); /* number of the recording */
    if (b == NULL || !events_head(c, &p)) {
        return;
    }
    size_t n = (size_t)(c->end - c->at);
    struct cursor body = {b->bytes, b->bytes + n, false};

    memcpy(b->bytes, c->at, n);
    f->shift = a->shift;
    f->decoded = p.time <= UINT64_MAX >> a->shift && records_decode(a->elf, f->offset, a->shift, &body, &p);
    f->events = p;
}

/* Take the frame between two zeros. @return whether its checksum is correct */
static bool take_frame(struct ahead *a, struct ahead_frame *f, const uint8_t *bytes, size_t n,
                       uint64_t offset)
{
    if (packet_open(bytes, n, f->packet, &f->used, &f->sum) != NULL) {
        return false;
    }
    struct cursor c = {f->packet + 1, f->packet + f->used, false};

    f->offset = offset;
    f->n = n;
    f->decoded = false;
    if (f->packet[0] == SPOOR_WIRE_HEADER) {
        take_shift(a, &c);
    } else if (f->packet[0] == SPOOR_WIRE_EVENTS) {
        decode(a, f, &c);
    }
    return true;
}

/* Find all frames of a piece. @return the batch to fill next, NULL to stop */
static struct batch *scan(struct ahead *a, const struct piece *p, struct batch *b)
{
    const uint8_t *at = p->bytes, *end = p->bytes + p->n;

    while (b != NULL && (at = memchr(at, 0, (size_t)(end - at))) != NULL) {
        size_t left = (size_t)(end - at) - 1, most = DEMUX_FRAME_MAX + 1;
        const uint8_t *zero = memchr(at + 1, 0, left < most ? left : most);
        uint64_t offset = p->offset + (uint64_t)(at - p->bytes) + 1;

        if (zero == NULL || zero == at + 1 ||
            !take_frame(a, &b->frame[b->count], at + 1, (size_t)(zero - at) - 1, offset)) {
            at++;
            continue;
        }
        at = zero + 1;
        if (++b->count == FRAMES) {
            b = publish(a, b, p->offset + (uint64_t)(at - p->bytes));
        }
    }
    return b != NULL ? publish(a, b, p->offset + p->n) : NULL;
}

static void *run(void *arg)
{
    struct ahead *a = arg;
    struct batch *b = &a->batch[0];

    pthread_mutex_lock(&a->lock);
    while (!a->stop && b != NULL) {
        if (a->pieces == a->pieces_done) {
            pthread_cond_wait(&a->work, &a->lock);
            continue;
        }
        struct piece piece = a->piece[a->pieces_done % 2];

        pthread_mutex_unlock(&a->lock);
        b = scan(a, &piece, b);
        pthread_mutex_lock(&a->lock);
        a->pieces_done++;
    }
    pthread_mutex_unlock(&a->lock);
    return NULL;
}

/* ------------------------------------------------------------------ the reader */

struct ahead *ahead_open(const struct spoor_elf *elf)
{
    struct ahead *a = calloc(1, sizeof *a);

    if (a == NULL) {
        return NULL;
    }
    a->elf = elf;
    pthread_mutex_init(&a->lock, NULL);
    pthread_cond_init(&a->work, NULL);
    pthread_cond_init(&a->room, NULL);
    pthread_cond_init(&a->more, NULL);
    if (pthread_create(&a->thread, NULL, run, a) != 0) {
        free(a);
        return NULL;
    }
    return a;
}

void ahead_give(struct ahead *a, const uint8_t *bytes, size_t n, uint64_t offset)
{
    pthread_mutex_lock(&a->lock);
    a->piece[a->pieces++ % 2] = (struct piece){bytes, n, offset};
    a->given_until = offset + n;
    pthread_cond_signal(&a->work);
    pthread_mutex_unlock(&a->lock);
}

/* Return the batch in use. The thread waits until half of them are empty, so that it isn't woken for each. */
static void give_back(struct ahead *a)
{
    pthread_mutex_lock(&a->lock);
    a->taken++;
    if (a->made - a->taken <= BATCHES / 2) {
        pthread_cond_signal(&a->room);
    }
    pthread_mutex_unlock(&a->lock);
    a->now = NULL;
}

static void wait_for_batch(struct ahead *a)
{
    pthread_mutex_lock(&a->lock);
    while (a->made == a->taken) {
        pthread_cond_wait(&a->more, &a->lock);
    }
    a->now = &a->batch[a->taken % BATCHES];
    a->next = 0;
    pthread_mutex_unlock(&a->lock);
}

struct ahead_frame *ahead_find(struct ahead *a, uint64_t offset, size_t n)
{
    for (;;) {
        if (a->now == NULL && offset >= a->given_until) {
            return NULL;
        }
        if (a->now == NULL) {
            wait_for_batch(a);
        }
        struct batch *b = a->now;

        while (a->next < b->count && b->frame[a->next].offset < offset) {
            a->next++;
        }
        if (a->next < b->count) {
            struct ahead_frame *f = &b->frame[a->next];

            return f->offset == offset && f->n == n ? f : NULL;
        }
        if (b->until > offset) {
            return NULL;
        }
        give_back(a);
    }
}

void ahead_close(struct ahead *a)
{
    if (a == NULL) {
        return;
    }
    pthread_mutex_lock(&a->lock);
    a->stop = true;
    pthread_cond_signal(&a->work);
    pthread_cond_signal(&a->room);
    pthread_mutex_unlock(&a->lock);
    pthread_join(a->thread, NULL);
    for (unsigned n = 0; n < BATCHES * FRAMES; n++) {
        free(a->batch[n / FRAMES].frame[n % FRAMES].events.block);
    }
    pthread_cond_destroy(&a->work);
    pthread_cond_destroy(&a->room);
    pthread_cond_destroy(&a->more);
    pthread_mutex_destroy(&a->lock);
    free(a);
}

#else

struct ahead *ahead_open(const struct spoor_elf *elf)
{
    (void)elf;
    return NULL;
}

void ahead_give(struct ahead *a, const uint8_t *bytes, size_t n, uint64_t offset)
{
    (void)a, (void)bytes, (void)n, (void)offset;
}

struct ahead_frame *ahead_find(struct ahead *a, uint64_t offset, size_t n)
{
    (void)a, (void)offset, (void)n;
    return NULL;
}

void ahead_close(struct ahead *a)
{
    (void)a;
}

#endif

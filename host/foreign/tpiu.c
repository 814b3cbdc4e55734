/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Frames of 16 bytes. A byte at an even position is data, without its lowest bit; or, if bit 0 is set, the ID
 * of the source of the following bytes. Byte 15 contains those lowest bits; the bit that belongs to an ID is
 * set if the next byte still comes from the previous source. FF FF FF 7F may appear between frames, FF 7F
 * between two halfwords of a frame.
 */
#include <string.h>
#include <foreign/swo.h>

#define SYNC      0x7FFFFFFFu /* FF FF FF 7F */
#define NO_SOURCE 0u          /* its bytes fill up frames */

static void data(struct tpiu *t, unsigned source, uint8_t byte)
{
    if (source == t->id) {
        t->take(t->arg, &byte, 1);
    } else {
        t->counts.other += source != NO_SOURCE;
    }
}

static void frame(struct tpiu *t)
{
    const uint8_t *f = t->frame;
    uint8_t low = f[TPIU_FRAME_BYTES - 1];

    t->counts.frames++;
    for (unsigned n = 0; n < TPIU_FRAME_BYTES; n += 2, low >>= 1) {
        unsigned before = t->source;
        bool is_last = n + 2 == TPIU_FRAME_BYTES;

        if ((f[n] & 1) != 0) {
            t->source = f[n] >> 1;
            if (!is_last) {
                data(t, (low & 1) != 0 ? before : t->source, f[n + 1]);
            }
            continue;
        }
        data(t, t->source, (uint8_t)(f[n] | (low & 1)));
        if (!is_last) {
            data(t, t->source, f[n + 1]);
        }
    }
}

/* Synchronize again: a frame begins after this byte. */
static void synchronize(struct tpiu *t)
{
    if (t->synced && t->used > 3) { /* the current frame is incomplete */
        t->counts.skipped += t->used - 3;
    }
    t->counts.syncs++;
    t->synced = true;
    t->used = 0;
}

void tpiu_read(struct tpiu *t, const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        t->last = t->last >> 8 | (uint32_t)bytes[i] << 24;
        if (t->last == SYNC) {
            synchronize(t);
            continue;
        }
        if (!t->synced) {
            t->counts.skipped++;
            continue;
        }
        t->frame[t->used++] = bytes[i];
        if (t->used % 2 == 0 && t->frame[t->used - 2] == 0xFF && t->frame[t->used - 1] == 0x7F) {
            t->used -= 2; /* a halfword of synchronization */
        } else if (t->used == TPIU_FRAME_BYTES) {
            frame(t);
            t->used = 0;
        }
    }
}

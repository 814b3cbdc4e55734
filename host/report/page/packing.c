/* SPDX-License-Identifier: BSD-2-Clause */
/* The thread has its own descriptors, and the lock is taken only to stop it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <base/cpus.h>
#include <base/deflate.h>
#include <base/spill.h>
#include <base/system.h>
#include <report/page/packing.h>

#if SYSTEM_ZLIB
#include <zlib.h>
#endif

#if SYSTEM_THREADS
#include <pthread.h>
#endif

#define PIECE 65535 /* the longest stored block */

struct packing {
    FILE *from, *to;
    size_t raw, packed;
    int error;
    bool running;
#if SYSTEM_THREADS
    pthread_t thread;
    pthread_mutex_t lock;
    bool stop; /* with the lock */
#endif
#if SYSTEM_ZLIB
    z_stream z;
#endif
    uint8_t piece[PIECE], out[PIECE];
};

static bool put(struct packing *p, const uint8_t *bytes, size_t n)
{
    p->packed += n;
    return fwrite(bytes, 1, n, p->to) == n;
}

static bool is_stopped(struct packing *p)
{
    bool stop = false;

#if SYSTEM_THREADS
    pthread_mutex_lock(&p->lock);
    stop = p->stop;
    pthread_mutex_unlock(&p->lock);
#else
    (void)p;
#endif
    return stop;
}

/* ------------------------------------------------------------------ deflating */

#if SYSTEM_ZLIB

static bool begin(struct packing *p)
{
    return deflateInit2(&p->z, SECTION_LEVEL, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY) == Z_OK;
}

static bool add(struct packing *p, size_t n, bool last)
{
    bool done = true;

    p->z.next_in = p->piece;
    p->z.avail_in = (uInt)n;
    do {
        p->z.next_out = p->out;
        p->z.avail_out = sizeof p->out;
        (void)deflate(&p->z, last ? Z_FINISH : Z_NO_FLUSH);
        done = put(p, p->out, sizeof p->out - p->z.avail_out);
    } while (done && p->z.avail_out == 0);
    return done;
}

static void end(struct packing *p)
{
    (void)deflateEnd(&p->z);
}

#else

static bool begin(struct packing *p)
{
    (void)p;
    return true;
}

static bool add(struct packing *p, size_t n, bool last)
{
    struct bytes b = {0};

    deflate_stored(&b, p->piece, n, last);
    bool done = !b.failed && put(p, b.data, b.used);

    bytes_free(&b);
    return done;
}

static void end(struct packing *p)
{
    (void)p;
}

#endif

/* Sections of equal lengths aren't compressed. */
static bool copy_raw(struct packing *p)
{
    size_t n;
    bool done = true;

    rewind(p->from);
    rewind(p->to);
    p->packed = 0;
    while (done && (n = fread(p->piece, 1, sizeof p->piece, p->from)) > 0) {
        done = put(p, p->piece, n);
    }
    return done && !ferror(p->from);
}

static void *run(void *arg)
{
    struct packing *p = arg;
    bool done;
    size_t n;

    errno = 0;
    if (!begin(p)) {
        p->error = ENOMEM;
        return NULL;
    }
    do {
        n = fread(p->piece, 1, sizeof p->piece, p->from);
        p->raw += n;
        done = !ferror(p->from) && add(p, n, n == 0);
    } while (done && n != 0 && !is_stopped(p));
    end(p);
    done = done && (p->packed != p->raw || copy_raw(p)) && fflush(p->to) == 0;
    p->error = done ? 0 : errno != 0 ? errno : EIO;
    return NULL;
}

/* ------------------------------------------------------------------ the thread */

#if SYSTEM_THREADS

static void start(struct packing *p)
{
    pthread_mutex_init(&p->lock, NULL);
    p->running = cpus_usable() > 1 && p->error == 0 && pthread_create(&p->thread, NULL, run, p) == 0;
}

/* @return whether the thread was running */
static bool join(struct packing *p)
{
    bool was = p->running;

    if (was) {
        pthread_join(p->thread, NULL);
    }
    p->running = false;
    return was;
}

static void stop(struct packing *p)
{
    pthread_mutex_lock(&p->lock);
    p->stop = true;
    pthread_mutex_unlock(&p->lock);
    (void)join(p);
    pthread_mutex_destroy(&p->lock);
}

#else

static void start(struct packing *p)
{
    p->running = false;
}

static bool join(struct packing *p)
{
    return p->running;
}

static void stop(struct packing *p)
{
    (void)p;
}

#endif

struct packing *packing_begin(const char *path)
{
    struct packing *p = calloc(1, sizeof *p);

    if (p == NULL) {
        return NULL;
    }
    p->from = fopen(path, "rb");
    p->to = p->from != NULL ? spill_open() : NULL;
    p->error = p->to != NULL ? 0 : errno;
    start(p);
    return p;
}

const char *packing_write(struct packing *p, const struct section_to *to, const char *name)
{
    if (!join(p) && p->error == 0) {
        (void)run(p);
    }
    if (p->error == 0) {
        p->error = !section_write_file(to, name, p->to, p->packed, p->raw) ? ENOMEM : ferror(p->to) ? EIO : 0;
    }
    return p->error != 0 ? strerror(p->error) : NULL;
}

void packing_close(struct packing *p)
{
    if (p == NULL) {
        return;
    }
    stop(p);
    if (p->from != NULL) {
        fclose(p->from);
    }
    if (p->to != NULL) {
        fclose(p->to);
    }
    free(p);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Opens an archive of the OTF2 library, and implements its callbacks for memory, flushes and errors. */
#include <errno.h>
#include <stdlib.h>
#include "otf2_priv.h"

#define CHUNK_BYTES (256 * 1024) /* minimum size; each location has one */

static OTF2_FlushType pre_flush(void *data, OTF2_FileType type, OTF2_LocationRef location, void *caller,
                                bool final)
{
    (void)data;
    (void)type;
    (void)location;
    (void)caller;
    (void) final;
    return OTF2_FLUSH;
}

/* A piece of memory for a file of the library. */
struct chunk {
    struct chunk *next;
    _Alignas(16) uint8_t bytes[];
};

/* Allocate a chunk. A file of events gets only one chunk: the library then flushes and reuses it. */
static void *allocate(void *data, OTF2_FileType type, OTF2_LocationRef location, void **chunks, uint64_t size)
{
    struct chunk *c = type == OTF2_FILETYPE_EVENTS && *chunks != NULL ? NULL : malloc(sizeof *c + size);

    (void)data;
    (void)location;
    if (c == NULL) {
        return NULL;
    }
    c->next = *chunks;
    *chunks = c;
    return c->bytes;
}

static void free_all(void *data, OTF2_FileType type, OTF2_LocationRef location, void **chunks, bool final)
{
    (void)data;
    (void)type;
    (void)location;
    (void) final;
    for (struct chunk *c = *chunks, *next; c != NULL; c = next) {
        next = c->next;
        free(c);
    }
    *chunks = NULL;
}

static const OTF2_MemoryCallbacks memory_callbacks = {.otf2_allocate = allocate, .otf2_free_all = free_all};

/* Without otf2_post_flush the library records no flushes: BUFFER_FLUSH then always means a loss on the
 * target. */
static const OTF2_FlushCallbacks flush_callbacks = {.otf2_pre_flush = pre_flush};

/* Suppress the library's message: the export command reports the reason. */
static OTF2_ErrorCode suppress_message(void *data, const char *file, uint64_t line, const char *function,
                                       OTF2_ErrorCode code, const char *format, va_list args)
{
    (void)data;
    (void)file;
    (void)line;
    (void)function;
    (void)format;
    (void)args;
    return code;
}

bool otf2_open(struct otf2 *o, const char *path)
{
    OTF2_Error_RegisterCallback(suppress_message, NULL);
    o->archive = OTF2_Archive_Open(path, "trace", OTF2_FILEMODE_WRITE, CHUNK_BYTES, 4 << 20,
                                   OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    if (o->archive == NULL) {
        o->error = errno != 0 ? errno : EEXIST;
        return false;
    }
    otf2_check(o, OTF2_Archive_SetFlushCallbacks(o->archive, &flush_callbacks, o));
    otf2_check(o, OTF2_Archive_SetMemoryCallbacks(o->archive, &memory_callbacks, o));
    otf2_check(o, OTF2_Archive_SetSerialCollectiveCallbacks(o->archive));
    otf2_check(o, OTF2_Archive_OpenEvtFiles(o->archive));
    return true;
}

void otf2_close(struct otf2 *o)
{
    if (o->archive != NULL) {
        otf2_check(o, OTF2_Archive_Close(o->archive));
        o->archive = NULL;
    }
}

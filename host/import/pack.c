/* SPDX-License-Identifier: BSD-2-Clause */
/* The recording is unpacked into a temporary file, so that memory doesn't grow with it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <base/file.h>
#include <base/spill.h>
#include <import/pack.h>
#include <import/zip.h>

#define RECORDING  "recording.spoor"
#define PROGRAM    "program.elf"
#define SOURCE     "source/"
#define MEMORY_MAX (UINT64_C(2) << 30)

struct pack {
    struct zip zip;
    const uint8_t *mapped; /* the file, or NULL */
    size_t mapped_bytes;
    const struct spoor_report *report;
    char *name;
};

bool pack_is_bytes(const uint8_t *bytes, size_t size)
{
    static const uint8_t mark[4] = {'P', 'K', 3, 4};

    return size >= sizeof mark && memcmp(bytes, mark, sizeof mark) == 0;
}

bool pack_is(const char *path)
{
    uint8_t bytes[4];
    struct stat st;
    FILE *f = stat(path, &st) == 0 && S_ISREG(st.st_mode) ? fopen(path, "rb") : NULL; /* don't read from a
                                                                                       * port */
    bool is = f != NULL && fread(bytes, 1, 4, f) == 4 && pack_is_bytes(bytes, sizeof bytes);

    if (f != NULL) {
        fclose(f);
    }
    return is;
}

struct pack *pack_open_memory(const uint8_t *bytes, size_t size, const char *name,
                              const struct spoor_report *report)
{
    struct pack *p = calloc(1, sizeof *p);
    const char *wrong;

    if (p == NULL || (p->name = strdup(name)) == NULL) {
        message_say(report, name, "%s", strerror(ENOMEM));
        pack_close(p);
        return NULL;
    }
    p->report = report;
    wrong = zip_open(&p->zip, bytes, size);
    if (wrong != NULL) {
        message_say(report, name, "a damaged pack: %s", wrong);
        pack_close(p);
        return NULL;
    }
    return p;
}

struct pack *pack_open(const char *path, const struct spoor_report *report)
{
    size_t size;
    const uint8_t *bytes = file_map(path, &size, report);
    struct pack *p = bytes != NULL ? pack_open_memory(bytes, size, path, report) : NULL;

    if (p != NULL) {
        p->mapped = bytes;
        p->mapped_bytes = size;
    } else if (bytes != NULL) {
        file_unmap(bytes, size);
    }
    return p;
}

void pack_close(struct pack *p)
{
    if (p != NULL) {
        file_unmap(p->mapped, p->mapped_bytes);
        free(p->name);
    }
    free(p);
}

/* ------------------------------------------------------------------ members */

static bool find(struct pack *p, const char *name, struct zip_entry *e)
{
    if (!zip_find(&p->zip, name, e)) {
        message_say(p->report, p->name, "%s: missing: not made by `spoor pack`", name);
        return false;
    }
    return true;
}

static bool to_file(void *arg, const uint8_t *bytes, size_t n)
{
    return fwrite(bytes, 1, n, arg) == n;
}

int pack_recording(struct pack *p)
{
    struct zip_entry e;
    int fd = -1;

    if (!find(p, RECORDING, &e)) {
        return -1;
    }
    FILE *copy = spill_open();
    const char *wrong = copy != NULL ? zip_unpack(&p->zip, &e, to_file, copy) : NULL;
    bool is_full = copy == NULL || ferror(copy);

    if (wrong == NULL && !is_full) {
        fd = spill_descriptor(copy);
        is_full = fd < 0;
    }
    if (fd < 0) {
        message_say(p->report, p->name, "%s: %s", RECORDING,
                    is_full ? "can't be unpacked: no space for temporary files?" : wrong);
    }
    if (copy != NULL) {
        fclose(copy);
    }
    return fd;
}

static bool to_memory(void *arg, const uint8_t *bytes, size_t n)
{
    uint8_t **at = arg;

    memcpy(*at, bytes, n); /* zip_unpack() passes on no more than the size in the directory */
    *at += n;
    return true;
}

/* Unpack a member into memory. @return its bytes and a NUL, or NULL after a report */
static uint8_t *take_member(struct pack *p, const char *name, size_t *size)
{
    struct zip_entry e;

    if (!find(p, name, &e)) {
        return NULL;
    }
    const char *wrong = e.raw >= MEMORY_MAX ? "larger than 2 GB" : zip_check(&p->zip, &e);
    uint8_t *bytes = wrong == NULL ? malloc((size_t)e.raw + 1) : NULL, *at = bytes;

    if (wrong == NULL) {
        wrong = bytes != NULL ? zip_unpack(&p->zip, &e, to_memory, &at) : strerror(ENOMEM);
    }
    if (wrong != NULL) {
        message_say(p->report, p->name, "%s: %s", name, wrong);
        free(bytes);
        return NULL;
    }
    *at = 0;
    *size = e.raw;
    return bytes;
}

uint8_t *pack_recording_memory(struct pack *p, size_t *size)
{
    return take_member(p, RECORDING, size);
}

uint8_t *pack_program(struct pack *p, size_t *size)
{
    return take_member(p, PROGRAM, size);
}

/* ------------------------------------------------------------------ writing */

/* Make the name of a member for a source file: relative, and without "..". */
static void source_name(char *name, size_t room, const char *path)
{
    size_t used = (size_t)snprintf(name, room, "%s", SOURCE);

    while (*path != 0 && used + 1 < room) {
        size_t n = strcspn(path, "/");

        if (n > 0 && !(n == 1 && path[0] == '.') && !(n == 2 && path[0] == '.' && path[1] == '.')) {
            used += (size_t)snprintf(name + used, room - used, "%s%.*s", used > strlen(SOURCE) ? "/" : "",
                                     (int)n, path);
        }
        path += n + (path[n] == '/');
    }
}

static const char *write_zip(const char *path, const char *recording, const char *program,
                             const struct pack_file *sources, size_t count)
{
    char name[4096];
    struct zip_writer w;
    const char *wrong = zip_create(&w, path);

    if (wrong != NULL) {
        return wrong;
    }
    wrong = zip_add(&w, RECORDING, recording);
    wrong = wrong != NULL ? wrong : zip_add(&w, PROGRAM, program);
    for (size_t n = 0; n < count && wrong == NULL; n++) {
        source_name(name, sizeof name, sources[n].name);
        wrong = zip_add(&w, name, sources[n].path);
    }
    return zip_close(&w, wrong);
}

/* A file is written beside its place, so that an existing one remains if that fails. */
const char *pack_write(const char *path, const char *recording, const char *program,
                       const struct pack_file *sources, size_t count)
{
    struct stat st;

    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode)) {
        return write_zip(path, recording, program, sources, count);
    }
    size_t room = strlen(path) + sizeof ".part";
    char *beside = malloc(room);

    if (beside == NULL) {
        return strerror(ENOMEM);
    }
    snprintf(beside, room, "%s.part", path);
    const char *wrong = write_zip(beside, recording, program, sources, count);

    if (wrong == NULL && rename(beside, path) != 0) {
        wrong = strerror(errno);
    }
    if (wrong != NULL) {
        remove(beside);
    }
    free(beside);
    return wrong;
}

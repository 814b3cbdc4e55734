/* SPDX-License-Identifier: BSD-2-Clause */
/* The recording is unpacked into an unnamed temporary file, so that memory doesn't grow with it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>
#include <import/pack.h>

#define RECORDING   "recording.spoor"
#define PROGRAM     "program.elf"
#define SOURCE      "source/"
#define PROGRAM_MAX (UINT64_C(2) << 30)

struct pack {
    zip_t *zip;
    const struct spoor_report *report;
    char *path;
};

bool pack_is(const char *path)
{
    static const uint8_t mark[4] = {'P', 'K', 3, 4};
    uint8_t bytes[4];
    struct stat st;
    FILE *f = stat(path, &st) == 0 && S_ISREG(st.st_mode) ? fopen(path, "rb") : NULL; /* don't read from a
                                                                                       * port */
    bool is = f != NULL && fread(bytes, 1, 4, f) == 4 && memcmp(bytes, mark, 4) == 0;

    if (f != NULL) {
        fclose(f);
    }
    return is;
}

struct pack *pack_open(const char *path, const struct spoor_report *report)
{
    struct pack *p = calloc(1, sizeof *p);
    int code = 0;

    if (p == NULL || (p->path = strdup(path)) == NULL) {
        message_say(report, path, "%s", strerror(ENOMEM));
        pack_close(p);
        return NULL;
    }
    p->report = report;
    p->zip = zip_open(path, ZIP_RDONLY, &code);
    if (p->zip == NULL) {
        zip_error_t error;

        zip_error_init_with_code(&error, code);
        message_say(report, path, "a damaged pack: %s", zip_error_strerror(&error));
        zip_error_fini(&error);
        pack_close(p);
        return NULL;
    }
    return p;
}

void pack_close(struct pack *p)
{
    if (p != NULL) {
        if (p->zip != NULL) {
            zip_discard(p->zip);
        }
        free(p->path);
    }
    free(p);
}

static zip_file_t *open_member(struct pack *p, const char *name)
{
    zip_file_t *f = zip_fopen(p->zip, name, 0);

    if (f == NULL) {
        message_say(p->report, p->path, "contains no %s: not made by `spoor pack`", name);
    }
    return f;
}

int pack_recording(struct pack *p)
{
    zip_file_t *f = open_member(p, RECORDING);
    FILE *copy = f != NULL ? tmpfile() : NULL;
    char piece[65536];
    zip_int64_t n = 0;
    int fd = -1;

    while (copy != NULL && (n = zip_fread(f, piece, sizeof piece)) > 0) {
        if (fwrite(piece, 1, (size_t)n, copy) != (size_t)n) {
            break;
        }
    }
    if (copy != NULL && n == 0 && fflush(copy) == 0) {
        fd = dup(fileno(copy));
    }
    if (f != NULL && (fd < 0 || lseek(fd, 0, SEEK_SET) != 0)) {
        message_say(p->report, p->path, "%s: %s", RECORDING,
                    n < 0 ? zip_file_strerror(f) : "can't be unpacked: no space for temporary files?");
        fd = -1;
    }
    if (copy != NULL) {
        fclose(copy);
    }
    if (f != NULL) {
        zip_fclose(f);
    }
    return fd;
}

/* Read a whole member. @return its bytes and a NUL, or NULL after setting `wrong` */
static uint8_t *take_member(struct pack *p, const char *name, size_t *size, const char **wrong)
{
    zip_stat_t st;
    uint8_t *bytes = NULL;

    *wrong = "missing: not made by `spoor pack`";
    if (zip_stat(p->zip, name, 0, &st) != 0 || (st.valid & ZIP_STAT_SIZE) == 0) {
        return NULL;
    }
    zip_file_t *f = st.size < PROGRAM_MAX ? zip_fopen(p->zip, name, 0) : NULL;

    *wrong = "damaged";
    bytes = f != NULL ? malloc(st.size + 1) : NULL;
    uint8_t more;

    /* libzip verifies the checksum at the end, which reading one more byte reaches. */
    if (bytes != NULL &&
        (zip_fread(f, bytes, st.size) != (zip_int64_t)st.size || zip_fread(f, &more, 1) != 0)) {
        free(bytes);
        bytes = NULL;
    }
    if (bytes != NULL) {
        bytes[st.size] = 0;
        *size = st.size;
    }
    if (f != NULL) {
        zip_fclose(f);
    }
    return bytes;
}

uint8_t *pack_program(struct pack *p, size_t *size)
{
    const char *wrong;
    uint8_t *bytes = take_member(p, PROGRAM, size, &wrong);

    if (bytes == NULL) {
        message_say(p->report, p->path, "%s: %s", PROGRAM, wrong);
    }
    return bytes;
}

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

/* ------------------------------------------------------------------ writing */

static bool add(zip_t *zip, const char *name, const char *path)
{
    zip_source_t *s = zip_source_file(zip, path, 0, 0);

    if (s == NULL || zip_file_add(zip, name, s, ZIP_FL_OVERWRITE | ZIP_FL_ENC_UTF_8) < 0) {
        zip_source_free(s);
        return false;
    }
    return true;
}

const char *pack_write(const char *path, const char *recording, const char *program,
                       const struct pack_file *sources, size_t count)
{
    static char wrong[300];
    char name[4096];
    int code = 0;
    zip_t *zip = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, &code);

    if (zip == NULL) {
        zip_error_t error;

        zip_error_init_with_code(&error, code);
        snprintf(wrong, sizeof wrong, "%s", zip_error_strerror(&error));
        zip_error_fini(&error);
        return wrong;
    }
    bool ok = add(zip, RECORDING, recording) && add(zip, PROGRAM, program);

    for (size_t n = 0; n < count && ok; n++) {
        source_name(name, sizeof name, sources[n].name);
        ok = add(zip, name, sources[n].path);
    }
    if (!ok || zip_close(zip) != 0) {
        snprintf(wrong, sizeof wrong, "%s", zip_strerror(zip));
        zip_discard(zip);
        return wrong;
    }
    return NULL;
}

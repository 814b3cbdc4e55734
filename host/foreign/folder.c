/* SPDX-License-Identifier: BSD-2-Clause */
#include <foreign/folder.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <base/file.h>
#include <base/vector.h>
#include <import/zip.h>
#include "part.h"

#define MARK "\0spoor folder\n"

/* ------------------------------------------------------------------ a folder on disk */

static bool add_file(struct bytes *b, const char *folder, const char *name)
{
    char path[1024];
    struct stat st;
    size_t size;

    if ((size_t)snprintf(path, sizeof path, "%s/%s", folder, name) >= sizeof path || stat(path, &st) != 0 ||
        !S_ISREG(st.st_mode)) {
        return true; /* folders in it aren't part of the trace */
    }
    uint8_t *data = file_map(path, &size, NULL);

    if (data == NULL) {
        return false;
    }
    bytes_u32(b, (uint32_t)strlen(name));
    bytes_u64(b, size);
    bytes_text(b, name);
    bytes_add(b, data, size);
    file_unmap(data, size);
    return true;
}

const char *folder_pack(struct bytes *b, const char *path)
{
    struct stat st;
    struct dirent *entry;
    bool good = true;

    if (stat(path, &st) != 0 || !S_ISDIR(st.st_mode)) {
        return "";
    }
    DIR *dir = opendir(path);

    if (dir == NULL) {
        return strerror(errno);
    }
    bytes_add(b, MARK, sizeof MARK - 1);
    while (good && (entry = readdir(dir)) != NULL) {
        good = add_file(b, path, entry->d_name);
    }
    closedir(dir);
    return !good ? "a file in it can't be read" : b->failed ? strerror(ENOMEM) : NULL;
}

/* ------------------------------------------------------------------ its files */

static bool is_zip(const uint8_t *bytes, size_t size)
{
    return size >= 4 && memcmp(bytes, "PK\3\4", 4) == 0;
}

bool folder_is(const uint8_t *bytes, size_t size)
{
    return is_zip(bytes, size) || (size >= sizeof MARK - 1 && memcmp(bytes, MARK, sizeof MARK - 1) == 0);
}

/* @return the entry, to be filled; NULL if memory ran out */
static struct folder_file *add(struct folder *f, const char *name, size_t n)
{
    const char *base = name;

    for (size_t k = 0; k < n; k++) {
        base = name[k] == '/' ? name + k + 1 : base;
    }
    n -= (size_t)(base - name);
    if (!VECTOR_GROW(f->files, f->count)) {
        return NULL;
    }
    struct folder_file *file = &f->files[f->count++];

    *file = (struct folder_file){.data = NULL};
    snprintf(file->name, sizeof file->name, "%.*s", (int)(n < 79 ? n : 79), base);
    return file;
}

static bool to_bytes(void *arg, const uint8_t *bytes, size_t n)
{
    struct bytes *b = arg;

    bytes_add(b, bytes, n);
    return !b->failed;
}

#define UNPACKED_MOST (UINT32_C(1) << 30)

static const char *open_zip(struct folder *f, const uint8_t *bytes, size_t size)
{
    struct zip z;
    struct zip_entry e;
    const char *name, *wrong = zip_open(&z, bytes, size);
    size_t n;

    for (unsigned k = 0; wrong == NULL && zip_nth(&z, k, &name, &n, &e); k++) {
        struct folder_file *file = add(f, name, n);
        size_t before = f->unpacked.used;

        wrong = file == NULL                               ? strerror(ENOMEM)
                : e.raw > UNPACKED_MOST - f->unpacked.used ? "it is larger than 1 GB when unpacked"
                                                           : zip_check(&z, &e);
        wrong = wrong == NULL ? zip_unpack(&z, &e, to_bytes, &f->unpacked) : wrong;
        if (wrong == NULL) {
            file->size = f->unpacked.used - before;
        }
    }
    size_t at = 0;

    for (size_t k = 0; k < f->count; k++) { /* the bytes don't move any more */
        f->files[k].data = f->files[k].size > 0 ? f->unpacked.data + at : (const uint8_t *)"";
        at += f->files[k].size;
    }
    return wrong;
}

const char *folder_open(struct folder *f, const uint8_t *bytes, size_t size)
{
    if (is_zip(bytes, size)) {
        return open_zip(f, bytes, size);
    }
    if (!folder_is(bytes, size)) {
        return "it isn't a folder";
    }
    struct part p = {bytes + sizeof MARK - 1, size - (sizeof MARK - 1), false};

    while (p.left > 0 && !p.failed) {
        uint64_t length = part_number(&p, 4), contents = part_number(&p, 8);
        struct part name = part_take(&p, length), data = part_take(&p, contents);
        struct folder_file *file = p.failed ? NULL : add(f, (const char *)name.at, name.left);

        if (file == NULL) {
            return p.failed ? "it is cut" : strerror(ENOMEM);
        }
        file->data = data.at;
        file->size = data.left;
    }
    return NULL;
}

const struct folder_file *folder_find(const struct folder *f, const char *name)
{
    for (size_t n = 0; n < f->count; n++) {
        if (strcmp(f->files[n].name, name) == 0) {
            return &f->files[n];
        }
    }
    return NULL;
}

void folder_close(struct folder *f)
{
    free(f->files);
    bytes_free(&f->unpacked);
}

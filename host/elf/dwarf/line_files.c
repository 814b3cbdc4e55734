/* SPDX-License-Identifier: BSD-2-Clause */
/* The directories and files of a line table. Paths are joined when they are needed. */
#include <stdlib.h>
#include <base/path.h>
#include <base/vector.h>
#include <elf/dwarf/constants.h>
#include <elf/dwarf/forms.h>
#include <elf/dwarf/lines.h>

#define PATH_BYTES 4096 /* a longer path is given without its directory */
#define FORMATS    16   /* kinds of content that an entry may have; there are 5 */

static bool add_directory(struct files *f, const char *name)
{
    if (!VECTOR_GROW(f->directories, f->directory_count)) {
        return false;
    }
    f->directories[f->directory_count++] = name;
    return true;
}

static bool add_file(struct files *f, const char *name, uint64_t directory)
{
    if (!VECTOR_GROW(f->list, f->count)) {
        return false;
    }
    f->list[f->count++] = (struct file){
        .name = name, .directory = directory < f->directory_count ? f->directories[directory] : NULL};
    return true;
}

/* ------------------------------------------------------------------ before version 5 */

bool files_define(struct files *f, struct cursor *c)
{
    const char *name = cursor_text(c);
    uint64_t directory = cursor_uleb(c);

    (void)cursor_uleb(c); /* time and size */
    (void)cursor_uleb(c);
    return c->failed || add_file(f, name, directory);
}

static bool more(const struct cursor *c)
{
    return c->at < c->end && *c->at != 0;
}

static bool read_old(struct files *f, struct cursor *c, const char *comp_dir)
{
    bool ok = add_directory(f, comp_dir) && add_file(f, NULL, 0); /* files are counted from 1 */

    while (ok && more(c)) {
        ok = add_directory(f, cursor_text(c));
    }
    cursor_skip(c, 1);
    while (ok && more(c)) {
        ok = files_define(f, c);
    }
    cursor_skip(c, 1);
    return ok;
}

/* ------------------------------------------------------------------ from version 5 on */

struct content {
    uint64_t type, form;
};

/* Read one entry. @return false at bytes that can't be read */
static bool read_entry(const struct debug *d, const struct encoding *e, struct cursor *c,
                       const struct content *formats, unsigned count, const char **name, uint64_t *directory)
{
    const uint8_t *from = c->at;

    for (unsigned n = 0; n < count; n++) {
        struct value v;

        if (!form_take(c, e, formats[n].form, 0, &v)) {
            return false;
        }
        if (formats[n].type == DW_LNCT_path) {
            *name = value_text(d, e, &v);
        } else if (formats[n].type == DW_LNCT_directory_index) {
            (void)value_number(&v, directory);
        }
    }
    return c->at > from; /* entries without bytes would be unlimited */
}

/* Read a table of directories or of files. @return false if out of memory */
static bool read_table(const struct debug *d, const struct encoding *e, struct cursor *c, struct files *f,
                       bool is_files)
{
    struct content formats[FORMATS];
    unsigned count = (unsigned)cursor_take(c, 1);

    for (unsigned n = 0; n < count; n++) {
        struct content format = {cursor_uleb(c), 0};

        format.form = cursor_uleb(c);
        if (n < FORMATS) {
            formats[n] = format;
        }
    }
    uint64_t entries = cursor_uleb(c);

    if (count > FORMATS) {
        c->failed = true;
    }
    for (uint64_t n = 0; n < entries && !c->failed; n++) {
        const char *name = NULL;
        uint64_t directory = UINT64_MAX;

        if (!read_entry(d, e, c, formats, count, &name, &directory)) {
            c->failed = true;
        } else if (!(is_files ? add_file(f, name, directory) : add_directory(f, name))) {
            return false;
        }
    }
    return true;
}

bool files_read(const struct debug *d, const struct unit *u, const struct encoding *e, struct cursor *c,
                struct files *f)
{
    return e->version < 5 ? read_old(f, c, u->comp_dir)
                          : read_table(d, e, c, f, false) && read_table(d, e, c, f, true);
}

/* ------------------------------------------------------------------ paths */

static const char *joined(struct file *f)
{
    size_t directory = strlen(f->directory), name = strlen(f->name);

    if (directory > PATH_BYTES || name > PATH_BYTES) {
        return f->name;
    }
    f->path = malloc(directory + 1 + name + 1);
    if (f->path == NULL) {
        return f->name;
    }
    memcpy(f->path, f->directory, directory);
    f->path[directory] = '/';
    memcpy(f->path + directory + 1, f->name, name + 1);
    return f->path;
}

const char *files_path(struct files *f, uint64_t n)
{
    struct file *file = n < f->count ? &f->list[n] : NULL;

    if (file == NULL || file->name == NULL || path_is_absolute(file->name) || file->directory == NULL) {
        return file != NULL ? file->name : NULL;
    }
    return file->path != NULL ? file->path : joined(file);
}

void files_free(struct files *f)
{
    for (size_t n = 0; n < f->count; n++) {
        free(f->list[n].path);
    }
    free(f->list);
    free(f->directories);
}

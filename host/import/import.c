/* SPDX-License-Identifier: BSD-2-Clause */
/* The list of importers, and lines of text. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <base/vector.h>
#include <elf/demangle/demangle.h>
#include <elf/program.h>
#include <import/import.h>

/* Defined by the linker: the bounds of the section that SPOOR_IMPORTER() fills. */
extern const struct importer *const __start_spoor_importers[], *const __stop_spoor_importers[];

const struct importer *import_find(const uint8_t *bytes, size_t size)
{
    const struct importer *found = NULL;

    for (const struct importer *const *i = __start_spoor_importers; i < __stop_spoor_importers; i++) {
        if ((found == NULL || (*i)->order < found->order) && (*i)->probe(bytes, size)) {
            found = *i;
        }
    }
    return found;
}

/* Names of C++ functions become readable after loading: until then, they tell functions apart. */
static bool show_names(struct profile *p)
{
    for (uint32_t n = 0; n < p->frame_count; n++) {
        struct profile_frame *f = &p->frames[n];
        char *text = f->kind == PROFILE_FUNCTION && f->name != NULL ? demangle(f->name) : NULL;

        if (text != NULL) {
            f->name = profile_keep(p, text, strlen(text));
            free(text);
        }
    }
    return !p->failed;
}

bool import_load(struct profile *p, const struct importer *importer, const uint8_t *bytes, size_t size,
                 const char *name, const char *program, const struct spoor_report *report)
{
    struct import_file file = {
        .bytes = bytes, .size = size, .name = name, .program = program, .report = report};

    if (importer->load(p, &file) && !p->failed && show_names(p)) {
        return true;
    }
    message_say(report, name, "%s: %s", importer->name, file.wrong[0] != 0 ? file.wrong : strerror(ENOMEM));
    return false;
}

void import_module(struct profile *p, const char *name, const struct program *program)
{
    char id[129] = "";

    for (size_t n = 0; n < program->build_id_bytes && 2 * n < sizeof id - 2; n++) {
        snprintf(id + 2 * n, 3, "%02x", program->build_id[n]);
    }
    if (!VECTOR_GROW(p->modules, p->module_count)) {
        p->failed = true;
        return;
    }
    p->modules[p->module_count++] = (struct profile_module){
        profile_keep(p, name, strlen(name)), id[0] != 0 ? profile_keep(p, id, strlen(id)) : NULL};
}

void import_place(struct profile *p, uint32_t frame, struct program *program,
                  const struct program_function *function)
{
    struct spoor_source source;

    if (function->section[0] != 0) {
        p->frames[frame].section = profile_keep(p, function->section, strlen(function->section));
    }
    if (program_source(program, function->address, &source) && source.file != NULL) {
        p->frames[frame].file = profile_keep(p, source.file, strlen(source.file));
        p->frames[frame].line = source.line;
    }
}

bool import_next_line(const struct import_file *file, size_t *at, struct import_line *line)
{
    if (*at >= file->size) {
        return false;
    }
    const uint8_t *begin = file->bytes + *at, *end = memchr(begin, '\n', file->size - *at);

    line->text = (const char *)begin;
    line->length = end != NULL ? (size_t)(end - begin) : file->size - *at;
    line->number++;
    *at += line->length + 1;
    if (line->length > 0 && line->text[line->length - 1] == '\r') {
        line->length--;
    }
    return true;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Both passes over a file: the first finds the events and threads in use, the second encodes the records. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <elf/elf.h>
#include "foreign_priv.h"

/* Defined by the linker: the bounds of the section that SPOOR_FOREIGN() fills. */
extern const struct foreign_format *const __start_spoor_foreigns[], *const __stop_spoor_foreigns[];

const struct foreign_format *foreign_find(const uint8_t *bytes, size_t size)
{
    const struct foreign_format *found = NULL;

    for (const struct foreign_format *const *i = __start_spoor_foreigns; i < __stop_spoor_foreigns; i++) {
        if ((found == NULL || (*i)->order < found->order) && (*i)->probe(bytes, size)) {
            found = *i;
        }
    }
    return found;
}

const struct foreign_format *foreign_nth(size_t n)
{
    return n < (size_t)(__stop_spoor_foreigns - __start_spoor_foreigns) ? __start_spoor_foreigns[n] : NULL;
}

/* Give IDs to the events in use. @return false if there are too many */
static bool number_events(struct foreign *f)
{
    unsigned next = SPOOR_WIRE_ID_FIRST;

    for (size_t n = 0; n < f->event_count; n++) {
        if (f->events[n].id != 0) {
            f->events[n].id = next++;
        }
    }
    f->state_id = next++;
    return next <= SPOOR_WIRE_IDS || foreign_refuse(f, "it has records of more than %d kinds of events",
                                                    SPOOR_WIRE_IDS - SPOOR_WIRE_ID_FIRST);
}

static void set_header(const struct foreign *f, struct spoor_recording *r)
{
    struct spoor_header *h = &r->header;

    r->id = 1;
    r->cpus = h->cpus = f->cpus;
    h->seen = true;
    h->hz = f->hz;
    h->now = f->first_time;
    h->events = f->state_id + 1 - SPOOR_WIRE_ID_FIRST;
    snprintf(h->board, sizeof h->board, "%s", f->system[0] != 0 ? f->system : f->format->name);
}

static void put_names(struct foreign *f)
{
    for (size_t n = 0; n < f->thread_count; n++) {
        const struct foreign_thread *t = &f->threads[n];

        encode_thread(&f->encoder,
                      &(struct spoor_thread){
                          .number = t->number, .priority = t->priority, .name = t->name, .idle = t->idle});
    }
    out_bytes(&f->out, (const char *)f->names.data, f->names.used);
}

static bool read_twice(struct foreign *f, const uint8_t *bytes, size_t size, struct bytes *program)
{
    struct spoor_recording recording = {0};

    f->collects = true;
    if (!f->format->read(f, bytes, size) || f->failed || !number_events(f)) {
        return false;
    }
    if (f->records == 0) {
        return foreign_refuse(f, "it has no events");
    }
    set_header(f, &recording);
    if (!foreign_program(f, program)) {
        return false;
    }
    struct spoor_elf *elf = spoor_elf_open_memory(program->data, program->used, f->name, f->report);

    if (elf == NULL) {
        return false;
    }
    f->collects = false;
    encode_begin(&f->encoder, &f->out, elf, &recording, f->first_time, true, "", 0);
    put_names(f);
    bool good = f->format->read(f, bytes, size);

    encode_end(&f->encoder, f->last, "", 0);
    out_flush(&f->out);
    spoor_elf_close(elf);
    return good && f->out.error == 0 && !f->failed && !f->encoder.failed && !f->names.failed;
}

static int to_bytes(void *arg, const char *bytes, size_t n)
{
    struct bytes *b = arg;

    bytes_add(b, bytes, n);
    return b->failed ? ENOMEM : 0;
}

static void free_all(struct foreign *f)
{
    for (size_t n = 0; n < f->event_count; n++) {
        free(f->events[n].name);
        free(f->events[n].fields);
    }
    free(f->events);
    free(f->threads);
    free(f->symbols);
    hash_free(&f->by_name);
    hash_free(&f->by_number);
    hash_free(&f->named);
    bytes_free(&f->names);
    bytes_free(&f->symbol_names);
    free(f);
}

bool foreign_convert(const struct foreign_format *format, const uint8_t *bytes, size_t size, const char *name,
                     uint32_t hz, const struct spoor_report *report, struct bytes *program,
                     struct bytes *recording)
{
    struct foreign *f = calloc(1, sizeof *f);

    if (f == NULL) {
        message_say(report, name, "%s: %s", format->name, strerror(ENOMEM));
        return false;
    }
    f->format = format;
    f->name = name;
    f->report = report;
    f->hz = hz;
    f->out.sink = to_bytes;
    f->out.arg = recording;
    bool good = read_twice(f, bytes, size, program);

    if (!good) {
        message_say(report, name, "%s: %s", format->name, f->wrong[0] != 0 ? f->wrong : strerror(ENOMEM));
    }
    free_all(f);
    return good;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Packets of Perfetto. Each text is sent only once; later packets of the sequence refer to its number. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <base/vector.h>
#include <export/trace/perfetto_priv.h>

enum { FLAG_CLEARED = 1, FLAG_NEEDS = 2 };

void perfetto_send(struct trace_export *e)
{
    struct perfetto *p = e->to.state;
    unsigned flags = (p->began ? 0 : FLAG_CLEARED) | (p->refers ? FLAG_NEEDS : 0);

    proto_number(&p->packet, P_SEQUENCE, e->place + 1);
    if (flags != 0) {
        proto_number(&p->packet, P_FLAGS, flags);
    }
    if (p->interned.used != 0) {
        proto_message(&p->packet, P_INTERNED, &p->interned);
        p->interned.used = 0;
    }
    p->began = true;
    p->refers = false;
    proto_message(&p->out, 1, &p->packet);
    p->packet.used = 0;
    export_flush(&e->to, &p->out);
}

struct wanted {
    char *const *list;
    const char *text;
};

static bool is_same(void *arg, uint32_t index)
{
    const struct wanted *w = arg;

    return strcmp(w->list[index], w->text) == 0;
}

uint64_t perfetto_intern(struct trace_export *e, enum perfetto_text kind, const char *text)
{
    struct perfetto *p = e->to.state;
    struct perfetto_texts *t = &p->texts[kind];
    struct wanted wanted = {t->list, text};
    uint64_t hash = hash_bytes(0, text, strlen(text));
    uint32_t index = hash_find(&t->map, hash, is_same, &wanted);

    p->refers = true;
    if (index != HASH_NONE) {
        return index + 1;
    }
    struct bytes entry = {.used = 0};
    char *copy = VECTOR_GROW(t->list, t->count) ? strdup(text) : NULL;

    if (copy == NULL || !hash_add(&t->map, hash, (uint32_t)t->count)) {
        free(copy);
        e->to.error = ENOMEM;
        return 0;
    }
    t->list[t->count++] = copy;
    proto_number(&entry, 1, t->count);
    proto_text(&entry, 2, text);
    proto_message(&p->interned, kind, &entry);
    bytes_free(&entry);
    return t->count;
}

void perfetto_free_packets(struct perfetto *p)
{
    for (unsigned kind = 0; kind < TEXTS; kind++) {
        for (size_t n = 0; n < p->texts[kind].count; n++) {
            free(p->texts[kind].list[n]);
        }
        free(p->texts[kind].list);
        hash_free(&p->texts[kind].map);
    }
    bytes_free(&p->packet);
    bytes_free(&p->message);
    bytes_free(&p->inner);
    bytes_free(&p->field);
    bytes_free(&p->interned);
    bytes_free(&p->out);
}

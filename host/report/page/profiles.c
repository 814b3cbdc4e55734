/* SPDX-License-Identifier: BSD-2-Clause */
/* The head section of a profile: functions, and the call tree or the arcs between functions. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include "data_priv.h"
#include "tables_priv.h"

static json_t *text_of(const char *text)
{
    json_t *t = text != NULL ? json_string(text) : NULL;

    return t != NULL ? t : text == NULL ? json_null() : json_string("?");
}

static json_t *frames(const struct profile *p, const struct profile_summary *s)
{
    json_t *list = json_array();

    for (uint32_t n = 0; n < p->frame_count; n++) {
        const struct profile_frame *f = &p->frames[n];
        const struct profile_function *of = &s->functions[n];

        json_array_append_new(list, json_pack("[i,o,o,o,I,I,I,I,i]", (int)f->kind, text_of(f->name),
                                              text_of(f->module), text_of(f->file), (json_int_t)f->line,
                                              (json_int_t)of->self, (json_int_t)of->total,
                                              (json_int_t)of->calls, (int)of->cycle));
    }
    return list;
}

static json_t *arcs(const struct profile_summary *s)
{
    json_t *list = json_array();

    for (size_t n = 0; n < s->arc_count; n++) {
        json_array_append_new(list, json_pack("[I,I,I,I]", (json_int_t)s->arcs[n].caller,
                                              (json_int_t)s->arcs[n].callee, (json_int_t)s->arcs[n].calls,
                                              (json_int_t)s->arcs[n].total));
    }
    return list;
}

/* Parent, frame, self, calls. Parents precede their children. */
static json_t *nodes(const struct profile *p)
{
    json_t *list = json_array();

    for (uint32_t n = 1; (p->has & PROFILE_TREE) != 0 && n < p->count; n++) {
        const struct profile_node *node = &p->nodes[n];

        json_array_append_new(list, json_pack("[I,I,I,I]", (json_int_t)node->parent, (json_int_t)node->frame,
                                              (json_int_t)node->self, (json_int_t)node->calls));
    }
    return list;
}

bool report_write_profile(struct profile *p, const char *file, const char *kind, const struct section_to *to,
                          unsigned index)
{
    struct profile_summary s;
    struct bytes_column c = {.used = 0};
    char name[32];

    if (!profile_summarise(p, &s)) {
        return false;
    }
    json_t *head = json_pack(
        "{s:i,s:s,s:o,s:s,s:o,s:i,s:I,s:o,s:o,s:o,s:o}", "schema", SECTION_SCHEMA, "kind", "profile", "file",
        text_of(file), "format", kind, "unit", text_of(p->unit), "has", (int)p->has, "all", (json_int_t)s.all,
        "frames", frames(p, &s), "arcs", arcs(&s), "nodes", nodes(p), "tables", report_profile_tables());
    char *text = head != NULL ? json_dumps(head, JSON_COMPACT) : NULL;

    json_decref(head);
    profile_summary_free(&s);
    if (text != NULL) {
        column_bytes(&c, text, strlen(text));
    }
    report_section(name, index, "head");
    bool done = text != NULL && section_write(to, name, &c);

    free(text);
    column_free(&c);
    return done;
}

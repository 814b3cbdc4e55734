/* SPDX-License-Identifier: BSD-2-Clause */
/* The head section of a profile: functions, and the call tree or the arcs between functions. */
#include <profile/groups.h>
#include "data_priv.h"
#include "tables_priv.h"

static void put_frames(struct json *j, const struct profile *p, const struct profile_summary *s)
{
    json_open(j, '[');
    for (uint32_t n = 0; n < p->frame_count; n++) {
        const struct profile_frame *f = &p->frames[n];
        const struct profile_function *of = &s->functions[n];
        char class[1024];
        bool has_class = f->kind == PROFILE_FUNCTION && groups_class(f->name, class, sizeof class);

        json_open(j, '[');
        json_number(j, f->kind);
        json_text(j, f->name);
        json_text(j, f->module);
        json_text(j, f->file);
        json_number(j, f->line);
        json_number(j, of->self);
        json_number(j, of->total);
        json_number(j, of->calls);
        json_number(j, of->cycle);
        json_text(j, has_class ? class : NULL);
        json_text(j, f->section);
        json_close(j, ']');
    }
    json_close(j, ']');
}

static void put_arcs(struct json *j, const struct profile_summary *s)
{
    json_open(j, '[');
    for (size_t n = 0; n < s->arc_count; n++) {
        const struct profile_arc *a = &s->arcs[n];

        json_numbers(j, (uint64_t[]){a->caller, a->callee, a->calls, a->total}, 4);
    }
    json_close(j, ']');
}

/* Parent, frame, self, calls. Parents precede their children. */
static void put_nodes(struct json *j, const struct profile *p)
{
    json_open(j, '[');
    for (uint32_t n = 1; (p->has & PROFILE_TREE) != 0 && n < p->count; n++) {
        const struct profile_node *node = &p->nodes[n];

        json_numbers(j, (uint64_t[]){node->parent, node->frame, node->self, node->calls}, 4);
    }
    json_close(j, ']');
}

bool report_write_profile(struct profile *p, const char *file, const char *kind, const struct section_to *to,
                          unsigned index)
{
    struct profile_summary s;
    struct json j = {.depth = 0};
    char name[32];

    if (!profile_summarise(p, &s)) {
        return false;
    }
    json_open(&j, '{');
    json_key_number(&j, "schema", SECTION_SCHEMA);
    json_key_text(&j, "kind", "profile");
    json_key_text(&j, "file", file);
    json_key_text(&j, "format", kind);
    json_key_text(&j, "unit", p->unit);
    json_key_number(&j, "has", p->has);
    json_key_number(&j, "all", s.all);
    json_key(&j, "modules");
    json_open(&j, '[');
    for (size_t n = 0; n < p->module_count; n++) {
        json_open(&j, '[');
        json_text(&j, p->modules[n].name);
        json_text(&j, p->modules[n].version);
        json_close(&j, ']');
    }
    json_close(&j, ']');
    json_key(&j, "frames");
    put_frames(&j, p, &s);
    json_key(&j, "arcs");
    put_arcs(&j, &s);
    json_key(&j, "nodes");
    put_nodes(&j, p);
    json_key(&j, "tables");
    report_profile_tables(&j);
    json_close(&j, '}');
    profile_summary_free(&s);
    report_section(name, index, "head");
    return section_write_json(to, name, &j);
}

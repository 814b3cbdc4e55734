/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * JSON of speedscope: a profile for each thread and interrupt, with a weight for each stack. The order in
 * time is lost; the formats of Perfetto and Chrome keep it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <export/profile/exporter.h>

static void put_string(struct out *o, const char *text)
{
    out_char(o, '"');
    out_escaped(o, text, strlen(text));
    out_char(o, '"');
}

static void put_frames(struct out *o, const struct profile *p)
{
    out_literal(
        o, "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"exporter\":\"spoor\",");
    out_literal(o, "\n\"shared\":{\"frames\":[");
    for (uint32_t n = 0; n < p->frame_count; n++) {
        const struct profile_frame *f = &p->frames[n];

        out_text(o, n != 0 ? ",\n{\"name\":" : "\n{\"name\":");
        put_string(o, f->name);
        if (f->file != NULL) {
            out_literal(o, ",\"file\":");
            put_string(o, f->file);
            out_literal(o, ",\"line\":");
            out_number(o, f->line, 0);
        }
        out_char(o, '}');
    }
    out_literal(o, "\n]},\n\"profiles\":[");
}

/* Write the stack of a node below `root`, outermost function first. */
static bool put_stack(struct out *o, const struct profile *p, uint32_t n, uint32_t root)
{
    uint32_t depth = 0;

    for (uint32_t i = n; i != root; i = p->nodes[i].parent) {
        depth++;
    }
    uint32_t *path = malloc((depth + 1) * sizeof *path);

    if (path == NULL) {
        return false;
    }
    for (uint32_t i = n, at = depth; i != root; i = p->nodes[i].parent) {
        path[--at] = p->nodes[i].frame;
    }
    out_char(o, '[');
    for (uint32_t i = 0; i < depth; i++) {
        if (i != 0) {
            out_char(o, ',');
        }
        out_number(o, path[i], 0);
    }
    out_char(o, ']');
    free(path);
    return true;
}

/* @return the next node below `root` in depth-first order */
static uint32_t next_below(const struct profile *p, uint32_t n, uint32_t root)
{
    if (p->nodes[n].first != 0) {
        return p->nodes[n].first;
    }
    while (n != root && p->nodes[n].next == 0) {
        n = p->nodes[n].parent;
    }
    return n != root ? p->nodes[n].next : root;
}

static bool put_profile(struct out *o, const struct profile *p, uint32_t root, const char *name)
{
    bool some = false, ok = true;

    out_literal(o, "{\"type\":\"sampled\",\"name\":");
    put_string(o, name);
    out_text(o, ",\"unit\":");
    put_string(o, strcmp(p->unit, "ns") == 0 ? "nanoseconds" : "none");
    out_literal(o, ",\"startValue\":0,\"endValue\":");
    out_number(o, p->nodes[root].total, 0);
    out_literal(o, ",\"samples\":[");
    for (uint32_t n = next_below(p, root, root); n != root && ok; n = next_below(p, n, root)) {
        if (p->nodes[n].self != 0) {
            out_text(o, some ? ",\n" : "\n");
            ok = put_stack(o, p, n, root);
            some = true;
        }
    }
    some = false;
    out_literal(o, "],\"weights\":[");
    for (uint32_t n = next_below(p, root, root); n != root; n = next_below(p, n, root)) {
        if (p->nodes[n].self != 0) {
            if (some) {
                out_char(o, ',');
            }
            out_number(o, p->nodes[n].self, 0);
            some = true;
        }
    }
    out_literal(o, "]}");
    return ok;
}

static void write_speedscope(struct export *e, struct profile *p)
{
    bool some = false, ok = true, plain = false;

    profile_sum(p);
    put_frames(e->out, p);
    for (uint32_t n = p->count != 0 ? p->nodes[PROFILE_ROOT].first : 0; n != 0 && ok; n = p->nodes[n].next) {
        if (p->frames[p->nodes[n].frame].kind == PROFILE_FUNCTION) {
            plain = true;
            continue;
        }
        out_text(e->out, some ? ",\n" : "\n");
        ok = put_profile(e->out, p, n, p->frames[p->nodes[n].frame].name);
        some = true;
    }
    if (plain) { /* stacks without a thread */
        out_text(e->out, some ? ",\n" : "\n");
        ok = ok && put_profile(e->out, p, PROFILE_ROOT, "all");
    }
    out_literal(e->out, "\n]}\n");
    e->error = ok ? e->error : ENOMEM;
}

static const struct profile_exporter speedscope_exporter = {
    .format = {"speedscope", "speedscope's JSON of function calls, in ns", EXPORT_TEXT},
    .write = write_speedscope,
    .needs = PROFILE_TREE,
};
SPOOR_PROFILE_EXPORTER(speedscope);

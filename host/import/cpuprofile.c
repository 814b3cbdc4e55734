/* SPDX-License-Identifier: BSD-2-Clause */
/* .cpuprofile of node.js and Chrome: a tree of functions, and the node and time of each sample. A sample
 * lasts until the next one. */
#include <stdlib.h>
#include <string.h>
#include <base/json_read.h>
#include <import/json.h>

struct node {
    int64_t id;
    const struct json_value *value;
    uint64_t self;  /* in us, or in samples */
    uint32_t place; /* in the profile; PROFILE_ROOT: not reached yet */
    bool reached;
};

struct cpuprofile {
    struct json_tree json;
    struct profile *p;
    struct import_file *file;
    struct node *nodes;
    size_t count;
};

static bool cpuprofile_probe(const uint8_t *bytes, size_t size)
{
    return import_json_has(bytes, size, "\"callFrame\"");
}

static int by_id(const void *a, const void *b)
{
    const struct node *x = a, *y = b;

    return (x->id > y->id) - (x->id < y->id);
}

static struct node *find(const struct cpuprofile *c, int64_t id)
{
    const struct node key = {.id = id};

    return c->count != 0 ? bsearch(&key, c->nodes, c->count, sizeof key, by_id) : NULL;
}

static bool read_nodes(struct cpuprofile *c)
{
    const struct json_tree *t = &c->json;
    size_t room = 0;

    for (const struct json_value *v = json_first(t, json_get(t, t->values, "nodes")); v != NULL;
         v = json_next(t, v)) {
        if (c->count == room) {
            struct node *more = realloc(c->nodes, (room = 2 * room + 64) * sizeof *more);

            if (more == NULL) {
                return false;
            }
            c->nodes = more;
        }
        c->nodes[c->count++] = (struct node){.id = import_json_integer(t, v, "id", -1), .value = v};
    }
    if (c->count == 0) {
        return import_refuse(c->file, "it has no nodes");
    }
    qsort(c->nodes, c->count, sizeof *c->nodes, by_id);
    for (size_t n = 1; n < c->count; n++) {
        if (c->nodes[n].id == c->nodes[n - 1].id) {
            return import_refuse(c->file, "it has two nodes %lld", (long long)c->nodes[n].id);
        }
    }
    return true;
}

/* Add the time of each sample to its node; without samples take the nodes' own numbers of samples. */
static bool read_samples(struct cpuprofile *c)
{
    const struct json_tree *t = &c->json;
    const struct json_value *sample = json_first(t, json_get(t, t->values, "samples")),
                            *delta = json_first(t, json_get(t, t->values, "timeDeltas"));
    int64_t rest =
        import_json_integer(t, t->values, "endTime", 0) - import_json_integer(t, t->values, "startTime", 0);

    snprintf(c->p->unit, sizeof c->p->unit, "%s", sample != NULL && delta != NULL ? "ns" : "samples");
    if (sample == NULL || delta == NULL) {
        for (size_t n = 0; n < c->count; n++) {
            int64_t hits = import_json_integer(t, c->nodes[n].value, "hitCount", 0);

            c->nodes[n].self = hits > 0 ? (uint64_t)hits : 0;
        }
        return true;
    }
    rest -= delta->integer;
    for (; sample != NULL; sample = json_next(t, sample)) {
        struct node *n = find(c, sample->kind == JSON_INTEGER ? sample->integer : -1);
        const struct json_value *next = json_next(t, delta);
        int64_t lasts = next != NULL ? next->integer : rest;

        if (n == NULL) {
            return import_refuse(c->file, "a sample has node %lld, which doesn't exist",
                                 (long long)sample->integer);
        }
        if (next == NULL && json_next(t, sample) != NULL) {
            return import_refuse(c->file, "it has fewer timeDeltas than samples");
        }
        lasts = lasts < 0 ? 0 : lasts < INT32_MAX ? lasts : INT32_MAX; /* the clock may go back */
        n->self += (uint64_t)lasts * 1000;
        rest -= next != NULL ? next->integer : 0;
        delta = next;
    }
    return true;
}

/* The place of a node below another one. @return false if out of memory */
static bool place(struct cpuprofile *c, struct node *n, uint32_t parent)
{
    const struct json_tree *t = &c->json;
    const struct json_value *call = json_get(t, n->value, "callFrame");
    const char *name = json_text_of(t, json_get(t, call, "functionName")),
               *url = json_text_of(t, json_get(t, call, "url"));
    bool is_named = name != NULL && name[0] != 0;
    int64_t line = import_json_integer(t, call, "lineNumber", -1);

    n->reached = true;
    n->place = parent;
    if (is_named && strcmp(name, "(root)") == 0) {
        return true;
    }
    url = url != NULL && url[0] != 0 ? url : NULL;
    uint32_t frame = profile_frame_named(c->p, PROFILE_FUNCTION, is_named ? name : "(anonymous)", url);

    n->place = profile_child(c->p, parent, frame);
    if (c->p->failed) {
        return false;
    }
    c->p->nodes[n->place].self += n->self;
    if (url != NULL) {
        c->p->frames[frame].file = c->p->frames[frame].module;
        c->p->frames[frame].line = line >= 0 && line < INT32_MAX ? (uint32_t)line + 1 : 0;
    }
    return true;
}

/* Add the nodes to the profile, from the root down. */
static bool add_nodes(struct cpuprofile *c)
{
    const struct json_tree *t = &c->json;
    struct node **todo = malloc(c->count * sizeof *todo),
                *root =
                    find(c, import_json_integer(t, json_first(t, json_get(t, t->values, "nodes")), "id", -1));
    size_t n = 0;
    bool done = todo != NULL && place(c, root, PROFILE_ROOT);

    if (done) {
        todo[n++] = root;
    }
    while (done && n > 0) {
        const struct node *at = todo[--n];

        for (const struct json_value *v = json_first(t, json_get(t, at->value, "children"));
             done && v != NULL; v = json_next(t, v)) {
            struct node *child = find(c, v->kind == JSON_INTEGER ? v->integer : -1);

            if (child == NULL || child->reached) {
                done = import_refuse(c->file, "node %lld has no child %lld of its own", (long long)at->id,
                                     (long long)v->integer);
            } else if ((done = place(c, child, at->place))) {
                todo[n++] = child;
            }
        }
    }
    free(todo);
    return done;
}

static bool cpuprofile_load(struct profile *p, struct import_file *file)
{
    struct cpuprofile c = {.p = p, .file = file};

    p->has = PROFILE_TREE;
    if (!import_json(&c.json, file)) {
        return false;
    }
    bool done = read_nodes(&c) && read_samples(&c) && add_nodes(&c);

    free(c.nodes);
    json_free(&c.json);
    return done;
}

static const struct importer cpuprofile_importer = {
    .name = "cpuprofile",
    .summary = ".cpuprofile of node.js and Chrome",
    .order = 4,
    .probe = cpuprofile_probe,
    .load = cpuprofile_load,
};
SPOOR_IMPORTER(cpuprofile);

/* SPDX-License-Identifier: BSD-2-Clause */
/* A frame of a group represents all its functions. Calls within a group are calls of the group by itself. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <spoor/util/glob.h>
#include <base/vector.h>
#include <profile/groups.h>
#include <profile/scope.h>

enum by { BY_PATTERN, BY_CLASS, BY_FOLDER, BY_FILE, BY_MODULE };

struct pattern {
    const char *group, *text; /* point into `text` of struct groups */
    bool is_path;
};

struct groups {
    enum by by;
    char *text;
    struct pattern *patterns;
    size_t count;
};

static bool add_pattern(struct groups *g, const char *group, const char *text)
{
    if (!VECTOR_GROW(g->patterns, g->count)) {
        return false;
    }
    g->patterns[g->count++] = (struct pattern){group, text, strchr(text, '/') != NULL};
    return true;
}

/* Parse a line: a group and its patterns. @return NULL, or a description of the error */
static const char *parse_line(struct groups *g, char *line)
{
    char *at, *comment = strchr(line, '#'), *group;
    bool some = false;

    if (comment != NULL) {
        *comment = 0;
    }
    group = strtok_r(line, " \t\r", &at);
    if (group == NULL) {
        return NULL;
    }
    for (char *word; (word = strtok_r(NULL, " \t\r", &at)) != NULL; some = true) {
        if (!add_pattern(g, group, word)) {
            return strerror(ENOMEM);
        }
    }
    return some ? NULL : "a group needs a pattern: kernel sched_*";
}

struct groups *groups_parse(const char *text, const char **wrong)
{
    static _Thread_local char message[128];
    struct groups *g = calloc(1, sizeof *g);
    unsigned number = 0;

    *wrong = strerror(ENOMEM);
    if (g == NULL || (g->text = strdup(text)) == NULL) {
        free(g);
        return NULL;
    }
    for (char *line = g->text, *next; line != NULL; line = next) {
        next = strchr(line, '\n');
        if (next != NULL) {
            *next++ = 0;
        }
        number++;
        const char *reason = parse_line(g, line);

        if (reason != NULL) {
            snprintf(message, sizeof message, "line %u: %s", number, reason);
            *wrong = message;
            groups_free(g);
            return NULL;
        }
    }
    return g;
}

static char *read_text(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = NULL;
    size_t room = 0;
    ssize_t n = f != NULL ? getdelim(&text, &room, 0, f) : -1;

    if (f != NULL) {
        fclose(f);
        if (n < 0 && errno == 0) {
            n = 0;
            free(text);
            text = strdup("");
        }
    }
    if (n < 0) {
        free(text);
        return NULL;
    }
    return text;
}

struct groups *groups_open(const char *by, const char **wrong)
{
    static const char *const words[] = {
        [BY_CLASS] = "class", [BY_FOLDER] = "folder", [BY_FILE] = "file", [BY_MODULE] = "module"};

    for (unsigned n = BY_CLASS; n <= BY_MODULE; n++) {
        if (strcmp(by, words[n]) == 0) {
            struct groups *g = calloc(1, sizeof *g);

            if (g != NULL) {
                g->by = n;
            }
            *wrong = strerror(ENOMEM);
            return g;
        }
    }
    errno = 0;
    char *text = read_text(by);

    if (text == NULL) {
        *wrong = strerror(errno != 0 ? errno : ENOMEM);
        return NULL;
    }
    struct groups *g = groups_parse(text, wrong);

    free(text);
    return g;
}

void groups_free(struct groups *g)
{
    if (g != NULL) {
        free(g->text);
        free(g->patterns);
    }
    free(g);
}

/* ------------------------------------------------------------------ applying */

bool groups_class(const char *name, char *text, size_t size)
{
    size_t length;
    const char *class = scope_of(name, &length);

    if (class != NULL) {
        snprintf(text, size, "%.*s", (int)length, class);
    }
    return class != NULL;
}

/* @return the name of a frame's group, possibly in `text`; NULL if it is in none */
static const char *group_of(const struct groups *g, const struct profile_frame *f, char *text, size_t size)
{
    const char *slash = f->file != NULL ? strrchr(f->file, '/') : NULL;

    switch (g->by) {
    case BY_CLASS:
        return groups_class(f->name, text, size) ? text : NULL;
    case BY_FOLDER:
        snprintf(text, size, "%.*s", slash != NULL ? (int)(slash - f->file) : 1,
                 slash != NULL ? f->file : ".");
        return f->file != NULL ? text : NULL;
    case BY_FILE:
        return f->file;
    case BY_MODULE:
        return f->module;
    default:
        break;
    }
    for (size_t n = 0; n < g->count; n++) {
        const struct pattern *p = &g->patterns[n];

        if (p->is_path ? f->file != NULL && spoor_glob_match(p->text, f->file)
                       : spoor_glob_match(p->text, f->name)) {
            return p->group;
        }
    }
    return NULL;
}

/* Map each frame to its frame in the grouped profile. @return the list, or NULL if out of memory */
static uint32_t *map_frames(const struct groups *g, const struct profile *p, struct profile *grouped)
{
    uint32_t *to = malloc((p->frame_count + 1) * sizeof *to);
    char text[1024];

    for (uint32_t n = 0; to != NULL && n < p->frame_count; n++) {
        const struct profile_frame *f = &p->frames[n];
        const char *group = f->kind == PROFILE_FUNCTION ? group_of(g, f, text, sizeof text) : NULL;

        to[n] = profile_frame_named(grouped, f->kind, group != NULL ? group : f->name,
                                    group != NULL ? NULL : f->module);
        if (to[n] == PROFILE_NONE) {
            free(to);
            return NULL;
        }
        grouped->frames[to[n]].self += f->self;
        grouped->frames[to[n]].calls += f->calls;
    }
    return to;
}

bool groups_apply(const struct groups *g, const struct profile *p, struct profile *grouped)
{
    uint32_t *to = map_frames(g, p, grouped), *node = malloc((p->count + UINT32_C(1)) * sizeof *node);
    bool ok = to != NULL && node != NULL;

    grouped->has = p->has & ~(unsigned)PROFILE_ADDRESSES;
    memcpy(grouped->unit, p->unit, sizeof grouped->unit);
    for (uint32_t n = 0; ok && n < p->count; n++) { /* parents precede their children */
        const struct profile_node *from = &p->nodes[n];

        if (n == PROFILE_ROOT) {
            node[n] = PROFILE_ROOT;
            continue;
        }
        uint32_t parent = node[from->parent], frame = to[from->frame];

        /* Calls within a group are merged into one frame. */
        node[n] = parent != PROFILE_ROOT && grouped->nodes[parent].frame == frame
                      ? parent
                      : profile_child(grouped, parent, frame);
        if (!grouped->failed) {
            grouped->nodes[node[n]].self += from->self;
            grouped->nodes[node[n]].calls += node[n] != parent ? from->calls : 0;
        }
        ok = !grouped->failed;
    }
    for (size_t n = 0; ok && n < p->arc_count; n++) {
        const struct profile_arc *a = &p->arcs[n];

        if (to[a->caller] != to[a->callee]) {
            profile_arc(grouped, to[a->caller], to[a->callee], a->calls, a->total);
        }
    }
    free(to);
    free(node);
    return ok && !grouped->failed;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* The format of speedscope, which many samplers of Python, Ruby and others write: stacks with weights, or
 * calls that begin and end. Several profiles, such as threads, are roots of one tree. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <base/json_read.h>
#include <import/json.h>

struct speedscope {
    struct json_tree json;
    struct profile *p;
    struct import_file *file;
    uint32_t *frames; /* of the profile, by the file's numbers */
    uint32_t count;
    double unit; /* the profile's units in the file's one */
};

static bool speedscope_probe(const uint8_t *bytes, size_t size)
{
    return import_json_has(bytes, size, "speedscope.app/file-format-schema.json");
}

static const struct {
    const char *name, *unit;
    double factor;
} units[] = {
    {"nanoseconds", "ns", 1}, {"microseconds", "ns", 1e3}, {"milliseconds", "ns", 1e6},
    {"seconds", "ns", 1e9},   {"bytes", "bytes", 1},       {"none", "samples", 1},
};

/* Use the unit of a profile, which must be the same for all. */
static bool set_unit(struct speedscope *s, const struct json_value *profile)
{
    const char *name = json_text_of(&s->json, json_get(&s->json, profile, "unit"));

    for (size_t n = 0; n < sizeof units / sizeof units[0]; n++) {
        if (strcmp(units[n].name, name != NULL ? name : "none") == 0) {
            if (s->p->unit[0] != 0 && strcmp(s->p->unit, units[n].unit) != 0) {
                return import_refuse(s->file, "its profiles have the units %s and %s", s->p->unit,
                                     units[n].unit);
            }
            snprintf(s->p->unit, sizeof s->p->unit, "%s", units[n].unit);
            s->unit = units[n].factor;
            return true;
        }
    }
    return import_refuse(s->file, "unknown unit \"%.40s\"", name);
}

static bool read_frames(struct speedscope *s)
{
    const struct json_tree *t = &s->json;
    const struct json_value *list = json_get(t, json_get(t, t->values, "shared"), "frames");
    size_t room = 0;

    for (const struct json_value *v = json_first(t, list); v != NULL; v = json_next(t, v)) {
        const char *name = json_text_of(t, json_get(t, v, "name")),
                   *file = json_text_of(t, json_get(t, v, "file"));

        if (s->count == room) {
            uint32_t *more = realloc(s->frames, (room = 2 * room + 64) * sizeof *more);

            if (more == NULL) {
                return false;
            }
            s->frames = more;
        }
        uint32_t frame = profile_frame_named(s->p, PROFILE_FUNCTION, name != NULL ? name : "unknown", file);

        if (frame == PROFILE_NONE) {
            return false;
        }
        s->frames[s->count++] = frame;
        if (file != NULL) {
            int64_t line = import_json_integer(t, v, "line", 0);

            s->p->frames[frame].file = s->p->frames[frame].module;
            s->p->frames[frame].line = line > 0 && line < INT32_MAX ? (uint32_t)line : 0;
        }
    }
    return true;
}

/* @return the profile's frame of a number in the file; PROFILE_NONE after a refusal */
static uint32_t frame_of(struct speedscope *s, const struct json_value *v)
{
    if (v == NULL || v->kind != JSON_INTEGER || v->integer < 0 || v->integer >= s->count) {
        (void)import_refuse(s->file, "a stack has frame %lld, but there are %u frames",
                            v != NULL ? (long long)v->integer : -1, s->count);
        return PROFILE_NONE;
    }
    return s->frames[v->integer];
}

static bool is_number(const struct json_value *v)
{
    return v != NULL && (v->kind == JSON_INTEGER || v->kind == JSON_REAL);
}

/* Add a value in the file's unit. */
static bool add_value(struct speedscope *s, uint32_t node, double value)
{
    double scaled = value * s->unit;

    if (!(scaled >= 0 && scaled < 9e18)) {
        return import_refuse(s->file, "a weight is negative or too large: %g", value);
    }
    if (node != PROFILE_ROOT) {
        s->p->nodes[node].self += (uint64_t)llround(scaled);
    }
    return true;
}

static bool read_sampled(struct speedscope *s, const struct json_value *profile, uint32_t root)
{
    const struct json_tree *t = &s->json;
    const struct json_value *stack = json_first(t, json_get(t, profile, "samples")),
                            *weight = json_first(t, json_get(t, profile, "weights"));

    for (; stack != NULL; stack = json_next(t, stack), weight = json_next(t, weight)) {
        uint32_t node = root;

        if (!is_number(weight)) {
            return import_refuse(s->file, "it has fewer weights than samples");
        }
        for (const struct json_value *v = json_first(t, stack); v != NULL; v = json_next(t, v)) {
            uint32_t frame = frame_of(s, v);

            if (frame == PROFILE_NONE) {
                return false;
            }
            node = profile_child(s->p, node, frame);
            if (s->p->failed) {
                return false;
            }
        }
        if (!add_value(s, node, weight->real)) {
            return false;
        }
    }
    return true;
}

static bool read_evented(struct speedscope *s, const struct json_value *profile, uint32_t root)
{
    const struct json_tree *t = &s->json;
    const struct json_value *start = json_get(t, profile, "startValue");
    double last = is_number(start) ? start->real : 0;
    uint32_t node = root;

    for (const struct json_value *v = json_first(t, json_get(t, profile, "events")); v != NULL;
         v = json_next(t, v)) {
        const char *type = json_text_of(t, json_get(t, v, "type"));
        const struct json_value *at = json_get(t, v, "at");
        uint32_t frame = frame_of(s, json_get(t, v, "frame"));

        if (frame == PROFILE_NONE) {
            return false;
        }
        if (type == NULL || !is_number(at) || at->real < last) {
            return import_refuse(s->file, "an event has no type or time, or is earlier than the one before");
        }
        if (!add_value(s, node, at->real - last)) {
            return false;
        }
        last = at->real;
        if (strcmp(type, "O") == 0) {
            node = profile_child(s->p, node, frame);
            if (s->p->failed) {
                return false;
            }
        } else if (node == root || s->p->nodes[node].frame != frame) {
            return import_refuse(s->file, "an event at %g ends a call that isn't the innermost one",
                                 at->real);
        } else {
            node = s->p->nodes[node].parent;
        }
    }
    return true;
}

static bool read_profile(struct speedscope *s, const struct json_value *profile, bool several)
{
    const char *type = json_text_of(&s->json, json_get(&s->json, profile, "type")),
               *name = json_text_of(&s->json, json_get(&s->json, profile, "name"));
    uint32_t root = PROFILE_ROOT;

    if (!set_unit(s, profile)) {
        return false;
    }
    if (several) {
        root = profile_child(
            s->p, root, profile_frame_named(s->p, PROFILE_THREAD, name != NULL ? name : "unknown", NULL));
    }
    if (s->p->failed) {
        return false;
    }
    return type != NULL && strcmp(type, "sampled") == 0 ? read_sampled(s, profile, root)
           : type != NULL && strcmp(type, "evented") == 0
               ? read_evented(s, profile, root)
               : import_refuse(s->file, "a profile has no known type");
}

static bool speedscope_load(struct profile *p, struct import_file *file)
{
    struct speedscope s = {.p = p, .file = file};

    if (!import_json(&s.json, file)) {
        return false;
    }
    const struct json_value *first = json_first(&s.json, json_get(&s.json, s.json.values, "profiles"));
    bool done = first != NULL ? read_frames(&s) : import_refuse(file, "it has no profiles");

    p->has = PROFILE_TREE;
    for (const struct json_value *v = first; done && v != NULL; v = json_next(&s.json, v)) {
        done = read_profile(&s, v, json_next(&s.json, first) != NULL);
    }
    free(s.frames);
    json_free(&s.json);
    return done;
}

static const struct importer speedscope_importer = {
    .name = "speedscope",
    .summary = "speedscope's JSON, also of samplers for Python and Ruby",
    .order = 3,
    .probe = speedscope_probe,
    .load = speedscope_load,
};
SPOOR_IMPORTER(speedscope);

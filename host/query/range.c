/* SPDX-License-Identifier: BSD-2-Clause */
/* The rest of the file is read only if the range is refused, to report what the recording covers. */
#include <string.h>
#include <base/time.h>
#include <base/units.h>
#include <query/range.h>

static bool parse(const char *text, uint64_t *from, uint64_t *to)
{
    const char *dots = strstr(text, "..");
    char first[64] = "0";

    if (dots == NULL || (size_t)(dots - text) >= sizeof first) {
        return false;
    }
    if (dots != text) {
        memcpy(first, text, (size_t)(dots - text));
        first[dots - text] = 0;
    }
    return units_time(first, from) && (dots[2] == 0 || units_time(dots + 2, to)) && *from < *to;
}

bool range_parse(struct range *r, const char *text, struct fault *fault)
{
    *r = (struct range){
        .text = text, .to_ns = UINT64_MAX, .from = text != NULL ? UINT64_MAX : 0, .to = UINT64_MAX};
    if (text != NULL && !parse(text, &r->from_ns, &r->to_ns)) {
        fault_usage(fault, "--range is FROM..TO, such as 20ms..30ms, not %s", text);
        return false;
    }
    return true;
}

void range_rate(struct range *r, uint32_t hz)
{
    bool changed = hz != r->hz;

    r->hz = hz;
    if (changed && r->text != NULL) {
        r->from = hz != 0 ? spoor_cycles(r->from_ns, hz) : UINT64_MAX; /* no record is inside yet */
        r->to = hz != 0 && r->to_ns != UINT64_MAX ? spoor_cycles(r->to_ns, hz) : UINT64_MAX;
    }
}

static void note_all(struct range *r, struct spoor_reader *reader, bool first_only)
{
    const struct spoor_item *item;

    while (!(first_only && r->some && r->hz != 0) && spoor_next(reader, &item) > 0) {
        range_rate(r, spoor_recording(reader)->header.hz);
        if (item->kind == SPOOR_RECORD) {
            range_note(r, item->time);
        }
    }
}

/* Find the first time of the recording: the pass began near the range. */
static void find_first(struct range *r, const struct input *in)
{
    struct input again;
    struct range begin = {.text = r->text, .to_ns = UINT64_MAX};

    if (input_open_again(&again, in, NULL) == STATUS_OK) {
        note_all(&begin, again.reader, true);
        if (begin.some) {
            range_note(r, begin.first);
        }
    }
    input_close(&again);
}

int range_check(struct range *r, struct input *in)
{
    note_all(r, in->reader, false);
    if (r->text == NULL || !r->some) {
        return STATUS_OK;
    }
    if (!input_has_rate(in)) {
        return STATUS_UNREADABLE;
    }
    find_first(r, in);
    if (r->to > r->first && r->from <= r->last) {
        return STATUS_OK;
    }
    return fault_set(&in->fault, STATUS_UNREADABLE,
                     "%s: --range %s is outside of the recording, which covers %.6fs..%.6fs", input_name(in),
                     r->text, (double)r->first / r->hz, (double)r->last / r->hz);
}

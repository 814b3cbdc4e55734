/* SPDX-License-Identifier: BSD-2-Clause */
/* The end of `spoor record`: why it ended, what was recorded, and the commands that come next. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <base/quote.h>
#include <base/fault.h>
#include <read/reader.h>
#include <record/end.h>

static uint64_t wall_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_REALTIME, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

bool record_note(int file, enum spoor_wire_note kind, const char *text)
{
    for (bool goes_on = false; text != NULL; goes_on = true) {
        struct packet_frame frame;

        text = encode_note(&frame, kind, goes_on, wall_ms(), text);
        if (write(file, frame.bytes, frame.used) != (ssize_t)frame.used) {
            return false;
        }
    }
    return true;
}

static void message(void *arg, const char *text)
{
    (void)arg;
    fprintf(stderr, "spoor: %s\n", text);
}

/* The commands that come next, as they can be typed. */
static void print_next(const char *program, const char *elf_path, const char *path)
{
    char words[8192] = "";

    if (elf_path != NULL) {
        quote_word(words, sizeof words, elf_path);
    } else {
        snprintf(words, sizeof words, "ELF");
    }
    quote_word(words, sizeof words, path);
    fprintf(stderr, "  %s timeline --elf %s\n  %s stats sched --summary --elf %s\n", program, words, program,
            words);
}

/* Read the file again: events and losses. @return whether events are in it, as far as can be known */
static bool summarise(const struct record_of *of)
{
    const struct spoor_report report = {message, NULL};
    struct spoor_elf *elf = of->elf != NULL ? spoor_elf_open(of->elf, &report) : NULL;
    struct spoor_reader *r = spoor_open_file(of->path, elf, &report);
    const struct spoor_item *item;
    uint64_t events = 0, lost = 0, first = UINT64_MAX, last = 0;

    while (r != NULL && spoor_next(r, &item) > 0) {
        if (item->kind == SPOOR_RECORD) {
            events++;
            first = item->time < first ? item->time : first;
            last = item->time;
        }
    }
    for (unsigned n = 0; r != NULL && n < spoor_recordings(r); n++) {
        for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
            const struct spoor_account *a = &spoor_recording_nth(r, n)->account[cpu];

            lost += spoor_lost(a) + a->missing + a->unread + a->cut;
        }
    }
    uint32_t hz = r != NULL ? spoor_recording(r)->header.hz : 0;

    bool unknown = of->elf == NULL && r != NULL && spoor_recording(r)->header.seen;

    if (unknown) {
        fprintf(stderr, "%s: recorded; its events weren't counted. Next:\n", of->path);
        print_next(of->program, of->elf, of->path);
    } else if (events != 0) {
        fprintf(stderr, "%s: %" PRIu64 " events in %.3f s, %" PRIu64 " lost. Next:\n", of->path, events,
                hz != 0 ? (double)(last - first) / hz : 0.0, lost);
        print_next(of->program, of->elf, of->path);
    }
    spoor_close(r);
    spoor_elf_close(elf);
    return unknown || events != 0;
}

/* The target ended by itself, with an error: that is printed, and noted in the file. @return whether it did
 */
static bool tell_end(struct recording *r, int status)
{
    char why[WORDS_LAST + 200];
    int used =
        snprintf(why, sizeof why, "%s%s", r->words.last, r->words.last[0] != 0 && status != 0 ? "\n" : "");

    if (WIFSIGNALED(status)) {
        snprintf(why + used, sizeof why - (size_t)used, "QEMU was ended by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    } else if (WEXITSTATUS(status) != 0) {
        snprintf(why + used, sizeof why - (size_t)used, "exit status %d", WEXITSTATUS(status));
    }
    if (why[0] == 0) {
        return false;
    }
    fprintf(stderr, "spoor: the target ended by itself: %s\n", why);
    if (r->in_frame && write(r->file, "", 1) != 1) { /* the note isn't a part of the frame that was cut off */
        r->error = errno;
    }
    if (r->error == 0 && !record_note(r->file, SPOOR_WIRE_NOTE_END, why)) {
        r->error = errno;
    }
    return true;
}

static bool tell_refused(const struct words *w)
{
    if (w->refused_line == NULL) {
        return false;
    }
    fprintf(stderr, "spoor: the target refused `%s`: %s\n", w->refused_line, w->refused);
    if (words_no_events(w)) {
        fprintf(stderr, "spoor: this image has no events to record; build one with TRACE_EVENTS=1, such as "
                        "demo-events.elf (docs/events.md)\n");
    }
    return true;
}

static bool tell_early(const struct recording *r, const char *board)
{
    switch (r->end) {
    case RECORD_STUCK:
        fprintf(stderr,
                "spoor: %s: the console showed no prompt for a minute; it should end in \"%s\" (--prompt)\n",
                r->name, r->prompt);
        return true;
    case RECORD_SILENT:
        fprintf(stderr,
                "spoor: %s: the image printed nothing and sent nothing; was it built for the board %s?\n",
                r->name, board);
        return true;
    case RECORD_IDLE:
        fprintf(stderr,
                "spoor: %s: the image doesn't stream by itself; give lines for its shell, as -- "
                "'trace_stream on' 'sleep 1000', or an image built with TRACE_STREAM=1\n",
                r->name);
        return true;
    default:
        return false;
    }
}

static void tell_nothing(const struct recording *r, const char *path)
{
    if (r->packets != 0) {
        fprintf(stderr, "spoor: %s: packets came, but no events\n", path);
    } else {
        fprintf(
            stderr,
            "spoor: %s: no events came; is streaming on? `trace_stream on` at the target's shell starts it\n",
            path);
    }
}

int record_finish(struct recording *r, const struct record_of *of, int status)
{
    bool ended = tell_end(r, status), refused = tell_refused(&r->words), early = tell_early(r, of->board);

    if (close(r->file) != 0 && r->error == 0) {
        r->error = errno;
    }
    if (r->error != 0) {
        fprintf(stderr, "spoor: %s: %s\n", of->path, strerror(r->error));
        return STATUS_UNREADABLE;
    }
    bool some = summarise(of);

    if (!some && !ended && !refused && !early) {
        tell_nothing(r, of->path);
    }
    return !some || ended || refused || early ? STATUS_WRONG : STATUS_OK;
}

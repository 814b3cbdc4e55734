/* SPDX-License-Identifier: BSD-2-Clause */
/* The end of a recording: notes in its file, and counts of its events. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
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

struct record_counts record_count(const char *path, const char *elf_path, const struct spoor_report *report)
{
    struct stat kept;

    if (stat(path, &kept) == 0 && !S_ISREG(kept.st_mode)) { /* opening a pipe would wait for a writer */
        return (struct record_counts){.unknown = true};
    }
    struct spoor_elf *elf = elf_path != NULL ? spoor_elf_open(elf_path, report) : NULL;
    struct spoor_reader *r = spoor_open_file(path, elf, report);
    const struct spoor_item *item;
    struct record_counts c = {.events = 0};
    uint64_t first = UINT64_MAX, last = 0;

    while (r != NULL && spoor_next(r, &item) > 0) {
        if (item->kind == SPOOR_RECORD) {
            c.events++;
            first = item->time < first ? item->time : first;
            last = item->time;
        }
    }
    for (unsigned n = 0; r != NULL && n < spoor_recordings(r); n++) {
        for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
            const struct spoor_account *a = &spoor_recording_nth(r, n)->account[cpu];

            c.lost += spoor_lost(a) + a->missing + a->unread + a->cut;
        }
    }
    uint32_t hz = r != NULL ? spoor_recording(r)->header.hz : 0;

    c.seconds = hz != 0 && c.events != 0 ? (double)(last - first) / hz : 0.0;
    c.unknown = elf_path == NULL && r != NULL && spoor_recording(r)->header.seen;
    spoor_close(r);
    spoor_elf_close(elf);
    return c;
}

/* Note in the file that the target ended by itself with an error. */
static void note_end(struct recording *r, int status, char why[RECORD_WHY_BYTES])
{
    int used = snprintf(why, RECORD_WHY_BYTES, "%s%s", r->words.last,
                        r->words.last[0] != 0 && status != 0 ? "\n" : "");

    if (WIFSIGNALED(status)) {
        snprintf(why + used, RECORD_WHY_BYTES - (size_t)used, "QEMU was ended by signal %d (%s)",
                 WTERMSIG(status), strsignal(WTERMSIG(status)));
    } else if (WEXITSTATUS(status) != 0) {
        snprintf(why + used, RECORD_WHY_BYTES - (size_t)used, "exit status %d", WEXITSTATUS(status));
    }
    if (why[0] == 0) {
        return;
    }
    if (r->in_frame &&
        write(r->file, "", 1) != 1) { /* end the truncated frame, so that the note is a frame of its own */
        r->error = errno;
    }
    if (r->error == 0 && !record_note(r->file, SPOOR_WIRE_NOTE_END, why)) {
        r->error = errno;
    }
}

void record_close(struct recording *r, int status, char why[RECORD_WHY_BYTES])
{
    note_end(r, status, why);
    if (close(r->file) != 0 && r->error == 0) {
        r->error = errno;
    }
}

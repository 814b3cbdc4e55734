/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A recording begins with a zero byte or with console text, which may be anything. Therefore only marks that
 * no console prints are recognized.
 */
#define _GNU_SOURCE /* memmem() */
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <base/count.h>
#include <foreign/refused.h>

#define MARK(bytes) bytes, sizeof(bytes) - 1

static const struct {
    const char *mark;
    size_t length;
    const char *kind, *remedy;
} kinds[] = {
    {MARK("\x1f\x8b"), "compressed by gzip, like profiles of pprof", "unpack a recording with gunzip first"},
    {MARK("\xfd"
          "7zXZ"),
     "compressed by xz", "unpack it with unxz first"},
    {MARK("\x28\xb5\x2f\xfd"), "compressed by zstd", "unpack it with unzstd first"},
    {MARK("BZh"), "compressed by bzip2", "unpack it with bunzip2 first"},
    {MARK("\x7f"
          "ELF"),
     "an ELF file",
     "name the program with --elf, and the recording as FILE; `spoor record --qemu BOARD` runs it"},
    {MARK("<!DOCTYPE html"), "an HTML page",
     "open it in a browser; FILE must be the recording that it was made from"},
    {MARK("SQLite format 3"), "an SQLite database", "`sqlite3` reads it"},
    {MARK("/* CTF "), "the metadata of a CTF trace", "name its folder, which has the streams too"},
    {MARK("\xc1\x1f\xfc\xc1"), "a stream of a CTF trace", "name its folder, which has the metadata too"},
    {MARK("\xd4\xc3\xb2\xa1"), "a packet capture, pcap", "record the link itself: `spoor record udp:PORT`"},
    {MARK("\xa1\xb2\xc3\xd4"), "a packet capture, pcap", "record the link itself: `spoor record udp:PORT`"},
    {MARK("\x0a\x0d\x0d\x0a"), "a packet capture, pcapng", "record the link itself: `spoor record udp:PORT`"},
    {MARK("{\n \"spoor_baseline\""), "a baseline", "`spoor diff` compares it with a run"},
    {MARK("$timescale "), "a waveform, VCD", "GTKWave and PulseView open it"},
    {MARK("gmon"), "gmon.out, a profile", "`spoor profile` reads it"},
    {MARK("spoor-bare "), "the profile of an image in QEMU",
     "`spoor profile`, `spoor coverage` and `spoor report` read it"},
    {MARK("PERFILE2"), "perf.data, a profile", "`spoor profile` reads it"},
    {MARK("# callgrind format"), "callgrind.out, a profile", "`spoor profile` reads it"},
};

/* Recognize what Embox' trace_blocks and trace_points print, by the titles of its columns. */
static bool is_embox(const uint8_t *bytes, size_t size)
{
    static const char *const titles[] = {"Ticks        Time", "Max_Ticks       Avg_Ticks",
                                         "Location function   Count   Act"};

    for (size_t k = 0; k < COUNT_OF(titles) && memchr(bytes, 0, size) == NULL; k++) {
        if (memmem(bytes, size, titles[k], strlen(titles[k])) != NULL) {
            return true;
        }
    }
    return false;
}

static bool say(const char *name, const struct spoor_report *report, const char *kind, const char *remedy)
{
    message_say(report, name, "not a recording, but %s: %s", kind, remedy);
    return true;
}

bool refused_is(const char *path, const struct spoor_report *report)
{
    bool is_input = strcmp(path, "-") == 0;
    const char *name = is_input ? "(standard input)" : path;
    uint8_t bytes[4096];
    struct stat st;

    if ((is_input ? fstat(STDIN_FILENO, &st) : stat(path, &st)) != 0) {
        return false;
    }
    if (S_ISDIR(st.st_mode)) {
        return say(name, report, "a folder",
                   "FILE must be the bytes from the trace link, as saved by `spoor record`");
    }
    int fd = !S_ISREG(st.st_mode) ? -1 : is_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = pread(fd, bytes, sizeof bytes, is_input ? lseek(fd, 0, SEEK_CUR) : 0);

    if (fd > STDIN_FILENO) {
        close(fd);
    }
    for (size_t k = 0; k < COUNT_OF(kinds); k++) {
        if (n >= (ssize_t)kinds[k].length && memcmp(bytes, kinds[k].mark, kinds[k].length) == 0) {
            return say(name, report, kinds[k].kind, kinds[k].remedy);
        }
    }
    return n > 0 && is_embox(bytes, (size_t)n) &&
           say(name, report, "tables of Embox", "`spoor profile` reads them");
}

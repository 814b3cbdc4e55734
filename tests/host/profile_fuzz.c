/* SPDX-License-Identifier: BSD-2-Clause */
/* Any bytes as a profile of another tool, for libFuzzer; loaded ones are summed up and written in all
 * formats. */
#include <fcntl.h>
#include <unistd.h>
#include <stdlib.h>
#include <string.h>
#include <export/export.h>
#include <inputs/input.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static void message(void *arg, const char *text)
{
    (void)arg;
    if (strchr(text, '\n') != NULL) {
        abort(); /* a message is one line */
    }
}

static void write_all(struct profile *p)
{
    static struct out out;
    const struct exporter *x;

    out.fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
    for (unsigned n = 0; (x = export_nth(n)) != NULL; n++) {
        if (x->profile != NULL && (x->needs & ~p->has) == 0) {
            struct export e = {.out = &out};

            x->profile(&e, p);
            out_flush(&out);
        }
    }
    close(out.fd);
}

static void check_sums(struct profile *p)
{
    struct profile_summary s;
    uint64_t self = 0;

    if (!profile_summarise(p, &s)) {
        abort();
    }
    for (uint32_t n = 0; n < s.count; n++) {
        self += s.functions[n].self;
    }
    if (self != s.all) {
        abort();
    }
    profile_summary_free(&s);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    const struct spoor_report report = {message, NULL};
    const struct input *input = input_find(bytes, n);
    struct profile p = {.count = 0};

    if (input != NULL && input_load(&p, input, bytes, n, "fuzz", "tests/profiles/shares", &report)) {
        check_sums(&p);
        write_all(&p);
    }
    profile_free(&p);
    return 0;
}

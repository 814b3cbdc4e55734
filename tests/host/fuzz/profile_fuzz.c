/* SPDX-License-Identifier: BSD-2-Clause */
/* Fuzz the readers of other tools' profiles. A profile that loads is summarized and written in all formats.
 */
#include <fcntl.h>
#include <unistd.h>
#include <stdlib.h>
#include <string.h>
#include <export/profile/exporter.h>
#include <import/import.h>
#include <profile/groups.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static void message(void *arg, const char *text)
{
    (void)arg;
    if (strchr(text, '\n') != NULL) {
        abort(); /* a message must be one line */
    }
}

static void write_all(struct profile *p)
{
    static struct out out;
    const struct export_format *format;

    out.fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
    for (unsigned n = 0; (format = export_nth(EXPORT_PROFILE, n)) != NULL; n++) {
        const struct profile_exporter *x = (const void *)format;

        if ((x->needs & ~p->has) == 0) {
            struct export e = {.out = &out};

            x->write(&e, p);
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

static void group(const struct groups *g, const struct profile *p)
{
    struct profile grouped = {.count = 0};

    if (groups_apply(g, p, &grouped)) {
        check_sums(&grouped);
    }
    profile_free(&grouped);
}

static void use_groups(const uint8_t *bytes, size_t size)
{
    char *text = strndup((const char *)bytes, size);
    const char *wrong = NULL;
    struct groups *g = groups_parse(text, &wrong);
    struct profile p = {.has = PROFILE_TREE};
    uint32_t a = profile_frame_named(&p, PROFILE_FUNCTION, "main", NULL);
    uint32_t b = profile_frame_named(&p, PROFILE_FUNCTION, "sched_switch", "demo");

    uint32_t n = profile_child(&p, profile_child(&p, PROFILE_ROOT, a), b);

    p.nodes[n].self = 7;
    p.frames[b].file = "src/kernel/sched.c";
    if (g != NULL) {
        group(g, &p);
    } else if (wrong == NULL) {
        abort();
    }
    groups_free(g);
    profile_free(&p);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    if (n > 0 && bytes[0] == 'G') {
        use_groups(bytes + 1, n - 1);
        return 0;
    }
    const struct spoor_report report = {message, NULL};
    const struct importer *input = import_find(bytes, n);
    struct profile p = {.count = 0};

    if (input != NULL &&
        import_load(&p, input, bytes, n, "fuzz", "tests/host/tool/profiles/shares", &report)) {
        const char *wrong;
        struct groups *g = groups_parse("some main *a*\nrest *\n", &wrong);

        check_sums(&p);
        group(g, &p);
        groups_free(g);
        write_all(&p);
    }
    profile_free(&p);
    return 0;
}

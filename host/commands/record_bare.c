/* SPDX-License-Identifier: BSD-2-Clause */
/* QEMU runs the image with the plugin of host/bare/, which writes the result. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <base/quote.h>
#include <cli/cli.h>
#include <record/plugin.h>
#include "record_bare.h"

static void interrupt(int signal)
{
    (void)signal;
    record_stop();
}

/* Read the number of instructions from the result. @return false if there is no result */
static bool read_count(const char *path, uint64_t *instructions)
{
    FILE *f = fopen(path, "r");
    bool ok = f != NULL && fscanf(f, "spoor-bare 1 machine %*u instructions %" SCNu64, instructions) == 1;

    if (f != NULL) {
        (void)fclose(f);
    }
    return ok;
}

static void print_next(const struct record_bare *b)
{
    char words[8192] = "";

    quote_word(words, sizeof words, b->image.elf);
    quote_word(words, sizeof words, b->output);
    fprintf(stderr, "  %s profile --elf %s\n  %s report --elf %s\n", cli_program, words, cli_program, words);
}

/* Put the result `part` in the place of the output, and report. @return an exit status */
static int report(const struct record_bare *b, const struct recording *r, const char *part, int status)
{
    uint64_t instructions = 0;

    if (!read_count(part, &instructions)) {
        (void)unlink(part);
        return cli_failed(
            b->output, "QEMU has written no result. If it printed no reason, it was built without plugins.");
    }
    if (rename(part, b->output) != 0) {
        return cli_failed(b->output, strerror(errno));
    }
    if (b->ended == NULL) {
        fprintf(stderr, "%s: %" PRIu64 " instructions. Next:\n", b->output, instructions);
        print_next(b);
    }
    if (r->end == RECORD_STUCK) {
        return cli_failed(r->name, "timed out after a minute waiting for a prompt (--prompt)");
    }
    if (WIFSIGNALED(status)) {
        return cli_failed("QEMU was ended by a signal", strsignal(WTERMSIG(status)));
    }
    if (WEXITSTATUS(status) != 0) {
        fprintf(stderr, "spoor: the image ended with status %d\n", WEXITSTATUS(status));
        return CLI_WRONG;
    }
    return CLI_OK;
}

int record_bare(const struct record_bare *b)
{
    struct target_image image = b->image;
    struct recording r = {.lines = b->lines,
                          .prompt = b->prompt,
                          .limit_ms = b->limit_ms,
                          .quiet = b->quiet,
                          .silent = true,
                          .pty = -1,
                          .serve.listener = -1,
                          .name = image.elf};
    bool typed = b->lines != NULL && b->lines[0] != NULL;
    char plugin[PLUGIN_BYTES], part[4096];
    const char *where, *wrong;

    if (snprintf(part, sizeof part, "%s.part", b->output) >= (int)sizeof part) {
        return cli_failed(b->output, strerror(ENAMETOOLONG));
    }
    if (!plugin_option(plugin, image.elf, part, b->instructions, b->memory, &wrong)) {
        return cli_failed("--bare", wrong);
    }
    image.plugin = plugin;
    image.typed = typed;
    (void)unlink(part); /* a result of before must not be taken for this one's */
    r.file = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (r.file < 0) {
        return cli_failed("/dev/null", strerror(errno));
    }
    if (!target_start(&r.target, &image, &where, &wrong)) {
        close(r.file);
        return cli_failed(where, wrong);
    }
    signal(SIGPIPE, SIG_IGN);
    sigaction(SIGINT, &(struct sigaction){.sa_handler = interrupt}, NULL);
    sigaction(SIGTERM, &(struct sigaction){.sa_handler = interrupt}, NULL);
    if (b->limit_ms == 0 && b->instructions == 0 && b->ended == NULL && !typed) {
        fprintf(
            stderr,
            "spoor: runs until the image ends by semihosting, or until Ctrl-C; --instructions N or --time 5s "
            "ends it earlier\n");
    }
    record_run(&r);
    if (r.midline) {
        printf("\n"); /* the image's last line, often a prompt, isn't complete */
        fflush(stdout);
    }
    if (b->ended != NULL) {
        *b->ended = r.target.link < 0 && r.target.console_out < 0;
    }
    int status = target_stop(&r.target);

    close(r.file);
    return report(b, &r, part, status);
}

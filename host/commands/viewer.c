/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor viewer: write the page of `spoor report` without a recording. */
#include <cli/log.h>
#include <cli/output.h>
#include <report/page/parts.h>

static struct {
    const char *output, *templates, *title;
} given;

static const struct option options[] = {
    {"output", 'o', OPTION_TEXT, &given.output, "FILE", "Write the viewer to FILE (default spoor.html)."},
    {"title", 0, OPTION_TEXT, &given.title, "TEXT", "The title of the page."},
    {"template", 0, OPTION_TEXT, &given.templates, "FOLDER",
     "Take the page's files from FOLDER. See `spoor help report`."},
    OPTION_END};

static const char description[] =
    "`spoor viewer` writes one HTML file that opens recordings: drop a recording and its ELF file on it, a "
    "pack, or a profile of another tool. It works from disk and without a network, and sends nothing. It has "
    "the same engine as the tool.";

static const struct doc_item examples[] = {{"spoor viewer -o spoor.html", "Write the viewer."}, {NULL}};

static int viewer(struct cli *cli)
{
    const char *path = given.output != NULL ? given.output : "spoor.html";
    const struct report_look look = {.title = given.title, .templates = given.templates};
    struct output output;
    int result = cli->arguments == 0 ? output_open(&output, cli, path, false)
                                     : cli_usage("viewer takes no file, not ", cli->argument[0]);

    if (result == CLI_OK) {
        result = output_close(&output, report_page(NULL, 0, &look, output.out, &cli->input.fault));
    }
    if (result == CLI_OK && output.path != NULL) {
        log_line(LOG_INFO, "wrote %s; open it in a browser", path);
    }
    return result;
}

SPOOR_COMMAND(viewer, CLI_LOOK, "", "write one HTML file that opens recordings, without a recording in it",
              CLI_NOTHING, viewer, options, description, examples, .see = "report serve pack");

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Formats of other programs: spoor-import-NAME and spoor-export-NAME in the PATH are inputs and outputs of
 * the tool, as `spoor help export` and docs/spoor.md describe. Their output is untrusted.
 */
#ifndef CLI_EXTERNAL_H
#define CLI_EXTERNAL_H

#include <stdbool.h>
#include <cli/cli.h>

/** @return whether there is a program spoor-KIND-NAME; `kind` is "import" or "export" */
bool external_exists(const char *kind, const char *name);

/**
 * Run spoor-import-NAME FILE, and take what it prints as the bytes of the input.
 *
 * @return CLI_OK, or an exit status after a message
 */
int external_import(struct input *in, const char *name, const char *file);

/**
 * Run spoor-export-NAME with the output of `spoor dump --json` as its input.
 *
 * @param words  of `dump` after --json, with a NULL at the end
 * @param path   file to write; NULL: standard output
 * @return CLI_OK, or an exit status after a message
 */
int external_export(const char *name, const char *const *words, const char *path);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* Tables of Markdown, as GitHub shows them. */
#ifndef CLI_MARKDOWN_H
#define CLI_MARKDOWN_H

#include <base/out.h>

/** Write a cell, with a bar before it. The text may contain any character. */
void markdown_cell(struct out *o, const char *text);

#endif

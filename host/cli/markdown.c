/* SPDX-License-Identifier: BSD-2-Clause */
/* Cells of Markdown. */
#include <cli/markdown.h>

void markdown_cell(struct out *o, const char *text)
{
    out_literal(o, "| ");
    for (; *text != 0; text++) {
        if (strchr("|<>&*_`[]\\", *text) != NULL) {
            out_char(o, '\\');
        }
        out_char(o, *text == '\n' ? ' ' : *text);
    }
    out_char(o, ' ');
}

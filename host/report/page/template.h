/* SPDX-License-Identifier: BSD-2-Clause */
/* Templates: text with placeholders in double braces, blocks of rows and included files (docs/report.md). */
#ifndef REPORT_PAGE_TEMPLATE_H
#define REPORT_PAGE_TEMPLATE_H

#include <base/fault.h>
#include <base/out.h>
#include <table/table.h>

/** A placeholder: {{name}} is replaced by text, {{{name}}} by HTML. */
struct template_place {
    const char *name;
    const char *text;                          /**< NULL: `write` is called instead */
    void (*write)(void *arg, struct out *out); /**< writes HTML; for {{{name}}} only */
    void *arg;
};

/** What templates are filled with. */
struct template
{
    const char *folder; /**< of included files; NULL: there are none */
    const struct template_place *places;
    unsigned count;
    void *arg; /**< for the functions below */
    /** @return the columns of a block, or NULL if there is no such block */
    const struct table_kind *(*block)(void *arg, const char *name);
    /** Call back for each row of a block. @return STATUS_OK, or another status after setting the fault */
    int (*rows)(void *arg, const char *name, void (*take)(void *to, const struct cell *row), void *to,
                struct fault *fault);
};

/** Write a template with everything replaced. @return STATUS_OK, or another status after setting the fault */
int template_write(const struct template *t, const char *text, struct out *out, struct fault *fault);

#endif

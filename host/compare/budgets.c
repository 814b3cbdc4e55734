/* SPDX-License-Identifier: BSD-2-Clause */
/* Lines of budgets: a word for the kind, a name, and a number or a reason. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/count.h>
#include <base/units.h>
#include <compare/budgets.h>

/* Parse a number with a unit: "700us", "64k", "12", "2%". @return whether it is valid */
static bool parse_number(const char *text, double *value)
{
    static const struct {
        const char *unit;
        double factor;
    } units[] = {{"", 1}, {"k", 1024}, {"M", 1048576}, {"%", 1}};
    char *end;
    double n = strtod(text, &end), factor = units_ns(end);

    for (size_t i = 0; i < COUNT_OF(units); i++) {
        factor = strcmp(end, units[i].unit) == 0 ? units[i].factor : factor;
    }
    *value = n * factor;
    return end != text && n >= 0 && factor != 0;
}

/* @return NULL, or a description of the error */
static const char *parse(struct budget *b, char *line)
{
    static const char *const values[] = {"avg", "max", "total", "count"};
    const char *kind = strtok(line, " \t"), *name = strtok(NULL, " \t");

    if (name == NULL || strlen(name) >= sizeof b->name) {
        return "expected limit, allow or accept, and a name";
    }
    strcpy(b->name, name);
    if (strcmp(kind, "accept") == 0) {
        const char *reason = strtok(NULL, "");

        b->kind = BUDGET_ACCEPT;
        if (reason == NULL) {
            return "accept needs a reason";
        }
        snprintf(b->reason, sizeof b->reason, "%s", reason);
        return NULL;
    }
    const char *value = strtok(NULL, " \t"), *number = value;

    if (strcmp(kind, "limit") == 0) {
        b->kind = BUDGET_LIMIT;
        number = strtok(NULL, " \t");
        for (b->value = BUDGET_AVG; value != NULL && strcmp(values[b->value], value) != 0; b->value++) {
            if (b->value == BUDGET_COUNT) {
                return "expected limit NAME avg|max|total|count NUMBER";
            }
        }
    } else if (strcmp(kind, "allow") == 0) {
        b->kind = BUDGET_ALLOW;
    } else {
        return "expected limit, allow or accept";
    }
    return number != NULL && parse_number(number, &b->limit) ? NULL : "a number is missing: 700us, 64k, 2%";
}

bool budgets_load(struct budgets *b, const char *path, const char **wrong)
{
    static _Thread_local char text[256];
    FILE *f = fopen(path, "r");
    char line[512];
    bool good = true;

    if (f == NULL) {
        *wrong = strerror(errno);
        return false;
    }
    for (unsigned n = 1; good && fgets(line, sizeof line, f) != NULL; n++) {
        line[strcspn(line, "#\r\n")] = 0;
        if (line[strspn(line, " \t")] == 0) {
            continue;
        }
        const char *reason = b->count < BUDGETS_MAX ? parse(&b->budget[b->count], line) : "too many budgets";

        if (reason != NULL) {
            snprintf(text, sizeof text, "line %u: %s", n, reason);
            *wrong = text;
            good = false;
        } else {
            b->budget[b->count++].line = n;
        }
    }
    fclose(f);
    return good;
}

static bool matches(const char *pattern, const char *name)
{
    size_t n = strlen(pattern);

    return n > 0 && pattern[n - 1] == '*' ? strncmp(pattern, name, n - 1) == 0 : strcmp(pattern, name) == 0;
}

struct budget *budgets_find(struct budgets *b, enum budget_kind kind, const char *name,
                            const struct budget *after)
{
    for (unsigned n = after != NULL ? (unsigned)(after - b->budget) + 1 : 0; n < b->count; n++) {
        if (b->budget[n].kind == kind && matches(b->budget[n].name, name)) {
            return &b->budget[n];
        }
    }
    return NULL;
}

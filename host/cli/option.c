/* SPDX-License-Identifier: BSD-2-Clause */
/* Parsing by a table of options. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/nearest.h>
#include <base/units.h>
#include <cli/option.h>

void options_reset(const struct option *options)
{
    for (const struct option *o = options; o != NULL && o->name != NULL; o++) {
        switch (o->type) {
        case OPTION_FLAG:
            *(bool *)o->to = false;
            break;
        case OPTION_TEXT:
            *(const char **)o->to = NULL;
            break;
        case OPTION_TIME:
            *(uint64_t *)o->to = strcmp(o->name, "to") == 0 ? UINT64_MAX : 0;
            break;
        case OPTION_SPAN:
        case OPTION_NUMBER:
        case OPTION_COUNT:
            *(uint64_t *)o->to = 0;
            break;
        case OPTION_LIST:
            ((struct option_list *)o->to)->count = 0;
            break;
        }
    }
}

static bool option_number(const char *text, uint64_t *number)
{
    static const char units[] = "kMG";
    char *end;

    errno = 0;
    unsigned long long value = strtoull(text, &end, 0);
    const char *unit = *end != 0 ? strchr(units, *end) : NULL;
    unsigned shift = unit != NULL ? 10 * (unsigned)(unit - units + 1) : 0;

    *number = (uint64_t)value << shift;
    return text[0] >= '0' && text[0] <= '9' && errno == 0 && end[unit != NULL] == 0 &&
           *number >> shift == value;
}

/* Is `text` one of "a|b|c"? */
static bool is_choice(const char *choices, const char *text)
{
    size_t n = strlen(text);

    for (const char *at = choices; at != NULL; at = strchr(at, '|'), at = at != NULL ? at + 1 : NULL) {
        if (strncmp(at, text, n) == 0 && (at[n] == '|' || at[n] == 0)) {
            return true;
        }
    }
    return false;
}

static bool set(const struct option *o, const char *text, const char *wrong[2])
{
    static char why[160];

    wrong[0] = why;
    wrong[1] = text;
    switch (o->type) {
    case OPTION_FLAG:
        *(bool *)o->to = true;
        return true;
    case OPTION_TEXT:
        if (strchr(o->value, '|') != NULL && !is_choice(o->value, text)) {
            snprintf(why, sizeof why, "--%s is one of %s, not ", o->name, o->value);
            return false;
        }
        *(const char **)o->to = text;
        return true;
    case OPTION_TIME:
        snprintf(why, sizeof why, "--%s takes a time such as 1.5, 20ms or 7us, not ", o->name);
        return units_time(text, o->to);
    case OPTION_SPAN:
        snprintf(why, sizeof why, "--%s takes a time above 0, such as 1.5, 20ms or 7us, not ", o->name);
        return units_time(text, o->to) && *(uint64_t *)o->to != 0;
    case OPTION_COUNT:
        snprintf(why, sizeof why, "--%s takes a number above 0, such as 100, 64k or 8M, not ", o->name);
        return option_number(text, o->to) && *(uint64_t *)o->to != 0;
    case OPTION_NUMBER:
        snprintf(why, sizeof why, "--%s takes a number such as 100, 64k or 8M, not ", o->name);
        return option_number(text, o->to);
    case OPTION_LIST: {
        struct option_list *list = o->to;

        snprintf(why, sizeof why, "--%s can be given at most %d times, not also ", o->name, OPTION_LIST_MAX);
        if (list->count == OPTION_LIST_MAX) {
            return false;
        }
        list->item[list->count++] = text;
        return true;
    }
    }
    return false;
}

static const struct option *find(const struct option *const *tables, unsigned count, const char *word,
                                 size_t n)
{
    for (unsigned i = 0; i < count; i++) {
        for (const struct option *o = tables[i]; o != NULL && o->name != NULL; o++) {
            if ((word[1] == '-' && strlen(o->name) == n - 2 && strncmp(o->name, word + 2, n - 2) == 0) ||
                (word[1] != '-' && n == 2 && word[1] == o->letter)) {
                return o;
            }
        }
    }
    return NULL;
}

static const char *no_such(const struct option *const *tables, unsigned count, const char *word, size_t n)
{
    static char text[300];
    char name[64];
    struct nearest near = {.word = name};

    snprintf(name, sizeof name, "%.*s", (int)(n < 60 ? n : 60), word + strspn(word, "-"));
    name[strcspn(name, "=")] = 0;
    for (unsigned i = 0; i < count; i++) {
        for (const struct option *o = tables[i]; o != NULL && o->name != NULL; o++) {
            nearest_offer(&near, o->name);
        }
    }
    (void)nearest_hint(&near);
    snprintf(text, sizeof text, "%.100s%s%s%s", word, near.found != NULL ? "; did you mean --" : "",
             near.found != NULL ? near.found : "", near.found != NULL ? "?" : "");
    return text;
}

int options_take(const struct option *const *tables, unsigned count, int argc, char **argv, int *at,
                 const char *wrong[2])
{
    const char *word = argv[*at];

    if (word[0] != '-' || word[1] == 0) {
        return 0;
    }
    size_t n = strcspn(word, "=");
    const struct option *o = find(tables, count, word, n);

    if (o == NULL) {
        wrong[0] = "no such option: ";
        wrong[1] = no_such(tables, count, word, n);
        return -1;
    }
    if (o->value == NULL) {
        if (word[n] != 0) {
            wrong[0] = word;
            wrong[1] = ": this option takes no value";
            return -1;
        }
        return set(o, NULL, wrong) ? 1 : -1;
    }
    if (word[n] == 0 && *at + 1 == argc) {
        wrong[0] = word;
        wrong[1] = " needs a value";
        return -1;
    }
    return set(o, word[n] == '=' ? word + n + 1 : argv[++*at], wrong) ? 1 : -1;
}

void options_write(const struct option *options, struct doc *p)
{
    for (const struct option *o = options; o != NULL && o->name != NULL; o++) {
        char tag[64];

        snprintf(tag, sizeof tag, "%c%c%c --%s%s%s", o->letter != 0 ? '-' : ' ',
                 o->letter != 0 ? o->letter : ' ', o->letter != 0 ? ',' : ' ', o->name,
                 o->value != NULL ? " " : "", o->value != NULL ? o->value : "");
        doc_item(p, tag + (p->form == DOC_MAN ? strspn(tag, " ") : 0), o->help);
    }
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* The commands, by number and by name, and what they declare. */
#include <string.h>
#include <cli/absent.h>
#include <cli/cli.h>

/* Set by the linker: the bounds of the section that SPOOR_COMMAND() fills. */
extern const struct command *const __start_spoor_commands[], *const __stop_spoor_commands[];

const struct command *cli_nth(unsigned n)
{
    return n < (size_t)(__stop_spoor_commands - __start_spoor_commands) ? __start_spoor_commands[n] : NULL;
}

const struct command *cli_look_up(const char *name, struct nearest *near)
{
    const struct command *c;

    for (unsigned n = 0; (c = cli_nth(n)) != NULL; n++) {
        if (strcmp(c->name, name) == 0) {
            return c;
        }
        nearest_offer(near, c->name);
    }
    return NULL;
}

const struct command *cli_find(const char *name)
{
    struct nearest near = {.word = name};
    const struct command *c = cli_look_up(name, &near);

    if (c == NULL && !absent_command(name)) {
        nearest_offer(&near, "--help");
        nearest_offer(&near, "--version");
        cli_set_command(NULL);
        (void)cli_unknown(name[0] == '-' ? "no such option: " : "no such command: ", &near);
    }
    return c;
}

bool cli_takes_recording(const struct command *command)
{
    return command->input == CLI_RECORDING || command->input == CLI_ANY || command->input == CLI_MEMORY;
}

void cli_list_choices(const struct cli_choices *choices, FILE *to)
{
    const char *group = NULL;
    struct cli_choice c = {NULL};

    fprintf(to, "%s\n", choices->heading);
    for (unsigned n = 0; choices->nth(n, &c); n++) {
        if (c.group != NULL && c.group != group) {
            fprintf(to, " %s\n", c.group);
        }
        group = c.group;
        fprintf(to, "  %-*s %s\n", c.group != NULL ? 15 : 14, c.name, c.summary);
    }
}

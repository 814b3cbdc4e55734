/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the file and line of an address, and the functions inlined there, from the debug information. */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>
#include <elf/file.h>
#include <elfutils/libdw.h>

static bool is_function(Dwarf_Die *die)
{
    return dwarf_tag(die) == DW_TAG_subprogram || dwarf_tag(die) == DW_TAG_inlined_subroutine;
}

/* Set the location of the call of an inlined function. */
static void set_call_site(struct spoor_source *s, Dwarf_Die *inlined, Dwarf_Die *unit)
{
    Dwarf_Attribute attr;
    Dwarf_Word value;
    Dwarf_Files *files;
    size_t count;

    *s = (struct spoor_source){.line = 0};
    if (dwarf_attr(inlined, DW_AT_call_line, &attr) != NULL && dwarf_formudata(&attr, &value) == 0) {
        s->line = (uint32_t)value;
    }
    if (dwarf_attr(inlined, DW_AT_call_file, &attr) != NULL && dwarf_formudata(&attr, &value) == 0 &&
        dwarf_getsrcfiles(unit, &files, &count) == 0 && value < count) {
        s->file = dwarf_filesrc(files, value, NULL, NULL);
    }
}

unsigned elf_file_source(struct elf_file *e, uint32_t address, struct spoor_source *list, unsigned most)
{
    Dwarf_Die unit, *innermost = NULL, *scopes = NULL;
    unsigned n = 0;

    if (e->dwarf == NULL) {
        e->dwarf = dwarf_begin_elf(e->elf, DWARF_C_READ, NULL);
    }
    if (most == 0 || e->dwarf == NULL || dwarf_addrdie(e->dwarf, address, &unit) == NULL) {
        return 0;
    }
    Dwarf_Line *line = dwarf_getsrc_die(&unit, address);
    int number = 0, count = dwarf_getscopes(&unit, address, &innermost);

    /* Get the scopes around the call. dwarf_getscopes() continues with the scopes of the inlined function's
     * definition. */
    count = count > 0 ? dwarf_getscopes_die(&innermost[0], &scopes) : 0;
    free(innermost);

    list[0] = (struct spoor_source){.file = line != NULL ? dwarf_linesrc(line, NULL, NULL) : NULL};
    if (line != NULL && dwarf_lineno(line, &number) == 0) {
        list[0].line = (uint32_t)number;
    }
    for (int i = 0; i < count && n < most; i++) {
        if (!is_function(&scopes[i])) {
            continue;
        }
        list[n++].function = dwarf_diename(&scopes[i]);
        if (dwarf_tag(&scopes[i]) == DW_TAG_subprogram) {
            break;
        }
        if (n < most) {
            set_call_site(&list[n], &scopes[i], &unit);
        }
    }
    free(scopes);
    return n == 0 && line != NULL ? 1 : n; /* assembly has a line, but no function */
}

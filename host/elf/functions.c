/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the function that defines a static variable, from the debug information. */
#include <dwarf.h>
#include <elf/file.h>
#include <elfutils/libdw.h>

static bool is_at(Dwarf_Die *variable, uint32_t address)
{
    Dwarf_Attribute attr;
    Dwarf_Op *op;
    size_t n = 0;

    return dwarf_attr(variable, DW_AT_location, &attr) != NULL && dwarf_getlocation(&attr, &op, &n) == 0 &&
           n == 1 && op->atom == DW_OP_addr && op->number == address;
}

/* @return the name of the innermost function around the variable, "" at file scope, NULL if not found */
static const char *search(Dwarf_Die *die, uint32_t address, const char *function)
{
    do {
        Dwarf_Die child;
        const char *within = function;

        if (dwarf_tag(die) == DW_TAG_variable && is_at(die, address)) {
            return function;
        }
        if (dwarf_tag(die) == DW_TAG_subprogram && dwarf_diename(die) != NULL) {
            within = dwarf_diename(die);
        }
        if (dwarf_child(die, &child) == 0) {
            const char *found = search(&child, address, within);

            if (found != NULL) {
                return found;
            }
        }
    } while (dwarf_siblingof(die, die) == 0);
    return NULL;
}

const char *elf_file_function_of(struct elf_file *e, uint32_t address)
{
    Dwarf_Off offset = 0, next;
    size_t header;

    if (e->dwarf == NULL) {
        e->dwarf = dwarf_begin_elf(e->elf, DWARF_C_READ, NULL);
    }
    while (e->dwarf != NULL && dwarf_nextcu(e->dwarf, offset, &next, &header, NULL, NULL, NULL) == 0) {
        Dwarf_Die unit;
        const char *found = NULL;

        if (dwarf_offdie(e->dwarf, offset + header, &unit) != NULL) {
            found = search(&unit, address, "");
        }
        if (found != NULL) {
            return found;
        }
        offset = next;
    }
    return NULL;
}

void elf_file_close_debug(struct elf_file *e)
{
    if (e->dwarf != NULL) {
        dwarf_end(e->dwarf);
    }
}

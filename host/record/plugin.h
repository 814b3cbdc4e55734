/* SPDX-License-Identifier: BSD-2-Clause */
/* The plugin for QEMU that profiles an image: host/bare/. */
#ifndef RECORD_PLUGIN_H
#define RECORD_PLUGIN_H

#include <stdbool.h>
#include <stdint.h>

#define PLUGIN_BYTES 16384

/**
 * Make the words of QEMU's option -plugin. The plugin is beside the tool, or in ../lib/spoor from there.
 *
 * @param option        PLUGIN_BYTES
 * @param instructions  the plugin ends the run after these; 0: it doesn't
 * @param memory        the plugin counts the accesses to memory, too
 * @param wrong         set to the reason, after an error
 * @return false after an error
 */
bool plugin_option(char *option, const char *elf, const char *out, uint64_t instructions, bool memory,
                   const char **wrong);

#endif

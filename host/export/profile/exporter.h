/* SPDX-License-Identifier: BSD-2-Clause */
/* Exporters of profiles: of a recording's calls or samples, or of a profile by another tool. */
#ifndef EXPORT_PROFILE_EXPORTER_H
#define EXPORT_PROFILE_EXPORTER_H

#include <export/export.h>
#include <profile/profile.h>
#include <base/registry.h>

struct profile_exporter {
    struct export_format format;
    unsigned needs; /**< PROFILE_… that the format needs */
    void (*write)(struct export *e, struct profile *p);
};

/** Register NAME_exporter. The linker collects them, in the order of their files. */
#define SPOOR_PROFILE_EXPORTER(name)                                                                         \
    REGISTRY_ADD(spoor_profile_exporters, profile_exporter, name, name##_exporter)

#endif

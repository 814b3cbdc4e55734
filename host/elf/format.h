/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The constants of ELF files that are used here, under the names of the System V ABI, chapters 4 and 5. Not
 * every system that the tool is built for has <elf.h>.
 */
#ifndef ELF_FORMAT_H
#define ELF_FORMAT_H

/* Bytes of the identification. */
enum { EI_CLASS = 4, EI_DATA = 5, EI_NIDENT = 16 };
enum { ELFCLASS32 = 1, ELFCLASS64 = 2 };
enum { ELFDATA2LSB = 1, ELFDATA2MSB = 2 };
enum { EM_ARM = 40, EM_AARCH64 = 183, EM_RISCV = 243 };

/* Indexes of sections. */
enum { SHN_UNDEF = 0, SHN_LORESERVE = 0xff00, SHN_XINDEX = 0xffff };

/* Types of sections. */
enum {
    SHT_SYMTAB = 2,
    SHT_STRTAB = 3,
    SHT_NOTE = 7,
    SHT_NOBITS = 8,
    SHT_DYNSYM = 11,
    SHT_ARM_ATTRIBUTES = 0x70000003, /* of the ELF supplement for Arm */
};

/* Flags of sections. */
enum { SHF_WRITE = 0x1, SHF_ALLOC = 0x2, SHF_EXECINSTR = 0x4, SHF_COMPRESSED = 0x800 };

enum { ELFCOMPRESS_ZLIB = 1 };
enum { NT_GNU_BUILD_ID = 3 };
enum { ET_CORE = 4 };
enum { PT_LOAD = 1, PT_NOTE = 4 };

/* Symbols. */
enum { STB_LOCAL = 0, STB_GLOBAL = 1 };
enum { STT_NOTYPE = 0, STT_OBJECT = 1, STT_FUNC = 2 };

#endif

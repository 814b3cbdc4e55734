/* SPDX-License-Identifier: BSD-2-Clause */
/* Records of ZIP files. */
#ifndef IMPORT_ZIP_PRIV_H
#define IMPORT_ZIP_PRIV_H

enum { ZIP_STORED = 0, ZIP_DEFLATED = 8 };

#define ZIP_LOCAL     0x04034b50u /* before the data of an entry: 4.3.7 */
#define ZIP_ENTRY     0x02014b50u /* an entry in the directory: 4.3.12 */
#define ZIP_END       0x06054b50u /* the end of the directory: 4.3.16 */
#define ZIP_ENCRYPTED 0x0001u     /* flags: 4.4.4 */
#define ZIP_UTF8      0x0800u

#define ZIP_LOCAL_BYTES 30u /* without name and extra field */
#define ZIP_ENTRY_BYTES 46u
#define ZIP_END_BYTES   22u

#endif

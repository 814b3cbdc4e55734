# SPDX-License-Identifier: BSD-2-Clause
"""For CMake's FetchContent: the archive, and a file that declares it. find_package(Spoor) needs only the unpacked folder."""
import os

from packages.archive import target_archive

NEEDS = ()
DECLARED = """# SPDX-License-Identifier: @licence@
# include() this file, which is beside the archive, after the settings that CMakeLists.txt in the archive lists. Then
# link with spoor::spoor.
include(FetchContent)
if(POLICY CMP0135)
    cmake_policy(SET CMP0135 NEW)
endif()
FetchContent_Declare(spoor URL ${CMAKE_CURRENT_LIST_DIR}/@archive@ URL_HASH SHA256=@sha256@)
FetchContent_MakeAvailable(spoor)
"""


def make(fields, folder):
    """@return the files made"""
    archive, digest = target_archive(fields, folder)
    declared = os.path.join(folder, "spoor.cmake")
    with open(declared, "w", encoding="utf-8") as f:
        f.write(DECLARED.replace("@licence@", fields["licence"]).replace("@archive@", os.path.basename(archive)).replace("@sha256@", digest))
    return [archive, declared]

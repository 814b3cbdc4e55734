# SPDX-License-Identifier: BSD-2-Clause
# find_package(Spoor) adds the folder above this one, as add_subdirectory() does: ../CMakeLists.txt lists the variables
# that may be set before. With this folder in a place of its own, set Spoor_DIR to it, or add the folder above to
# CMAKE_PREFIX_PATH.
if(NOT TARGET spoor::spoor)
    get_filename_component(spoor_folder ${CMAKE_CURRENT_LIST_FILE} REALPATH)
    get_filename_component(spoor_folder ${spoor_folder}/../.. ABSOLUTE)
    add_subdirectory(${spoor_folder} ${CMAKE_CURRENT_BINARY_DIR}/spoor)
endif()

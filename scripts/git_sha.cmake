# Writes the header OUTPUT with the git SHA of SOURCE, only when it differs from what is there, so
# that a build recompiles one file when the SHA changes and nothing otherwise. In a tarball, or in a
# folder that merely lies inside some other repository, the SHA is "unknown".
#   cmake -DSOURCE=DIR -DOUTPUT=FILE -P git_sha.cmake
set(sha "unknown")
find_program(GIT git)
if(GIT AND EXISTS ${SOURCE}/.git)
  execute_process(COMMAND ${GIT} -C ${SOURCE} describe --always --abbrev=40 --dirty --exclude=*
    OUTPUT_VARIABLE found RESULT_VARIABLE status OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(status EQUAL 0 AND found MATCHES "^[0-9a-f]+(-dirty)?$")
    set(sha ${found})
  endif()
endif()
set(text "#pragma once\n#define COLDAISLE_GIT_SHA \"${sha}\"\n")
set(previous "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} previous)
endif()
if(NOT text STREQUAL previous)
  file(WRITE ${OUTPUT} ${text})
endif()

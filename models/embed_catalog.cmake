# Writes a .cpp that holds the catalogue's JSON files as raw string literals.
#   cmake -DCATALOG_DIRECTORY=models/catalog -DOUTPUT=embedded_catalog.cpp -P embed_catalog.cmake
# Some compilers refuse literals over 16 KB, so longer files become several adjacent literals, cut
# at a line end to keep characters of several bytes whole.
set(limit 16000)

function(literal_of text result)
  set(literals "")
  string(LENGTH "${text}" length)
  while(length GREATER limit)
    string(SUBSTRING "${text}" 0 ${limit} head)
    string(FIND "${head}" "\n" cut REVERSE)
    if(cut LESS 0)
      message(FATAL_ERROR "a line of the catalogue is longer than ${limit} bytes")
    endif()
    math(EXPR cut "${cut} + 1")
    string(SUBSTRING "${text}" 0 ${cut} head)
    string(SUBSTRING "${text}" ${cut} -1 text)
    string(APPEND literals "R\"json(${head})json\"\n")
    string(LENGTH "${text}" length)
  endwhile()
  string(APPEND literals "R\"json(${text})json\"")
  set(${result} "${literals}" PARENT_SCOPE)
endfunction()

set(entries "")
foreach(kind gpus nodes)
  file(GLOB names RELATIVE ${CATALOG_DIRECTORY}/${kind} ${CATALOG_DIRECTORY}/${kind}/*.json)
  list(SORT names)
  foreach(name IN LISTS names)
    file(READ ${CATALOG_DIRECTORY}/${kind}/${name} text)
    literal_of("${text}" literal)
    string(APPEND entries "    {\"${kind}/${name}\", ${literal}},\n")
  endforeach()
endforeach()

file(WRITE ${OUTPUT} "// Written by models/embed_catalog.cmake: change models/catalog instead.
#include \"models/embedded_catalog.h\"

namespace coldaisle {
namespace {

constexpr EmbeddedFile kFiles[] = {
${entries}};

}  // namespace

std::span<const EmbeddedFile> embedded_catalog_files() {
  return kFiles;
}

}  // namespace coldaisle
")

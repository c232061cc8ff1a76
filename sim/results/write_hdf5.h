#pragma once

#include <string>

#include "sim/results/results.h"

namespace coldaisle {

class KillHook;

// Writes results so that a kill at any instant loses nothing already flushed.
//
// flush() writes a whole snapshot to PATH.part.tmp, fsyncs it and renames it to PATH.part; finish()
// does the same and then renames PATH.part to PATH. A failure (full disk, unwritable directory)
// throws IoError with path and reason and leaves no half file under PATH; an existing PATH stays as
// it was, and so does the PATH.part of the flush before. A file-size limit needs no preparation by
// the program: SIGXFSZ is held back while writing. One writer a path at a time.
class ResultsWriter {
 public:
  // Checks at once that PATH's directory takes files, and that PATH is no device or directory.
  // `path` ends in .h5 by convention only.
  explicit ResultsWriter(std::string path);

  void flush(const Results& results);
  void finish(const Results& results);

  const std::string& path() const { return path_; }

 private:
  void write_snapshot(const Results& results, KillHook& hook);
  std::string kept_note() const;

  std::string path_;
  int flushes_ = 0;
  bool has_part_ = false;  // PATH.part holds a flush of this writer
};

// The text of sim/results/FORMAT.md's dataset list for these results: one line per dataset.
std::string describe_format(const Results& results);

// What stands between the two markers of a kind of file ("run", "evaluation") in a FORMAT.md;
// throws IoError if a marker is missing.
std::string format_section(const std::string& markdown, const std::string& kind);

}  // namespace coldaisle

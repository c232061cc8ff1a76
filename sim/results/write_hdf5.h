#pragma once

#include <string>

#include "sim/results/results.h"

namespace coldaisle {

// Writes results so that a kill at any instant loses nothing already flushed.
//
// flush() writes a whole snapshot to PATH.part.tmp, fsyncs it and renames it to PATH.part; finish()
// does the same and renames to PATH (then removes PATH.part). A failure (full disk, unwritable
// directory) throws IoError with path and reason and leaves no half file under PATH; an existing
// PATH stays as it was.
class ResultsWriter {
 public:
  // Checks at once that PATH's directory takes files. `path` ends in .h5 by convention only.
  explicit ResultsWriter(std::string path);

  void flush(const Results& results);
  void finish(const Results& results);

  const std::string& path() const { return path_; }

 private:
  void write_snapshot(const Results& results);

  std::string path_;
};

// The text of sim/results/FORMAT.md's dataset list for these results: one line per dataset.
std::string describe_format(const Results& results);

}  // namespace coldaisle

#pragma once

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <string>

#include "sim/app/verbs.h"

namespace coldaisle {

// How progress is told on stderr: not at all, by one line rewritten in place on a terminal, or by
// one JSON object a line.
class ProgressLine {
 public:
  enum class Form : std::uint8_t { none, line, json };

  ProgressLine(ProgressMode mode, bool quiet, std::ostream& err);

  Form form() const { return form_; }

  // Whether it is time to say more: at most five times a second, never in form `none`. True counts
  // as said.
  bool is_due();

  // Since the beginning.
  double seconds() const;

  // Shows a text in the form that there is.
  void say(const std::string& text);

  // Wipes the line.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  Form form_;
  std::ostream* err_;
  Clock::time_point begin_, last_;
  bool shown_ = false;
};

// Wall-clock time still to go at the pace so far, `done` of the whole (0...1) in `seconds`: whole
// seconds and `unit`, or `unknown` while there is no pace.
std::string time_left(double done, double seconds, const char* unknown, const char* unit);

}  // namespace coldaisle

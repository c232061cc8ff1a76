#include "sim/app/progress_line.h"

#include <ostream>

#include <fmt/format.h>
#include <unistd.h>

namespace coldaisle {
namespace {

constexpr auto kMinimumGap = std::chrono::milliseconds(200);

}  // namespace

ProgressLine::ProgressLine(ProgressMode mode, bool quiet, std::ostream& err)
    : form_(Form::none), err_(&err), begin_(Clock::now()), last_(begin_) {
  if (quiet || mode == ProgressMode::off) return;
  if (mode == ProgressMode::json) form_ = Form::json;
  if (mode == ProgressMode::automatic && isatty(STDERR_FILENO) != 0) form_ = Form::line;
}

bool ProgressLine::is_due() {
  const auto now = Clock::now();
  if (form_ == Form::none || now - last_ < kMinimumGap) return false;
  last_ = now;
  return true;
}

double ProgressLine::seconds() const {
  return std::chrono::duration<double>(Clock::now() - begin_).count();
}

// In one piece each: stderr is not buffered, and whoever reads the other end of a pipe, or kills
// the program, must not come upon half a line.
void ProgressLine::say(const std::string& text) {
  if (form_ == Form::json) *err_ << text + "\n" << std::flush;
  if (form_ != Form::line) return;
  *err_ << "\r" + text + "\x1b[K" << std::flush;
  shown_ = true;
}

void ProgressLine::clear() {
  if (shown_) *err_ << "\r\x1b[K" << std::flush;
  shown_ = false;
}

std::string time_left(double done, double seconds, const char* unknown, const char* unit) {
  if (!(done > 0)) return unknown;
  return fmt::format("{:.0f}{}", seconds * (1 - done) / done, unit);
}

}  // namespace coldaisle

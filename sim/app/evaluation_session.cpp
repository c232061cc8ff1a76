#include "sim/app/evaluation_session.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/app/session.h"
#include "sim/app/text_table.h"

namespace coldaisle {
namespace {

using Clock = FlushClock::Clock;

constexpr std::int64_t kLeastPart = 64;  // the first batch is this part of the largest
constexpr std::chrono::milliseconds kShort{100};
constexpr std::chrono::milliseconds kLong{500};

std::int64_t first_batch(std::int64_t most) {
  return std::max<std::int64_t>(1, most / kLeastPart);
}

}  // namespace

std::int64_t next_batch(std::int64_t batch, std::int64_t most, std::chrono::nanoseconds took) {
  if (took < kShort) return std::min(most, batch * 2);
  if (took > kLong) return std::max(first_batch(most), batch / 2);
  return batch;
}

EvaluationProgress::EvaluationProgress(ProgressMode mode, bool quiet, std::ostream& err,
                                       std::int64_t policies, std::int64_t before)
    : line_(mode, quiet, err), policies_(policies), before_(before) {}

void EvaluationProgress::update(std::int64_t done) {
  if (!line_.is_due()) return;
  const double seconds = line_.seconds();
  const double rate = static_cast<double>(done - before_) / seconds;
  const double share = static_cast<double>(done - before_) /
                       static_cast<double>(std::max<std::int64_t>(1, policies_ - before_));
  if (line_.form() == ProgressLine::Form::json) {
    line_.say(fmt::format(
        R"({{"progress":{:.4f},"policies_done":{},"policies":{},"policies_per_s":{:.1f},"eta_s":{}}})",
        static_cast<double>(done) / static_cast<double>(policies_), done, policies_, rate,
        time_left(share, seconds, "null", "")));
    return;
  }
  line_.say(fmt::format("{} of {} policies, {}/s, ETA {}", grouped(done), grouped(policies_),
                        value_text(rate), time_left(share, seconds, "unknown", " s")));
}

void EvaluationProgress::flushed(std::int64_t done, int number) {
  if (line_.form() != ProgressLine::Form::json) return;
  line_.say(fmt::format(R"({{"flushed":{},"policies_done":{}}})", number, done));
}

EvaluationSession::EvaluationSession(Evaluator& evaluator, const PolicySource& policies,
                                     Evaluation& evaluation, ResultsWriter& writer,
                                     const RunIdentity& identity, std::int64_t batch)
    : evaluator_(&evaluator),
      policies_(&policies),
      evaluation_(&evaluation),
      writer_(&writer),
      identity_(&identity),
      most_(std::max<std::int64_t>(1, batch > 0 ? batch : evaluator.batch_size())),
      fixed_(batch > 0 || is_flush_interval_chosen()),
      batch_(fixed_ ? most_ : first_batch(most_)),
      clock_(make_flush_clock()) {}

int EvaluationSession::evaluate(const std::function<int()>& caught, EvaluationProgress& progress) {
  while (done() < policies_->size && caught() == 0) {
    const auto begin = Clock::now();
    evaluate_batch();
    if (!fixed_) batch_ = next_batch(batch_, most_, Clock::now() - begin);
    progress.update(done());
    if (done() < policies_->size && clock_.is_due(Clock::now())) flush(progress);
  }
  progress.clear();
  const int signal = done() < policies_->size ? caught() : 0;
  writer_->finish(collect(signal == 0 ? RunStatus::complete : RunStatus::interrupted));
  return signal;
}

void EvaluationSession::evaluate_batch() {
  const auto first = done();
  const auto count = std::min(batch_, policies_->size - first);
  std::vector<Policy> policies;
  for (std::int64_t i = 0; i < count; ++i) {
    policies.push_back(make_policy(policies_->scheduler(first + i)));
  }
  std::vector<PolicyOutcome> outcomes(policies.size());
  evaluator_->evaluate(policies, outcomes);
  evaluation_->outcomes.insert(evaluation_->outcomes.end(), outcomes.begin(), outcomes.end());
}

Results EvaluationSession::collect(RunStatus status) const {
  const auto& evaluation = *evaluation_;
  return collect_evaluation(
      evaluation,
      judge(evaluation.outcomes, evaluation.policies.size(), evaluation.facts, evaluation.criteria),
      status, *identity_);
}

void EvaluationSession::flush(EvaluationProgress& progress) {
  const auto begin = Clock::now();
  writer_->flush(collect(RunStatus::running));
  clock_.note_flush(begin, Clock::now());
  progress.flushed(done(), ++flushes_);
}

}  // namespace coldaisle

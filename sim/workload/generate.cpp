#include "sim/workload/generate.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/core/error.h"
#include "sim/core/parallel.h"
#include "sim/core/random.h"

namespace coldaisle {
namespace {

[[noreturn]] void fail(const std::string& file, std::uint32_t index, std::string message) {
  throw ScenarioError({{.file = file,
                        .line = 0,
                        .column = 0,
                        .pointer = fmt::format("/workload/generate/{}", index),
                        .message = std::move(message)}});
}

// Nearest whole ns in [least, kMostJobTimeNs].
TimeNs whole_ns(double value, TimeNs least) {
  expects(!std::isnan(value), "a drawn time is not a number");
  if (value >= static_cast<double>(kMostJobTimeNs)) return kMostJobTimeNs;
  if (value <= static_cast<double>(least)) return least;
  return std::llround(value);
}

// Draws one generator's jobs: gaps in parallel, arrivals by a sequential sum of integers, then
// classes and durations in parallel.
class GeneratorRun {
 public:
  GeneratorRun(const Generator& generator, std::uint32_t index, std::uint64_t seed, int threads,
               JobListBuilder& jobs)
      : generator_(generator), index_(index), seed_(seed), threads_(threads), jobs_(jobs) {
    gap_.kind = DistributionKind::exponential;
    gap_.mean = generator.mean_gap_ns;
  }

  void run() {
    first_row_ = jobs_.size();
    const double expected =
        static_cast<double>(generator_.until_ns - generator_.first_ns) / generator_.mean_gap_ns;
    const bool counted = generator_.count > 0;
    if (counted ? generator_.count > kMostJobs : expected > 1.01 * kMostJobs) fail_too_many();
    draw_arrivals();
    add_classes();
    const auto count = static_cast<std::int64_t>(jobs_.size() - first_row_);
    parallel_for(count, threads_, [this](std::int64_t begin, std::int64_t end) {
      for (std::int64_t job = begin; job < end; ++job) draw_job(job);
    });
    for (std::size_t row = first_row_; row < jobs_.size(); ++row) {
      jobs_.count_original(jobs_.list().demand_type[row]);
    }
  }

 private:
  struct ClassFacts {
    std::int32_t type = 0;
    std::int16_t group = 0;
    std::uint16_t utilisation_milli = 0;
    double cumulative_weight = 0;
  };

  [[noreturn]] void fail_too_many() const {
    fail(jobs_.file(), index_,
         fmt::format("more than {} jobs; give a smaller count or an earlier until", kMostJobs));
  }

  double uniform(Stream stream, std::int64_t job) const {
    return draw_uniform(seed_, stream, index_, static_cast<std::uint64_t>(job));
  }

  TimeNs draw_gap(std::int64_t job) const {
    if (generator_.process == ArrivalProcess::constant) {
      return job == 0 ? 0 : whole_ns(generator_.mean_gap_ns, 1);
    }
    return whole_ns(quantile(gap_, uniform(Stream::arrival_gap, job)), 0);
  }

  // Jobs to draw gaps for next: what is left of `count`, or about what is left until the end.
  std::int64_t next_block(std::int64_t drawn, TimeNs now) const {
    constexpr double kMostBlock = 1 << 20;
    double block = kMostBlock;
    if (generator_.count > 0) {
      block = std::min(block, static_cast<double>(generator_.count - drawn));
    }
    if (generator_.until_ns != kNever) {
      const double expected =
          static_cast<double>(generator_.until_ns - now) / generator_.mean_gap_ns;
      block = std::min(block, expected + 4.0 * std::sqrt(std::max(expected, 1.0)) + 16.0);
    }
    return static_cast<std::int64_t>(std::max(block, 1.0));
  }

  // The gaps of jobs [first, first + gaps.size()).
  void draw_gaps(std::int64_t first, std::vector<TimeNs>& gaps) const {
    const auto draw = [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        gaps[static_cast<std::size_t>(i)] = draw_gap(first + i);
      }
    };
    parallel_for(static_cast<std::int64_t>(gaps.size()), threads_, draw);
  }

  void draw_arrivals() {
    const std::int64_t most = generator_.count > 0 ? generator_.count : kMostJobs + 1;
    TimeNs now = generator_.first_ns;
    std::vector<TimeNs> gaps;
    for (std::int64_t drawn = 0; drawn < most && now < generator_.until_ns;) {
      gaps.resize(static_cast<std::size_t>(std::min(next_block(drawn, now), most - drawn)));
      draw_gaps(drawn, gaps);
      drawn += static_cast<std::int64_t>(gaps.size());
      if (!add_arrivals(gaps, now)) break;
    }
    if (static_cast<std::int64_t>(jobs_.size()) > kMostJobs) fail_too_many();
  }

  // Appends the arrivals after these gaps and moves `now` on. False where the end is reached.
  bool add_arrivals(const std::vector<TimeNs>& gaps, TimeNs& now) {
    std::vector<TimeNs> arrivals;
    arrivals.reserve(gaps.size());
    for (const TimeNs gap : gaps) {
      now += gap;
      if (now >= generator_.until_ns) break;
      if (now > kMostJobTimeNs) {
        fail(jobs_.file(), index_,
             "jobs arrive after more than 73 years; give a higher rate, a smaller count or "
             "an until");
      }
      arrivals.push_back(now);
    }
    const std::size_t row = jobs_.append_rows(arrivals.size());
    std::copy(arrivals.begin(), arrivals.end(),
              jobs_.list().submit_ns.begin() + static_cast<std::ptrdiff_t>(row));
    return arrivals.size() == gaps.size();
  }

  void add_classes() {
    double sum = 0;
    for (std::size_t i = 0; i < generator_.classes.size(); ++i) {
      const auto& each = generator_.classes[i];
      sum += each.weight;
      std::string name = each.name.empty() ? fmt::format("class-{}", i + 1) : each.name;
      if (!generator_.name.empty()) name = fmt::format("{}/{}", generator_.name, name);
      classes_.push_back(
          {.type = jobs_.intern(each.demand),
           .group = jobs_.add_group(std::move(name)),
           .utilisation_milli = static_cast<std::uint16_t>(std::lround(each.utilisation * 1000.0)),
           .cumulative_weight = sum});
    }
    expects(!classes_.empty() && sum > 0, "a generator has classes with positive weights");
  }

  std::size_t draw_class(std::int64_t job) const {
    if (classes_.size() == 1) return 0;
    const double point = uniform(Stream::demand_class, job) * classes_.back().cumulative_weight;
    const auto found = std::upper_bound(
        classes_.begin(), classes_.end() - 1, point,
        [](double value, const ClassFacts& each) { return value < each.cumulative_weight; });
    return static_cast<std::size_t>(found - classes_.begin());
  }

  void draw_job(std::int64_t job) {
    const std::size_t row = first_row_ + static_cast<std::size_t>(job);
    const std::size_t drawn = draw_class(job);
    const double length =
        quantile(generator_.classes[drawn].duration_ns, uniform(Stream::duration, job));
    auto& list = jobs_.list();
    list.duration_ns[row] = whole_ns(length, 1);
    list.demand_type[row] = classes_[drawn].type;
    list.utilisation_milli[row] = classes_[drawn].utilisation_milli;
    list.job_group[row] = classes_[drawn].group;
    list.priority[row] = generator_.classes[drawn].priority;
    list.walltime_ns[row] = generator_.classes[drawn].walltime_ns;
    list.restart_ns[row] = generator_.classes[drawn].restart_ns;
  }

  const Generator& generator_;
  std::uint32_t index_;
  std::uint64_t seed_;
  int threads_;
  JobListBuilder& jobs_;
  Distribution gap_;
  std::vector<ClassFacts> classes_;
  std::size_t first_row_ = 0;
};

}  // namespace

void generate_jobs(const Generator& generator, std::uint32_t index, std::uint64_t seed, int threads,
                   JobListBuilder& jobs) {
  GeneratorRun(generator, index, seed, threads, jobs).run();
}

}  // namespace coldaisle

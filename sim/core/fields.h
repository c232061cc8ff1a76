#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "sim/core/scalar_rule.h"

namespace coldaisle {

enum class Presence : std::uint8_t { optional, required };

inline constexpr auto kRequired = Presence::required;

// One key of an object: its name, its meaning in one sentence, whether it must be there.
struct Field {
  const char* key;
  const char* meaning;
  Presence presence = Presence::optional;
};

// One value of an enum and its name in files.
template <class E>
struct Choice {
  E value;
  const char* name;
};

// Whether one object may stand for a list of one.
enum class ListForm : std::uint8_t { list, one_or_list };

// Whether a lone string may stand for a map from that name to 1.
enum class MapForm : std::uint8_t { map, name_or_map };

// Names that a file may use and that other layers own, by list name.
using NameLists = std::map<std::string, std::vector<std::string>, std::less<>>;

// Visits the fields of a struct. A struct T is declared once, in a function
//   void describe(Fields& fields, T& value);
// that names each key with its meaning, range and member; the value's members hold the defaults.
// What comes of it depends on the visitor: ReadFields (object_reader.h) parses, the writers of
// field_writers.h make the JSON Schema, the resolved JSON and the documentation.
class Fields {
 public:
  explicit Fields(NameLists names) : names_(std::move(names)) {}

  Fields(const Fields&) = delete;
  Fields& operator=(const Fields&) = delete;
  virtual ~Fields() = default;

  void boolean(const Field& field, bool& value);
  void boolean(const Field& field, std::optional<bool>& value);

  // T: an integer type, or std::optional of one.
  template <class T>
  void integer(const Field& field, const IntegerRange& range, T& value) {
    whole(field, {.type = ScalarType::integer, .integers = range}, value);
  }

  // A number with at most `decimals` decimals; value and range count 10^-decimals.
  template <class T>
  void decimal(const Field& field, int decimals, const IntegerRange& range, T& value) {
    whole(field, {.type = ScalarType::decimal, .integers = range, .decimals = decimals}, value);
  }

  // A string with a unit; value and range count base units. T: integer, double, or optional.
  template <class T>
  void quantity(const Field& field, Dimension dimension, const IntegerRange& range, T& value) {
    whole(field, {.type = ScalarType::quantity, .integers = range, .dimension = dimension}, value);
  }

  void number(const Field& field, const NumberRange& range, double& value);
  void number(const Field& field, const NumberRange& range, std::optional<double>& value);

  // A rate such as "12 /h", kept as the mean gap in ns; 0 means none.
  void rate(const Field& field, double& gap_ns);

  // Any text; empty means absent.
  void string(const Field& field, std::string& value);

  // One of a list of names; empty means absent.
  void one_of(const Field& field, const std::vector<std::string>& names, std::string& value);

  template <class E>
  void choice(const Field& field, std::span<const Choice<std::type_identity_t<E>>> choices,
              E& value) {
    std::optional<E> chosen = value;
    choice(field, choices, chosen);
    if (chosen) value = *chosen;
  }

  template <class E>
  void choice(const Field& field, std::span<const Choice<std::type_identity_t<E>>> choices,
              std::optional<E>& value) {
    std::vector<std::string> names;
    std::string name;
    for (const auto& row : choices) {
      names.emplace_back(row.name);
      if (value == row.value) name = row.name;
    }
    one_of(field, names, name);
    for (const auto& row : choices) {
      if (name == row.name) value = row.value;
    }
  }

  // A list of choices; empty means absent.
  template <class E>
  void choices(const Field& field, std::span<const Choice<std::type_identity_t<E>>> choices,
               std::vector<E>& values) {
    std::vector<std::string> names;
    for (const auto& row : choices) names.emplace_back(row.name);
    std::vector<std::string> chosen;
    for (const auto value : values) {
      for (const auto& row : choices) {
        if (value == row.value) chosen.emplace_back(row.name);
      }
    }
    names_of(field, names, chosen);
    values.clear();
    for (const auto& name : chosen) {
      for (const auto& row : choices) {
        if (name == row.name) values.push_back(row.value);
      }
    }
  }

  void strings(const Field& field, const IntegerRange& size, std::vector<std::string>& values);
  void names_of(const Field& field, const std::vector<std::string>& names,
                std::vector<std::string>& values);
  void integers(const Field& field, const IntegerRange& size, const IntegerRange& range,
                std::vector<int>& values);
  void numbers(const Field& field, const IntegerRange& size, const NumberRange& range,
               std::vector<double>& values);
  void quantities(const Field& field, const IntegerRange& size, Dimension dimension,
                  const IntegerRange& range, std::vector<double>& values);

  // An object whose keys are the user's own.
  void string_map(const Field& field, std::vector<std::pair<std::string, std::string>>& values);

  // An object whose keys are the user's own and whose values are numbers with at most `decimals`
  // decimals, or strings with a unit; values and range as in decimal() and quantity().
  void decimal_map(const Field& field, int decimals, const IntegerRange& range,
                   std::vector<std::pair<std::string, std::int64_t>>& values);
  void quantity_map(const Field& field, Dimension dimension, const IntegerRange& range,
                    std::vector<std::pair<std::string, std::int64_t>>& values);

  // An object whose keys are among `names`.
  void integer_map(const Field& field, const std::vector<std::string>& names,
                   const IntegerRange& range, MapForm form,
                   std::vector<std::pair<std::string, std::int64_t>>& values);

  // A nested object. `shorthand`, if any, is the key that a value which is no object stands for.
  template <class T>
  void object(const Field& field, T& value, const char* shorthand = nullptr) {
    if (!begin_object(field, true, shorthand)) return;
    describe(*this, value);
    end_object();
  }

  template <class T>
  void object(const Field& field, std::optional<T>& value, const char* shorthand = nullptr) {
    if (!begin_object(field, value.has_value(), shorthand)) return;
    if (!value) value.emplace();
    describe(*this, *value);
    end_object();
  }

  // A list of objects.
  template <class T>
  void list(const Field& field, const IntegerRange& size, std::vector<T>& items,
            ListForm form = ListForm::list) {
    const auto count = begin_list(field, size, items.size(), form);
    if (!count) return;
    if (*count != items.size() || replaces()) items.assign(*count, T{});
    for (std::size_t i = 0; i < *count; ++i) {
      if (!begin_item(i)) continue;
      describe(*this, items[i]);
      end_object();
    }
    end_list();
  }

  // A list that another layer owns, by name; empty when there is none.
  const std::vector<std::string>& names(std::string_view list) const;

  // For rules that tie several keys of one object. Only a reader has any of these: whether the file
  // holds the key, whether the key already has a problem, and a complaint about it (about the
  // object when it does not hold the key; one a key is enough).
  virtual bool present(const char* /*key*/) const { return false; }

  virtual bool failed(const char* /*key*/) const { return false; }

  virtual void fail(const char* /*key*/, const std::string& /*message*/) {}

  void require(bool condition, const char* key, const std::string& message) {
    if (!condition) fail(key, message);
  }

 protected:
  // `set` says whether `value` holds a value; a reader sets it when it reads one.
  virtual void scalar(const Field& field, const ScalarRule& rule, Scalar& value, bool& set) = 0;
  virtual void scalar_list(const Field& field, const ScalarRule& rule, const IntegerRange& size,
                           std::vector<Scalar>& values) = 0;
  virtual void scalar_map(const Field& field, const ScalarRule& rule,
                          const std::vector<std::string>* keys, MapForm form,
                          std::vector<std::pair<std::string, Scalar>>& values) = 0;
  // Whether to go on into the object.
  virtual bool begin_object(const Field& field, bool set, const char* shorthand) = 0;
  virtual void end_object() = 0;
  // The number of items to visit, or nothing to leave the list alone.
  virtual std::optional<std::size_t> begin_list(const Field& field, const IntegerRange& size,
                                                std::size_t count, ListForm form) = 0;
  virtual bool begin_item(std::size_t index) = 0;
  virtual void end_list() = 0;

  // Whether visited values are overwritten (a reader).
  virtual bool replaces() const { return false; }

 private:
  void whole_map(const Field& field, const ScalarRule& rule, const std::vector<std::string>* names,
                 MapForm form, std::vector<std::pair<std::string, std::int64_t>>& values);

  template <class T>
  void whole(const Field& field, ScalarRule rule, T& value) {
    std::optional<T> wide = value;
    whole(field, std::move(rule), wide);
    value = *wide;
  }

  template <class T>
  void whole(const Field& field, ScalarRule rule, std::optional<T>& value) {
    if constexpr (std::is_integral_v<T>) {
      rule.integers.least = clamp_to<T>(rule.integers.least);
      rule.integers.most = clamp_to<T>(rule.integers.most);
    }
    bool set = value.has_value();
    Scalar held = static_cast<std::int64_t>(value.value_or(T{}));
    scalar(field, rule, held, set);
    if (set) value = static_cast<T>(std::get<std::int64_t>(held));
  }

  template <class T>
  static std::int64_t clamp_to(std::int64_t bound) {
    if (std::in_range<T>(bound)) return bound;
    return static_cast<std::int64_t>(bound < 0 ? std::numeric_limits<T>::min()
                                               : std::numeric_limits<T>::max());
  }

  NameLists names_;
};

}  // namespace coldaisle

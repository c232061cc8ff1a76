"""Reads the results file of a real run with plain h5py and with xarray, as a user would.

usage: read_quickstart.py FILE
Exits 77 where a module is missing, 1 at the first thing that is not as it should be.
"""

import sys

try:
    import h5netcdf  # noqa: F401  (the engine of xarray)
    import h5py
    import numpy
    import xarray
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)


def check(condition, message):
    if not condition:
        print(f"wrong: {message}")
        sys.exit(1)


def tables_of(file):
    """Paths of the groups that hold datasets, /provenance left out: its texts are no columns."""
    found = set()

    def visit(name, item):
        if isinstance(item, h5py.Dataset) and not name.startswith("provenance"):
            found.add(item.parent.name)

    file.visititems(visit)
    return sorted(found)


def check_dataset(name, item):
    if not isinstance(item, h5py.Dataset):
        return
    check(item.attrs.get("units"), f"units of {name}")
    check(item.attrs.get("long_name"), f"long_name of {name}")
    check(item.dtype.names is None and item.dtype != bool, f"type of {name}")
    for axis in range(item.ndim):
        check(h5py.h5ds.is_scale(item.id) or len(item.dims[axis]) == 1, f"scale of axis {axis} of {name}")


def check_h5py(path):
    with h5py.File(path, "r") as file:
        check(file.attrs["schema"] == "coldaisle", "schema")
        check(file.attrs["status"] == "complete", "status")
        check(file.attrs["kind"] == "run", "kind")
        file.visititems(check_dataset)
        tables = tables_of(file)
        for wanted in ("/jobs", "/series", "/summary", "/gpus", "/nodes", "/enums/job_state"):
            check(wanted in tables, f"{wanted} is missing")
        states = dict(zip(file["enums/job_state/code"][()],
                          file["enums/job_state/name"].asstr()[()]))
        jobs = file["jobs"]
        check(set(numpy.unique(jobs["state"][()])) <= set(states), "codes of states")
        done = jobs["state"][()] == next(code for code, name in states.items() if name == "done")
        summary = dict(zip(file["summary/metric"].asstr()[()], file["summary/value"][()]))
        check(done.sum() > 0 and summary["jobs_done"] == done.sum(), "jobs done")
        check((jobs["end"][()][done] > jobs["start"][()][done]).all(), "ends after starts")
        return tables


def check_xarray(path, tables):
    for table in tables:
        with xarray.open_dataset(path, group=table, engine="h5netcdf") as data:
            check(len(data.sizes) == 1, f"axes of {table}: {dict(data.sizes)}")
            check(list(data.sizes)[0] in data.coords, f"coordinate of {table}")
    with xarray.open_dataset(path, group="series", engine="h5netcdf") as series:
        check(series.time.dtype == "datetime64[ns]", f"type of time {series.time.dtype}")
        check(series.time.values[0] == numpy.datetime64("2024-01-01T00:00:00"), "first instant")
        gaps = numpy.unique(numpy.diff(series.time.values))
        check(list(gaps) == [numpy.timedelta64(5, "m")], f"gaps {gaps}")
        check(series.sizes["time"] == 289, f"samples {series.sizes}")  # 24 h, both ends
        check(float(series.gpus_allocated.max()) <= float(series.gpus_present.max()), "allocation")
        hourly = series.gpus_allocated.resample(time="1h").mean()
        check(hourly.sizes["time"] == 25, "hourly means")


if __name__ == "__main__":
    check_xarray(sys.argv[1], check_h5py(sys.argv[1]))

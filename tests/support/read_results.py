"""Reads the sample results file with plain h5py and with xarray, as a user would.

usage: read_results.py FILE ROWS
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


def check_h5py(path, rows):
    with h5py.File(path, "r") as file:
        attrs = file.attrs
        check(attrs["schema"] == "coldaisle", "schema")
        check(attrs["schema_version"] == 1, "schema_version")
        check(attrs["seed"] == 2**64 - 1, "seed")
        check(attrs["status"] == "complete", "status")
        check(attrs["command_line"] == "coldaisle run größe.json", "command_line")
        original = file["/provenance/scenario_original"].asstr()[()]
        check(original == '{ "version": 1 } // größe\n', "scenario_original")
        series = file["series"]
        kinds = {name: series[name].dtype for name in ("time", "queued", "nodes", "state", "power")}
        wanted = {"time": "int64", "queued": "int32", "nodes": "uint16", "state": "uint8",
                  "power": "float64"}
        check({name: str(kind) for name, kind in kinds.items()} == wanted, f"types {kinds}")
        check(series["label"].asstr()[rows - 1] == f"Größe-{rows - 1}-日本", "label")
        check(series["power"].dims[0][0].name == "/series/time", "scale of power")
        check(series["time"].compression == "gzip" and series["time"].shuffle, "compression")
        check(series["time"].compression_opts == 1, "level of compression")
        check(series["time"].chunks == (65536,), f"chunks {series['time'].chunks}")

        def check_attributes(name, item):
            if isinstance(item, h5py.Dataset):
                check("units" in item.attrs and "long_name" in item.attrs, f"attributes of {name}")
                check(item.dtype.names is None and item.dtype != bool, f"type of {name}")

        file.visititems(check_attributes)


def check_xarray(path, rows):
    with xarray.open_dataset(path, group="series", engine="h5netcdf") as series:
        check(dict(series.sizes) == {"time": rows}, f"axes {series.sizes}")
        check(series.time.dtype == "datetime64[ns]", f"type of time {series.time.dtype}")
        check(series.time.values[1] == numpy.datetime64("2024-01-01T00:00:01"), "second instant")
        check(series.power.dims == ("time",), "axis of power")
        check(series.power.attrs["units"] == "W", "unit of power")
        check(numpy.isnan(series.power.values[2]), "NaN")
        check(series.label.values[1] == "Größe-1-日本", "label")
    with xarray.open_dataset(path, group="enums/state", engine="h5netcdf") as state:
        check(list(state.name.values) == ["idle", "busy"], "names of states")
    with xarray.open_dataset(path, group="placements", engine="h5netcdf") as placements:
        check(placements.share.size == 0, "empty group")
    with xarray.open_dataset(path, group="provenance", engine="h5netcdf") as provenance:
        check(provenance.scenario_resolved.item() == '{"version":1}', "scenario_resolved")


if __name__ == "__main__":
    check_h5py(sys.argv[1], int(sys.argv[2]))
    check_xarray(sys.argv[1], int(sys.argv[2]))

"""OpenSlide through its C interface. Takes an order a line and answers with a line, both JSON, until its input ends.

CPU is that of this process, all threads, user and system. One call of ctypes costs some microseconds.
"""

import ctypes
import json
import sys
import time

SIDE = 256


def load():
    library = ctypes.CDLL("libopenslide.so.0")
    pointer, path, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int64
    library.openslide_get_version.restype = ctypes.c_char_p
    library.openslide_open.argtypes = [path]
    library.openslide_open.restype = pointer
    library.openslide_close.argtypes = [pointer]
    library.openslide_get_error.argtypes = [pointer]
    library.openslide_get_error.restype = ctypes.c_char_p
    library.openslide_read_region.argtypes = [pointer, pointer, number, number, ctypes.c_int32, number, number]
    return library


class Reader:
    def __init__(self, library):
        self.library = library
        self.pixels = ctypes.create_string_buffer(SIDE * SIDE * 4)

    def open(self, path):
        slide = self.library.openslide_open(path.encode())
        if not slide:
            raise SystemExit(f"OpenSlide does not know the format of {path}")
        self.check(slide)
        return slide

    def check(self, slide):
        error = self.library.openslide_get_error(slide)
        if error:
            raise SystemExit(f"OpenSlide: {error.decode()}")

    def read(self, slide, x, y):
        self.library.openslide_read_region(slide, self.pixels, x * SIDE, y * SIDE, 0, SIDE, SIDE)

    def open_times(self, path, times, tile):
        """Opens it, reads a tile where one is asked for, and closes it."""
        before = time.process_time()
        for _ in range(times):
            slide = self.open(path)
            if tile:
                self.read(slide, tile["x"], tile["y"])
            self.check(slide)
            self.library.openslide_close(slide)
        return time.process_time() - before

    def read_tiles(self, path, columns, first, count):
        """Tiles `first` and the following of full resolution, row by row, of a slide that is open already."""
        slide = self.open(path)
        self.read(slide, 0, 0)
        before = time.process_time()
        for index in range(first, first + count):
            self.read(slide, index % columns, index // columns)
        used = time.process_time() - before
        self.check(slide)
        self.library.openslide_close(slide)
        return used


def main():
    try:
        library = load()
    except OSError:
        print(json.dumps({"missing": True}), flush=True)
        return
    print(json.dumps({"version": library.openslide_get_version().decode()}), flush=True)
    reader = Reader(library)
    tasks = {"open": reader.open_times, "read": reader.read_tiles}
    for line in sys.stdin:
        order = json.loads(line)
        seconds = tasks[order.pop("task")](**order)
        print(json.dumps({"milliseconds": seconds * 1000}), flush=True)


main()

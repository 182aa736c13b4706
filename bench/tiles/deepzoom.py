"""Tiles of slides by OpenSlide's DeepZoom, as its own example serves them, for gunicorn.

Level 0 of the address is full resolution, as everywhere here. Files beside them are sent as they are, where a folder
of them is named.
"""

import os
from io import BytesIO
from mimetypes import guess_type

import openslide
from openslide.deepzoom import DeepZoomGenerator

QUALITY = 75

slide = openslide.open_slide(os.environ["BENCH_SLIDE"])
pyramid = DeepZoomGenerator(slide, tile_size=256, overlap=0)
pages = os.environ.get("BENCH_PAGES")


def app(environ, start_response):
    path = environ["PATH_INFO"].strip("/")
    if "/" not in path and pages is not None:
        return send_page(path, start_response)
    level, x, y = (int(part) for part in path.split("/"))
    tile = pyramid.get_tile(pyramid.level_count - 1 - level, (x, y))
    content = BytesIO()
    tile.save(content, "jpeg", quality=QUALITY)
    return send(content.getvalue(), "image/jpeg", start_response)


def send_page(name, start_response):
    known = os.listdir(pages)
    if name not in known:
        start_response("404 Not Found", [("Content-Length", "0")])
        return []
    with open(os.path.join(pages, name), "rb") as file:
        return send(file.read(), guess_type(name)[0], start_response)


def send(data, kind, start_response):
    start_response("200 OK", [("Content-Type", kind), ("Content-Length", str(len(data)))])
    return [data]

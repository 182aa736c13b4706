"""Tiles of one slide by OpenSlide's DeepZoom, as its own example serves them, for gunicorn.

Level 0 of the address is full resolution, as everywhere here.
"""

import os
from io import BytesIO

import openslide
from openslide.deepzoom import DeepZoomGenerator

QUALITY = 75

slide = openslide.open_slide(os.environ["BENCH_SLIDE"])
pyramid = DeepZoomGenerator(slide, tile_size=256, overlap=0)


def app(environ, start_response):
    level, x, y = (int(part) for part in environ["PATH_INFO"].strip("/").split("/"))
    tile = pyramid.get_tile(pyramid.level_count - 1 - level, (x, y))
    content = BytesIO()
    tile.save(content, "jpeg", quality=QUALITY)
    data = content.getvalue()
    start_response("200 OK", [("Content-Type", "image/jpeg"), ("Content-Length", str(len(data)))])
    return [data]

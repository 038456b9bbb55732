"""Draws a picture file by Skia's software renderer, antialiased: skia_raster.py PICTURE OUT.rgba

The file is written by PictureFile.swift. The pixels are RGBA, 8 bits each, on white, rows from the top.
"""
import sys

import numpy as np
import skia

CAPS = {"butt": skia.Paint.kButt_Cap, "round": skia.Paint.kRound_Cap, "square": skia.Paint.kSquare_Cap}
JOINS = {"miter": skia.Paint.kMiter_Join, "round": skia.Paint.kRound_Join, "bevel": skia.Paint.kBevel_Join}


def main(picture, out):
    canvas = pixels = path = paint = matrix = None
    for line in open(picture):
        words = line.split()
        kind = words[0]
        if kind == "size":
            width, height = int(words[1]), int(words[2])
            pixels = np.zeros((height, width, 4), np.uint8)
            info = skia.ImageInfo.Make(width, height, skia.kRGBA_8888_ColorType, skia.kPremul_AlphaType)
            surface = skia.Surface.MakeRasterDirect(info, pixels)
            canvas = surface.getCanvas()
            canvas.clear(skia.ColorWHITE)
        elif kind in ("fill", "stroke"):
            paint = skia.Paint(AntiAlias=True)
            path = skia.Path()
            if kind == "stroke":
                paint.setStyle(skia.Paint.kStroke_Style)
                paint.setStrokeWidth(float(words[1]))
                paint.setStrokeCap(CAPS[words[2]])
                paint.setStrokeJoin(JOINS[words[3]])
                paint.setStrokeMiter(float(words[4]))
                rest = words[5:]
            else:
                path.setFillType(
                    skia.PathFillType.kEvenOdd if words[1] == "evenodd" else skia.PathFillType.kWinding)
                rest = words[2:]
            red, green, blue, alpha = (int(v) for v in rest[:4])
            paint.setColor(skia.ColorSetARGB(alpha, red, green, blue))
            a, b, c, d, tx, ty = (float(v) for v in rest[4:10])
            matrix = skia.Matrix.MakeAll(a, c, tx, b, d, ty, 0, 0, 1)
        elif kind == "M":
            path.moveTo(float(words[1]), float(words[2]))
        elif kind == "L":
            path.lineTo(float(words[1]), float(words[2]))
        elif kind == "Q":
            path.quadTo(*(float(v) for v in words[1:5]))
        elif kind == "Z":
            path.close()
        elif kind == "draw":
            canvas.save()
            canvas.setMatrix(matrix)
            canvas.drawPath(path, paint)
            canvas.restore()
    pixels.tofile(out)


main(sys.argv[1], sys.argv[2])

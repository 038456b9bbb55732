// Draws a picture file by the Anti-Grain Geometry library, at its defaults: agg PICTURE OUT.rgba
//
// The file is written by PictureFile.swift. The pixels are RGBA, 8 bits each, on white, rows from the top.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "agg_conv_curve.h"
#include "agg_conv_stroke.h"
#include "agg_conv_transform.h"
#include "agg_path_storage.h"
#include "agg_pixfmt_rgba.h"
#include "agg_rasterizer_scanline_aa.h"
#include "agg_renderer_base.h"
#include "agg_renderer_scanline.h"
#include "agg_rendering_buffer.h"
#include "agg_scanline_u.h"

typedef agg::conv_transform<agg::path_storage> Moved;

struct Item {
    bool is_stroke = false, even_odd = false;
    double width = 0, miter_limit = 4;
    std::string cap, join;
    agg::rgba8 color;
    agg::trans_affine matrix;
    agg::path_storage path;
};

struct Canvas {
    int width, height;
    std::vector<uint8_t> bytes;
    agg::rendering_buffer buffer;
    agg::pixfmt_rgba32_pre pixels;
    agg::renderer_base<agg::pixfmt_rgba32_pre> base;
    agg::rasterizer_scanline_aa<> rasterizer;
    agg::scanline_u8 scanline;

    Canvas(int w, int h)
        : width(w), height(h), bytes(size_t(w) * h * 4), buffer(bytes.data(), w, h, w * 4), pixels(buffer), base(pixels) {
        base.clear(agg::rgba8(255, 255, 255, 255));
        rasterizer.clip_box(0, 0, w, h);
    }

    template <class Source> void fill(Source &source, const Item &item) {
        rasterizer.reset();
        rasterizer.filling_rule(item.even_odd ? agg::fill_even_odd : agg::fill_non_zero);
        rasterizer.add_path(source);
        agg::rgba8 color = item.color;
        color.premultiply();
        agg::render_scanlines_aa_solid(rasterizer, scanline, base, color);
    }

    template <class Stroke> static void style(Stroke &stroke, const Item &item, double width) {
        stroke.width(width);
        stroke.line_cap(item.cap == "round" ? agg::round_cap : item.cap == "square" ? agg::square_cap : agg::butt_cap);
        stroke.line_join(
            item.join == "round" ? agg::round_join : item.join == "bevel" ? agg::bevel_join : agg::miter_join_revert);
        stroke.inner_join(agg::inner_round);
        stroke.miter_limit(item.miter_limit);
    }

    void draw(Item &item) {
        const agg::trans_affine &m = item.matrix;
        const double scale = std::sqrt(std::fabs(m.sx * m.sy - m.shx * m.shy));
        const bool is_similarity = std::fabs(m.sx - m.sy) < 1e-9 * scale && std::fabs(m.shx + m.shy) < 1e-9 * scale;
        if (!item.is_stroke || is_similarity) {
            // In pixels, where its approximations are meant to be made.
            Moved moved(item.path, item.matrix);
            agg::conv_curve<Moved> curve(moved);
            if (!item.is_stroke) return fill(curve, item);
            agg::conv_stroke<agg::conv_curve<Moved> > stroke(curve);
            style(stroke, item, item.width * scale);
            return fill(stroke, item);
        }
        // The pen is round before it is moved.
        agg::conv_curve<agg::path_storage> curve(item.path);
        curve.approximation_scale(scale);
        agg::conv_stroke<agg::conv_curve<agg::path_storage> > stroke(curve);
        style(stroke, item, item.width);
        stroke.approximation_scale(scale);
        agg::conv_transform<agg::conv_stroke<agg::conv_curve<agg::path_storage> > > moved(stroke, item.matrix);
        fill(moved, item);
    }
};

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    std::ifstream in(argv[1]);
    std::string line, word;
    Canvas *canvas = nullptr;
    Item item;
    while (std::getline(in, line)) {
        std::istringstream s(line);
        s >> word;
        double a, b, c, d, x, y;
        if (word == "size") {
            int w, h;
            s >> w >> h;
            canvas = new Canvas(w, h);
        } else if (word == "fill" || word == "stroke") {
            item = Item();
            item.is_stroke = word == "stroke";
            std::string rule;
            int r, g, bl, al;
            if (item.is_stroke) s >> item.width >> item.cap >> item.join >> item.miter_limit;
            else s >> rule;
            s >> r >> g >> bl >> al >> a >> b >> c >> d >> x >> y;
            item.even_odd = rule == "evenodd";
            item.color = agg::rgba8(r, g, bl, al);
            item.matrix = agg::trans_affine(a, b, c, d, x, y);
        } else if (word == "M") {
            s >> x >> y;
            item.path.move_to(x, y);
        } else if (word == "L") {
            s >> x >> y;
            item.path.line_to(x, y);
        } else if (word == "Q") {
            s >> a >> b >> x >> y;
            item.path.curve3(a, b, x, y);
        } else if (word == "Z") {
            item.path.close_polygon();
        } else if (word == "draw" && canvas) {
            canvas->draw(item);
        }
    }
    if (!canvas) return 3;
    std::ofstream(argv[2], std::ios::binary).write((const char *)canvas->bytes.data(), std::streamsize(canvas->bytes.size()));
    return 0;
}

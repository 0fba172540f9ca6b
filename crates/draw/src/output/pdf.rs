//! PDF: a page per picture. The glyphs that it uses are inside, and its texts are texts that can be searched and copied.

use crate::{
    font,
    scene::{Color, Scene, Segment, Shape, outline},
};
use pdf_writer::{
    Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr,
    types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap},
};
use std::collections::BTreeMap;
use subsetter::GlyphRemapper;

const SYSTEM: SystemInfo<'static> = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };
const FONT: Name<'static> = Name(b"F");

/// The glyphs of a page.
#[derive(Default)]
struct Glyphs {
    /// Their numbers in the file of the font, and in the part of it that goes into the page.
    numbers: GlyphRemapper,
    /// By their new number: the letter, and the width in thousandths of the size.
    letters: BTreeMap<u16, (char, f32)>,
}

impl Glyphs {
    /// Returns the number that a letter's glyph has in the page.
    fn number(&mut self, c: char) -> u16 {
        let glyph = font::glyph(c);
        let number = self.numbers.remap(glyph.0);
        self.letters.entry(number).or_insert_with(|| (c, 1_000.0 * font::advance(glyph) as f32));
        number
    }

    /// Returns six capitals that tell one choice of glyphs from another, as the format demands of a part of a font.
    fn tag(&self) -> String {
        // FNV-1a: the same picture has the same bytes everywhere.
        let glyphs = self.numbers.remapped_gids().flat_map(u16::to_be_bytes);
        let hash = glyphs
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        (0..6).map(|i| char::from(b'A' + (hash >> (8 * i)) as u8 % 26)).collect()
    }
}

/// The picture at a step.
pub(crate) fn write(scene: &Scene, step: u32) -> Vec<u8> {
    let mut next = 0;
    let mut id = || {
        next += 1;
        Ref::new(next)
    };
    let (catalog, pages, page, content, info) = (id(), id(), id(), id(), id());
    let (type0, cid, descriptor, file, cmap) = (id(), id(), id(), id(), id());
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(pages);
    pdf.pages(pages).kids([page]).count(1);
    pdf.document_info(info).title(TextStr(&scene.title)).subject(TextStr(&scene.description));
    let mut at = pdf.page(page);
    at.parent(pages).media_box(Rect::new(0.0, 0.0, scene.width as f32, scene.height as f32)).contents(content);
    at.resources().fonts().pair(FONT, type0);
    at.finish();
    let mut used = Glyphs::default();
    let drawn = compressed(&drawn(scene, step, &mut used));
    pdf.stream(content, &drawn).filter(Filter::FlateDecode);

    // The font: its glyphs by number, and what each means.
    let name = format!("{}+NotoSans-Regular", used.tag());
    let name = Name(name.as_bytes());
    pdf.type0_font(type0)
        .base_font(name)
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(cid)
        .to_unicode(cmap);
    let face = &*font::FACE;
    let units = |x: i16| f32::from(x) * 1_000.0 / f32::from(face.units_per_em());
    let mut cid_font = pdf.cid_font(cid);
    cid_font.subtype(CidFontType::Type2).base_font(name).system_info(SYSTEM).font_descriptor(descriptor);
    cid_font.cid_to_gid_map_predefined(Name(b"Identity"));
    let mut widths = cid_font.widths();
    for (number, (_, width)) in &used.letters {
        widths.consecutive(*number, [*width]);
    }
    widths.finish();
    cid_font.finish();
    let frame = face.global_bounding_box();
    pdf.font_descriptor(descriptor)
        .name(name)
        .flags(FontFlags::NON_SYMBOLIC)
        .bbox(Rect::new(units(frame.x_min), units(frame.y_min), units(frame.x_max), units(frame.y_max)))
        .italic_angle(0.0)
        .ascent(units(face.ascender()))
        .descent(units(face.descender()))
        .cap_height(714.0)
        .stem_v(80.0)
        .font_file2(file);
    let part = subsetter::subset(font::FILE, 0, &used.numbers).expect("the font is sound, and its glyphs are its own");
    let packed = compressed(&part);
    pdf.stream(file, &packed).filter(Filter::FlateDecode).pair(Name(b"Length1"), part.len() as i32);
    let mut meaning = UnicodeCmap::new(Name(b"Custom"), SYSTEM);
    used.letters.iter().for_each(|(number, (c, _))| meaning.pair(*number, *c));
    pdf.cmap(cmap, &meaning.finish());
    pdf.finish()
}

fn compressed(bytes: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(bytes, 6)
}

fn drawn(scene: &Scene, step: u32, used: &mut Glyphs) -> Vec<u8> {
    let mut content = Content::new();
    // PDF counts upwards from the bottom.
    content.transform([1.0, 0.0, 0.0, -1.0, 0.0, scene.height as f32]);
    content.set_line_join(pdf_writer::types::LineJoinStyle::RoundJoin);
    let fill = |content: &mut Content, color: Color| {
        let [r, g, b] = color.rgb();
        content.set_fill_rgb(r, g, b);
    };
    for item in scene.seen(step) {
        if let Shape::Text(x, y, size, anchor, text) = &item.shape {
            fill(&mut content, item.fill.unwrap_or(Color::INK));
            let (left, base) = (font::left(*x, *size, *anchor, text), y + font::MIDDLE * size);
            let mut glyphs = Vec::new();
            for c in text.chars() {
                glyphs.extend(used.number(c).to_be_bytes());
            }
            content.begin_text();
            content.set_font(FONT, *size as f32);
            content.set_text_matrix([1.0, 0.0, 0.0, -1.0, left as f32, base as f32]);
            content.show(Str(&glyphs));
            content.end_text();
            continue;
        }
        if let Some(color) = item.fill {
            fill(&mut content, color);
        }
        if let Some(stroke) = item.stroke {
            let [r, g, b] = stroke.color.rgb();
            content.set_stroke_rgb(r, g, b);
            content.set_line_width(stroke.width as f32);
            let dash = [super::DASH as f32];
            content.set_dash_pattern(if stroke.dashed { dash.into_iter().collect::<Vec<_>>() } else { vec![] }, 0.0);
        }
        for segment in outline(&item.shape) {
            match segment {
                Segment::Move(x, y) => content.move_to(x as f32, y as f32),
                Segment::Line(x, y) => content.line_to(x as f32, y as f32),
                Segment::Cubic(c) => {
                    let [a, b, c, d, e, f] = c.map(|x| x as f32);
                    content.cubic_to(a, b, c, d, e, f)
                }
                Segment::Close => content.close_path(),
            };
        }
        match (item.fill.is_some(), item.stroke.is_some()) {
            (true, true) => content.fill_nonzero_and_stroke(),
            (true, false) => content.fill_nonzero(),
            (false, true) => content.stroke(),
            (false, false) => content.end_path(),
        };
    }
    content.finish().to_vec()
}

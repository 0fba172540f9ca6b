//! Charts: who beats whom at which depth, how long wins take, how the value of a play went.

use crate::{
    font,
    output::Drawing,
    paint,
    scene::{Anchor, Color, Item, Scene, Segment, Shape, Stroke},
};

/// How often the first player won, of a cell of a heatmap.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// Part of the games won, from 0 to 1.
    pub rate: f64,
    /// Lower end of its interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Every player against every other.
#[derive(Clone, PartialEq, Debug)]
pub struct Heatmap {
    /// Its title.
    pub title: String,
    /// What it shows, in sentences.
    pub description: String,
    /// Who the rows are; who the columns are.
    pub axes: [String; 2],
    /// The players in the rows.
    pub rows: Vec<String>,
    /// The players in the columns.
    pub columns: Vec<String>,
    /// Row by row.
    pub cells: Vec<Rate>,
    /// Lines of text below.
    pub notes: Vec<String>,
}

/// Darkness tells how often the row's player won; the number says it, with its interval.
pub fn heatmap(map: &Heatmap) -> Drawing {
    const WIDE: f64 = 78.0;
    const TALL: f64 = 46.0;
    let mut scene = Scene::new(&map.title, &map.description);
    for (i, cell) in map.cells.iter().enumerate() {
        let (r, c) = (i / map.columns.len().max(1), i % map.columns.len().max(1));
        let (x, y) = (c as f64 * WIDE, r as f64 * TALL);
        let shade = paint::BLUE.tint(1.0 - cell.rate.clamp(0.0, 1.0));
        let ink = if cell.rate > 0.8 { Color::PAPER } else { Color::INK };
        scene.push(Item::new(Shape::Rect([x, y, WIDE, TALL], 0.0), Some(shade), Some(Stroke::new(Color::PAPER, 1.5))));
        let (rate, low, high) = (100.0 * cell.rate, 100.0 * cell.low, 100.0 * cell.high);
        scene.text(x + WIDE / 2.0, y + 16.0, 15.0, Anchor::Middle, format!("{rate:.0} %"), ink);
        scene.text(x + WIDE / 2.0, y + 34.0, 10.0, Anchor::Middle, format!("[{low:.0}, {high:.0}]"), ink);
    }
    let (width, height) = (map.columns.len() as f64 * WIDE, map.rows.len() as f64 * TALL);
    scene.push(Item::new(Shape::Rect([0.0, 0.0, width, height], 0.0), None, Some(Stroke::new(Color::GREY, 1.0))));
    for (c, name) in map.columns.iter().enumerate() {
        let name = paint::shortened(name, 12);
        scene.text((c as f64 + 0.5) * WIDE, -12.0, 12.0, Anchor::Middle, name, Color::INK);
    }
    for (r, name) in map.rows.iter().enumerate() {
        scene.text(-8.0, (r as f64 + 0.5) * TALL, 12.0, Anchor::End, paint::shortened(name, 24), Color::INK);
    }
    scene.text(0.0, -32.0, 12.0, Anchor::Start, map.axes[1].clone(), Color::GREY);
    let mut y = height + 20.0;
    for note in std::iter::once(&map.axes[0]).chain(&map.notes) {
        scene.text(0.0, y, 12.0, Anchor::Start, note.clone(), Color::GREY);
        y += 18.0;
    }
    paint::title(&mut scene);
    Drawing::fitted(scene, 14.0, None, Vec::new())
}

/// How many positions are won and lost in how many plies.
#[derive(Clone, PartialEq, Debug)]
pub struct Histogram {
    /// Its title.
    pub title: String,
    /// What it shows, in sentences.
    pub description: String,
    /// What the two kinds of bars are.
    pub kinds: [String; 2],
    /// What is counted along the bottom.
    pub along: String,
    /// Plies with the positions won and lost.
    pub bars: Vec<(u32, u64, u64)>,
    /// Lines of text below.
    pub notes: Vec<String>,
}

/// Won above the line, lost below it with a pattern of lines; heights by square roots, so that few are seen beside many.
pub fn histogram(chart: &Histogram) -> Drawing {
    const TALL: f64 = 130.0;
    let mut scene = Scene::new(&chart.title, &chart.description);
    let first = chart.bars.iter().map(|b| b.0).min().unwrap_or(0);
    let last = chart.bars.iter().map(|b| b.0).max().unwrap_or(0);
    let count = f64::from(last - first + 1);
    let wide = (640.0 / count).clamp(5.0, 48.0);
    let most = chart.bars.iter().map(|b| b.1.max(b.2)).max().unwrap_or(1).max(1);
    let height = |n: u64| if n == 0 { 0.0 } else { (TALL * (n as f64 / most as f64).sqrt()).max(1.0) };
    let x = |plies: u32| f64::from(plies - first) * wide;
    for &(plies, won, lost) in &chart.bars {
        let bar = |y: f64, h: f64| Shape::Rect([x(plies) + 0.12 * wide, y, 0.76 * wide, h], 0.0);
        let line = Some(Stroke::new(Color::INK, 0.6));
        if won > 0 {
            scene.push(Item::new(bar(-height(won), height(won)), Some(paint::GREEN.tint(0.25)), line));
        }
        if lost > 0 {
            scene.push(Item::new(bar(0.0, height(lost)), Some(paint::RED.tint(0.55)), line));
        }
        if wide >= 30.0 {
            for (n, y) in [(won, -height(won) - 8.0), (lost, height(lost) + 8.0)].into_iter().filter(|(n, _)| *n > 0) {
                scene.text(x(plies) + wide / 2.0, y, 9.0, Anchor::Middle, short(n), Color::INK);
            }
        }
    }
    let width = count * wide;
    scene.line((0.0, 0.0), (width, 0.0), Stroke::new(Color::INK, 1.2));
    let under = chart.bars.iter().map(|b| height(b.2)).fold(0.0, f64::max) + if wide >= 30.0 { 26.0 } else { 14.0 };
    let every = (30.0 / wide).ceil().max(1.0) as u32;
    for plies in (first..=last).filter(|p| p.is_multiple_of(every)) {
        scene.text(x(plies) + wide / 2.0, under, 10.0, Anchor::Middle, plies.to_string(), Color::INK);
    }
    let (mut at, y) = (0.0, under + 22.0);
    for (kind, color) in chart.kinds.iter().zip([paint::GREEN.tint(0.25), paint::RED.tint(0.55)]) {
        let line = Some(Stroke::new(Color::INK, 0.6));
        scene.push(Item::new(Shape::Rect([at, y - 6.0, 12.0, 12.0], 0.0), Some(color), line));
        scene.text(at + 18.0, y, 11.0, Anchor::Start, kind.clone(), Color::INK);
        at += 18.0 + font::width(kind, 11.0) + 20.0;
    }
    scene.text(at, y, 11.0, Anchor::Start, chart.along.clone(), Color::GREY);
    for (i, note) in chart.notes.iter().enumerate() {
        scene.text(0.0, y + 20.0 + 17.0 * i as f64, 11.0, Anchor::Start, note.clone(), Color::GREY);
    }
    paint::title(&mut scene);
    Drawing::fitted(scene, 14.0, None, Vec::new())
}

/// 1234 as 1.2k.
fn short(n: u64) -> String {
    match n {
        0..1_000 => n.to_string(),
        1_000..1_000_000 => format!("{:.1}k", n as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1}M", n as f64 / 1e6),
        _ => format!("{:.1}G", n as f64 / 1e9),
    }
}

/// The value of a position along a play, from player 1's side.
#[derive(Clone, PartialEq, Debug)]
pub struct History {
    /// Its title.
    pub title: String,
    /// What it shows, in sentences.
    pub description: String,
    /// What the three heights are called, from the top.
    pub heights: [String; 3],
    /// The move before each position, its height (1 for a win of player 1, 0 for a draw, -1 for a loss) and what is said of it.
    pub points: Vec<(String, f64, String)>,
}

/// Steps from position to position; a mark where the value changed.
pub fn history(chart: &History) -> Drawing {
    const TALL: f64 = 60.0;
    let mut scene = Scene::new(&chart.title, &chart.description);
    let widest = chart.points.iter().map(|(name, _, said)| font::width(name, 10.0).max(font::width(said, 9.0)));
    let wide = (widest.fold(0.0, f64::max) + 8.0).max(26.0);
    let width = wide * chart.points.len().max(1) as f64;
    for (name, y) in chart.heights.iter().zip([-TALL, 0.0, TALL]) {
        scene.line((0.0, y), (width, y), Stroke { dashed: true, ..Stroke::new(Color::FAINT, 1.0) });
        scene.text(-8.0, y, 11.0, Anchor::End, name.clone(), Color::INK);
    }
    let at = |i: usize| ((i as f64 + 0.5) * wide, -TALL * chart.points[i].1);
    let mut path = Vec::new();
    for i in 0..chart.points.len() {
        let (x, y) = at(i);
        if i == 0 {
            path.push(Segment::Move(x, y));
        } else {
            path.extend([Segment::Line(x - wide / 2.0, at(i - 1).1), Segment::Line(x - wide / 2.0, y)]);
        }
        path.push(Segment::Line(x, y));
    }
    scene.push(Item::new(Shape::Path(path), None, Some(Stroke::new(paint::BLUE, 2.0))));
    for (i, (name, height, said)) in chart.points.iter().enumerate() {
        let (x, y) = at(i);
        let changed = i > 0 && chart.points[i - 1].1 != *height;
        let fill = if changed { paint::RED } else { Color::PAPER };
        scene.push(Item::new(Shape::Circle(x, y, 4.0), Some(fill), Some(Stroke::new(Color::INK, 1.2))));
        scene.text(x, y + if *height < 0.0 { 12.0 } else { -12.0 }, 9.0, Anchor::Middle, said.clone(), Color::GREY);
        scene.text(x, TALL + 34.0, 10.0, Anchor::Middle, name.clone(), Color::INK);
    }
    paint::title(&mut scene);
    Drawing::fitted(scene, 14.0, None, Vec::new())
}

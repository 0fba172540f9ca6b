//! What a page needs of a picture: where things lie, all steps in one file, and names that do not meet.

use attractor_draw::{
    Drawing, Format, Spot,
    board::{MoveChip, Position, bare, draw as draw_board},
    graph::{Edge, Graph, Vertex, draw},
    tree::{self, Node, Tree},
};
use attractor_game::{Board, Outcome, Piece, Player};

fn states() -> Drawing {
    let vertex = |name: &str, column: usize| Vertex {
        name: name.into(),
        owner: if column == 0 { Player::One } else { Player::Two },
        column,
        last: false,
        note: None,
        attractor: Some((Player::One, column as u32)),
        board: None,
        more: 0,
    };
    let edge = |from, to| Edge { from, to, chosen: true, played: false };
    draw(&Graph {
        title: "title".into(),
        vertices: vec![vertex("b", 1), vertex("a", 0), vertex("c", 2)],
        edges: vec![edge(1, 0), edge(0, 2)],
        start: Some(1),
        ..Graph::default()
    })
}

fn node(name: Option<&str>, known: u32, children: Vec<Node>) -> Node {
    Node {
        player: Player::One,
        name: name.map(str::to_owned),
        value: Some(known.to_string()),
        visited: true,
        chosen: false,
        cut: None,
        known,
        board: name.is_none().then(|| Board::cells(3, 3)),
        folded: 0,
        children,
    }
}

fn search() -> Drawing {
    let left = node(Some("a"), 3, vec![node(Some("c"), 1, vec![]), node(Some("d"), 2, vec![])]);
    let root = node(None, 5, vec![left, node(Some("b"), 4, vec![])]);
    let none = Vec::new;
    tree::draw(&Tree { title: "t".into(), description: "".into(), root, levels: none(), notes: none(), last: 5 })
}

fn names(drawing: &Drawing) -> Vec<&str> {
    drawing.spots.iter().map(|spot| spot.name.as_str()).collect()
}

fn inside(drawing: &Drawing) {
    for Spot { name, x, y, width, height } in &drawing.spots {
        let fits = x + width <= drawing.scene.width && y + height <= drawing.scene.height;
        assert!(*x >= 0.0 && *y >= 0.0 && *width > 10.0 && *height > 10.0 && fits, "{name}");
    }
}

/// Left and top of the element of the SVG that holds this text.
fn text_at(drawing: &Drawing, text: &str) -> (f64, f64) {
    let svg = drawing.stepped_svg();
    let line = svg.lines().find(|line| line.contains(&format!(">{text}</text>"))).unwrap();
    let number = |key: &str| line.split(key).nth(1).unwrap().split('"').next().unwrap().parse().unwrap();
    (number(" x=\""), number(" y=\""))
}

#[test]
fn vertices_have_spots_in_their_order() {
    let drawing = states();
    assert_eq!(names(&drawing), ["b", "a", "c"]);
    inside(&drawing);
    for spot in &drawing.spots {
        let (x, y) = text_at(&drawing, &spot.name);
        assert!((spot.x + spot.width / 2.0 - x).abs() < 0.1, "{}", spot.name);
        assert!(y > spot.y && y < spot.y + spot.height, "{}", spot.name);
    }
}

#[test]
fn nodes_are_called_by_the_moves_to_them() {
    let drawing = search();
    assert_eq!(names(&drawing), ["", "a", "a c", "a d", "b"]);
    inside(&drawing);
    for (spot, value) in drawing.spots.iter().zip(["5", "3", "1", "2", "4"]) {
        let (x, y) = text_at(&drawing, value);
        assert!(x > spot.x && x < spot.x + spot.width && y > spot.y && y < spot.y + spot.height, "{value}");
    }
}

#[test]
fn every_move_with_a_place_has_its_cell() {
    let mut board = Board::cells(2, 3).named();
    board.put(1.0, 2.0, Piece::Disc(Player::One));
    board.notes.push("in hand: 3".into());
    let moves = [("c2", (1.0, 2.0)), ("c2=Q", (1.0, 2.0)), ("a1", (0.0, 0.0))];
    let alone = bare("title", "description", &board, moves);
    assert_eq!(names(&alone), ["c2", "c2=Q", "a1"]);
    inside(&alone);
    let [queen, first] = [&alone.spots[1], &alone.spots[2]];
    assert_eq!((queen.x - first.x, queen.y - first.y), (2.0 * first.width, first.height));
    let svg = alone.stepped_svg();
    assert!(svg.contains(">in hand: 3<") && svg.contains(">a<") && !svg.contains(">title</text>"));
    let chip = |(name, place): (&str, Option<(f32, f32)>)| MoveChip {
        name: name.into(),
        outcome: Some(Outcome::Win),
        words: "wins".into(),
        short: "1".into(),
        place,
        best: true,
    };
    let told = draw_board(&Position {
        title: "title".into(),
        description: "".into(),
        board,
        moves: [("pass", None), ("c2", Some((1.0, 2.0)))].map(chip).into(),
        notes: vec![],
    });
    assert_eq!(names(&told), ["c2"]);
    inside(&told);
}

#[test]
fn a_script_can_show_every_step() {
    for drawing in [states(), search()] {
        let svg = drawing.stepped_svg();
        let number = |line: &str, key: &str, other: u32| {
            line.split_once(key).map_or(other, |(_, after)| after.split('"').next().unwrap().parse().unwrap())
        };
        assert_eq!(svg.contains(" visibility"), drawing.scene.items.iter().any(|i| *i.steps.end() < drawing.last()));
        for step in 0..=drawing.last() {
            // What the script leaves visible, without what it reads.
            let seen =
                |line: &&str| (number(line, "data-from=\"", 0)..=number(line, "data-to=\"", u32::MAX)).contains(&step);
            let plain = |line: &str| match line.split_once(" data-from") {
                Some((before, after)) => {
                    let end = after.find("/>").unwrap_or_else(|| after.find('>').unwrap());
                    format!("{before}{}", &after[end..])
                }
                None => line.to_owned(),
            };
            let shown: Vec<String> = svg.lines().skip(3).filter(seen).map(plain).collect();
            let file = String::from_utf8(drawing.write(Format::Svg, Some(step)).unwrap()).unwrap();
            assert_eq!(shown, file.lines().skip(3).collect::<Vec<_>>(), "step {step}");
        }
        for line in svg.lines().filter(|line| line.contains("data-to=\"")) {
            let hidden = number(line, "data-to=\"", 0) < drawing.last();
            assert_eq!(line.contains(" visibility=\"hidden\""), hidden, "{line}");
        }
    }
}

#[test]
fn names_inside_differ_between_pictures_and_not_between_runs() {
    let id = |svg: &str| svg.split("<title id=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let files: Vec<String> = (0..=states().last())
        .map(|step| String::from_utf8(states().write(Format::Svg, Some(step)).unwrap()).unwrap())
        .chain([states().stepped_svg(), search().stepped_svg()])
        .collect();
    let mut ids: Vec<String> = files.iter().map(|svg| id(svg)).collect();
    assert_eq!(id(&states().stepped_svg()), ids[ids.len() - 2]);
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), files.len());
    for svg in &files {
        let mark = id(svg)["title-".len()..].to_owned();
        assert!(svg.contains(&format!("aria-labelledby=\"title-{mark} desc-{mark}\"")));
        assert_eq!(svg.matches(" id=\"").count(), 2);
    }
}

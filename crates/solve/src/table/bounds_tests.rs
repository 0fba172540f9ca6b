//! Every number that a format cuts to some bits: at the limit it is right, and beyond it the build is refused.

use super::{
    levels::Cut,
    tests::{Folder, reachable},
    *,
};
use attractor_game::{Draw, Kind, Player, Score};
use std::ops::ControlFlow;

fn job(memory: u64) -> Job<'static> {
    Job { memory, threads: 1, scratch: None, stop: None, tell: &|_| {} }
}

/// Play of exactly that many plies, one move each: the last one wins.
struct Chain(u32);

impl Game for Chain {
    type Position = u32;
    type Move = ();
    const ACYCLIC: bool = true;
    fn start(&self) -> u32 {
        self.0
    }
    fn turn(&self, p: &u32) -> Player {
        if p.is_multiple_of(2) { Player::One } else { Player::Two }
    }
    fn moves(&self, p: &u32) -> impl Iterator<Item = ()> {
        (*p > 0).then_some(()).into_iter()
    }
    fn play(&self, p: &u32, (): ()) -> u32 {
        p - 1
    }
    fn result(&self, _: &u32) -> Score {
        Score::LOSS
    }
}

impl Notation for Chain {
    fn write(&self, p: &u32) -> String {
        format!("{p:08}")
    }
    fn read(&self, text: &str) -> Result<u32, Error> {
        text.parse().map_err(|_| Error::new("chain", "no number"))
    }
    fn name(&self, _: &u32, (): ()) -> String {
        "on".to_owned()
    }
}

impl Layered for Chain {
    fn layer(&self, p: &u32) -> u32 {
        self.0 - p
    }
    fn number(&self, _: &u32) -> u64 {
        7
    }
    fn numbered(&self, layer: u32, number: u64) -> Option<u32> {
        (number == 7).then(|| self.0.checked_sub(layer)).flatten()
    }
}

impl Indexed for Chain {
    fn size(&self) -> u64 {
        u64::from(self.0) + 1
    }
    fn index(&self, p: &u32) -> u64 {
        u64::from(self.0 - p)
    }
    fn position(&self, index: u64) -> Option<u32> {
        self.0.checked_sub(u32::try_from(index).ok()?)
    }
}

impl Retrograde for Chain {
    fn try_predecessors<B>(&self, p: &u32, each: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
        (*p < self.0).then_some(p + 1).into_iter().try_for_each(each)
    }
}

/// A table of a chain is right, or refused with that id.
fn chain<K: Keyed<Chain> + Sync>(plies: u32, table: Result<Table, Error>, keyed: K, refused: Option<&str>) {
    match (table, refused) {
        (Ok(table), None) => {
            let game = Chain(plies);
            let value = if plies.is_multiple_of(2) { Value::Loss(plies) } else { Value::Win(plies) };
            assert_eq!(probe(&game, &keyed, &mut table.prober(), &plies).unwrap(), Some(value));
            assert_eq!((table.figures().longest(), table.figures().endless), (plies, 0));
            assert!(check(&game, &keyed, &table, None, 1, &job(1 << 26)).unwrap().whole);
        }
        (Err(told), Some(id)) => assert_eq!((told.id(), told.kind()), (id, Kind::Limit), "{plies}"),
        (table, refused) => panic!("{plies} plies: {:?}, expected {refused:?}", table.map(|t| t.figures().clone())),
    }
}

#[test]
fn distances_beyond_a_cell_are_refused() {
    for value in [Value::Win, Value::Loss] {
        let most = value(Cell::MOST_PLIES);
        assert_eq!(Cell::new(most).unwrap().value(), most);
        assert_eq!(Cell::new(value(Cell::MOST_PLIES + 1)), None);
        assert_eq!(Cell::new(value(u32::MAX)), None);
    }
    let folder = Folder::new("distances");
    for (plies, refused) in
        [(255, None), (256, None), (Cell::MOST_PLIES, None), (Cell::MOST_PLIES + 1, Some("table-too-long"))]
    {
        let out = folder.0.join(format!("whole-{plies}"));
        chain(plies, build_whole(&Chain(plies), "chain", &out, &job(1 << 26)), ByText, refused);
        let out = folder.0.join(format!("layers-{plies}"));
        chain(plies, build_layered(&Chain(plies), "chain", &out, &job(1 << 26)), ByNumber, refused);
    }
    // Layers are numbered in 32 bits, from that of the start on.
    assert!(batches::within_layers(u32::MAX - 9, 10).is_ok());
    assert!(batches::within_layers(u32::MAX - 9, 11).is_err());
}

#[test]
fn levels_beyond_a_byte_are_refused() {
    let folder = Folder::new("plies");
    let most = u32::from(kernel::OPEN) - 1;
    for (plies, refused) in [(most, None), (most + 1, Some("table-levels"))] {
        for (name, memory) in [("memory", 1 << 28), ("disk", 30 << 20)] {
            assert_eq!(Cut::new(200, memory, 1).unwrap().disk, name == "disk");
            let out = folder.0.join(format!("{name}-{plies}"));
            chain(plies, build_retrograde(&Chain(plies), "chain", &out, &job(memory)), ByIndex, refused);
        }
        let out = folder.0.join(format!("tiers-{plies}"));
        chain(plies, build_indexed(&Chain(plies), "chain", &out, &job(1 << 28)), ByIndex, refused);
        let hosts = Hosts::on_this_machine(2).unwrap();
        let out = folder.0.join(format!("together-{plies}"));
        let mut results: Vec<_> = std::thread::scope(|scope| {
            let one = |process| {
                let (hosts, out, folder) = (hosts.clone(), &out, &folder.0);
                scope.spawn(move || {
                    let second = std::time::Duration::from_secs(1);
                    let crew = Crew { hosts, process, workers: 1, wait: 20 * second, save: second, watch: &|_, _| {} };
                    let scratch = folder.join(format!("work-{plies}-{process}"));
                    let job = Job { scratch: Some(&scratch), ..job(1 << 28) };
                    build_retrograde_together(&Chain(plies), "chain", out, &job, &crew)
                })
            };
            [one(0), one(1)].map(|thread| thread.join().unwrap()).into()
        });
        match refused {
            None => chain(plies, results.remove(0).map(|table| table.unwrap()), ByIndex, None),
            Some(id) => assert!(results.into_iter().any(|told| told.unwrap_err().id() == id)),
        }
    }
}

/// A start with so many moves, each to a position from which the one move ends play in a draw.
struct Fan(u32);

impl Game for Fan {
    type Position = u32;
    type Move = u32;
    const ACYCLIC: bool = true;
    fn start(&self) -> u32 {
        0
    }
    fn turn(&self, _: &u32) -> Player {
        Player::One
    }
    fn moves(&self, p: &u32) -> impl Iterator<Item = u32> {
        let range = match p {
            0 => 1..self.0 + 1,
            p if *p <= self.0 => self.0 + 1..self.0 + 2,
            _ => 0..0,
        };
        range.into_iter()
    }
    fn play(&self, _: &u32, m: u32) -> u32 {
        m
    }
    fn result(&self, _: &u32) -> Score {
        Score::DRAW
    }
}

impl Indexed for Fan {
    fn size(&self) -> u64 {
        u64::from(self.0) + 2
    }
    fn index(&self, p: &u32) -> u64 {
        u64::from(*p)
    }
    fn position(&self, index: u64) -> Option<u32> {
        (index < self.size()).then_some(index as u32)
    }
}

impl Retrograde for Fan {
    fn try_predecessors<B>(&self, p: &u32, each: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut range = match p {
            0 => 0..0,
            p if *p <= self.0 => 0..1,
            _ => 1..self.0 + 1,
        };
        range.try_for_each(each)
    }
}

#[test]
fn more_open_moves_than_a_byte_counts_are_refused() {
    let folder = Folder::new("moves");
    for (moves, memory) in [(63, 1 << 28), (64, 1 << 28), (63, 30 << 20), (64, 30 << 20)] {
        let (game, out) = (Fan(moves), folder.0.join(format!("{moves}-{memory}")));
        match build_retrograde(&game, "fan", &out, &job(memory)) {
            Ok(table) => {
                assert_eq!(moves, 63);
                let value = probe(&game, &ByIndex, &mut table.prober(), &0).unwrap();
                assert_eq!(value, Some(Value::Draw(Draw::Final)));
            }
            Err(told) => assert_eq!((moves, told.id(), told.kind()), (64, "table-moves", Kind::Limit)),
        }
        // Tiers count them in 32 bits.
        let table = build_indexed(&game, "fan", &out.with_extension("tiers"), &job(1 << 28)).unwrap();
        assert_eq!(table.figures().drawn, reachable(&game).len() as u64);
    }
}

#[test]
fn numbers_beyond_a_message_are_refused() {
    let memory = 1 << 50;
    assert!(Cut::new((1 << 42) - 1, memory, 1).is_ok());
    for size in [1 << 42, u64::MAX] {
        let told = Cut::new(size, memory, 1).err().unwrap();
        assert_eq!((told.id(), told.kind()), ("table-numbers", Kind::Limit));
    }
    for (within, said) in [(0, 0), ((1 << post::BITS) - 1, 3), (1 << (post::BITS - 1), 1)] {
        let mut outbox = post::Outbox::new(1, 0, None);
        outbox.send(0, within, said);
        let mut heard = Vec::new();
        outbox.each(0, &mut Vec::new(), |messages| heard.extend(messages.iter().map(|m| post::open(*m)))).unwrap();
        assert_eq!(heard, [(within as usize, said)]);
    }
}

#[test]
fn keys_are_as_wide_as_numbers() {
    let folder = Folder::new("wide");
    for numbers in
        [vec![0, u64::MAX], vec![u64::MAX], vec![0], vec![1 << 63, (1 << 63) + 1], vec![u64::MAX - 1, u64::MAX]]
    {
        let path = folder.0.join("run");
        let mut run = runs::Run::create(&path).unwrap();
        numbers.iter().for_each(|n| run.push(*n).unwrap());
        run.finish().unwrap();
        let mut reader = runs::Reader::open(&path).unwrap();
        let read: Vec<u64> = std::iter::from_fn(|| reader.next().unwrap()).collect();
        assert_eq!(read, numbers);
        let cells: Vec<u16> = (1..).take(numbers.len()).collect();
        let part = batches::Part::new(numbers.clone(), cells.clone());
        for (number, cell) in numbers.iter().zip(cells) {
            assert_eq!(part.find(*number), Some(cell));
            part.ask(number.wrapping_add(1));
        }
    }
}

#[test]
fn what_a_block_cannot_hold_is_refused() {
    let folder = Folder::new("block");
    let cell = |plies| Cell::new(Value::Win(plies)).unwrap();
    let write = |longest, plies: u32, key: Key| -> Result<(), Error> {
        let mut writer = file::Writer::create(&folder.0.join("t"), "t", matches!(key, Key::Number(_)), longest, 1)?;
        writer.push(0, key.clone(), cell(plies))?;
        let mut figures = Figures::default();
        figures.add(cell(plies), 1);
        writer.finish(&figures)?;
        let table = Table::open(&folder.0.join("t"))?;
        assert_eq!(table.prober().get(0, &key)?, Some(cell(plies)));
        Ok(())
    };
    let refused =
        |told: Result<(), Error>, id| assert_eq!(told.map_err(|e| (e.id(), e.kind())), Err((id, Kind::Limit)));
    write(255, 255, Key::Number(u64::MAX)).unwrap();
    refused(write(255, 256, Key::Number(0)), "table-too-long");
    write(256, Cell::MOST_PLIES, Key::Number(0)).unwrap();
    write(255, 9, Key::Text("x".repeat(file::MOST_TEXT))).unwrap();
    refused(write(255, 9, Key::Text("x".repeat(file::MOST_TEXT + 1))), "table-text");
}

#[test]
fn figures_are_not_cut() {
    let mut figures = Figures { positions: u64::MAX, won: u64::MAX, outcome_bytes: u64::MAX, ..Figures::default() };
    figures.distances.insert(u32::MAX, (u64::MAX, 0));
    let lines = figures.to_lines();
    assert_eq!(Figures::from_lines(&lines), Some(figures));
    for (digits, beyond) in [("18446744073709551615", "18446744073709551616"), ("4294967295", "4294967296")] {
        assert_eq!(Figures::from_lines(&lines.replacen(digits, beyond, 1)), None);
    }
}

//! The store of canonical forms: each value once, so that equal values are the same number.

use super::{
    Dyadic, mix, mix_wide,
    thermograph::{Wall, thermograph},
};

/// A canonical form: its place in a [`Forms`]. Forms of one store are equal exactly if their values are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Form(u32);

impl Form {
    /// The game without options, in every store.
    pub const ZERO: Form = Form(0);

    /// Forms of a store are numbered from 0.
    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    /// The form of that number, which must be below [`Forms::len`].
    #[inline]
    pub(crate) fn at(index: usize) -> Form {
        Form(index as u32)
    }
}

/// Who wins a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// Left, whoever begins: the game is greater than 0.
    Left,
    /// Right, whoever begins: less than 0.
    Right,
    /// Whoever begins: confused with 0.
    First,
    /// Whoever does not begin: equal to 0.
    Second,
}

/// What is known of a form, on one cache line.
#[repr(align(64))]
struct Entry {
    /// Its options stand one behind the other from here: so many of Left, then so many of Right, each sorted.
    start: u32,
    lefts: u16,
    rights: u16,
    /// The first number reached if Left (Right) begins and both play their best.
    left_stop: Dyadic,
    right_stop: Dyadic,
    mean: Dyadic,
    /// Negative for numbers alone.
    temperature: Dyadic,
    /// Depends on the value alone, not on the store.
    hash: u128,
}

impl Entry {
    #[inline(always)]
    fn is_number(&self) -> bool {
        self.temperature < Dyadic::ZERO
    }
}

/// Answers about two forms, kept in a fixed number of places; a new one takes the place of an old one.
struct Cache {
    /// Both forms and the answer, [`FORM_BITS`] each; 0 is none.
    slots: Vec<u64>,
}

impl Cache {
    fn new(bits: u32) -> Cache {
        Cache { slots: vec![0; 1 << bits] }
    }

    /// Where the answer about two forms is, and what stands above it.
    #[inline(always)]
    fn place(&self, g: Form, h: Form) -> (usize, u64) {
        let key = u64::from(g.0) << FORM_BITS | u64::from(h.0);
        (mix(key) as usize & (self.slots.len() - 1), key << FORM_BITS)
    }

    #[inline(always)]
    fn get(&self, g: Form, h: Form) -> Option<u32> {
        let (slot, key) = self.place(g, h);
        let answer = self.slots[slot] ^ key;
        (answer >> FORM_BITS == 0).then_some(answer as u32)
    }

    #[inline(always)]
    fn put(&mut self, g: Form, h: Form, answer: u32) {
        let (slot, key) = self.place(g, h);
        self.slots[slot] = key | u64::from(answer);
    }
}

/// A store of canonical forms, with the group operations and the order between them.
///
/// Functions that make forms give `None` when there is no room left: the store never holds more than its limit of
/// forms, nor numbers finer than [`Dyadic`] holds. All that was made before stays valid.
pub struct Forms {
    entries: Vec<Entry>,
    options: Vec<Form>,
    walls: Vec<[Wall; 2]>,
    /// Places of the forms by their hash: open addressing, `u32::MAX` is free.
    index: Vec<u32>,
    /// Forms of numbers met so far that fit their place; all are in the index.
    numbers: Vec<(Dyadic, Form)>,
    negatives: Vec<Form>,
    less: Cache,
    sums: Cache,
    pub(super) won: super::sum::Won,
    limit: usize,
}

const FREE: u32 = u32::MAX;
const UNKNOWN: Form = Form(u32::MAX);
const CACHE_BITS: u32 = 18;
/// Forms are numbered below 2 to this power.
const FORM_BITS: u32 = 21;
/// Places for forms of numbers.
const NUMBERS: usize = 1 << 12;
/// Whole numbers up to this size are in every store from the start, so that they can always be had.
const WHOLE: i32 = 64;
/// The form of a number has as many forms below it as the number is large.
const LARGEST: Dyadic = Dyadic::integer(4096);

/// The form of a nimber has as many options as it is large, and so have those.
const LARGEST_NIMBER: u32 = 255;

impl Default for Forms {
    fn default() -> Forms {
        Forms::new()
    }
}

impl Forms {
    /// Only the whole numbers from -64 to 64, and room for two million forms.
    pub fn new() -> Forms {
        Forms::with_limit(1 << 21)
    }

    /// The same with room for so many forms: 1,000 at least, two million at most.
    pub fn with_limit(limit: usize) -> Forms {
        let mut forms = Forms {
            entries: Vec::new(),
            options: Vec::new(),
            walls: Vec::new(),
            index: vec![FREE; 1 << 12],
            numbers: vec![(Dyadic::UNIT, UNKNOWN); NUMBERS],
            negatives: Vec::new(),
            less: Cache::new(CACHE_BITS),
            sums: Cache::new(CACHE_BITS),
            won: super::sum::Won::new(),
            limit: limit.clamp(1000, 1 << FORM_BITS),
        };
        for n in 0..=WHOLE {
            for n in [n, -n] {
                let known = forms.number(Dyadic::integer(n));
                debug_assert!(known.is_some());
            }
        }
        forms
    }

    /// How many forms there are.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    #[inline]
    fn entry(&self, g: Form) -> &Entry {
        &self.entries[g.index()]
    }

    /// The options of Left or Right.
    #[inline]
    pub fn options(&self, g: Form, left: bool) -> &[Form] {
        let e = self.entry(g);
        let middle = e.start as usize + usize::from(e.lefts);
        if left { &self.options[e.start as usize..middle] } else { &self.options[middle..][..usize::from(e.rights)] }
    }

    /// The number that this is, if it is one.
    #[inline]
    pub fn as_number(&self, g: Form) -> Option<Dyadic> {
        let e = self.entry(g);
        e.is_number().then_some(e.mean)
    }

    /// The first number reached if Left (or Right) begins and both play their best.
    #[inline]
    pub fn stop(&self, g: Form, left: bool) -> Dyadic {
        if left { self.entry(g).left_stop } else { self.entry(g).right_stop }
    }

    /// What it is worth on average: `n` copies are worth `n` times that, give or take a constant.
    #[inline]
    pub fn mean(&self, g: Form) -> Dyadic {
        self.entry(g).mean
    }

    /// What a move in it is worth: 0 for infinitesimals, and by convention -2^-32 for numbers, in which nobody wants to
    /// move.
    #[inline]
    pub fn temperature(&self, g: Form) -> Dyadic {
        self.entry(g).temperature
    }

    /// A hash of the value: the same in every store.
    #[inline]
    pub(crate) fn hash(&self, g: Form) -> u128 {
        self.entry(g).hash
    }

    /// The form of a number, up to 4096 in size.
    pub fn number(&mut self, x: Dyadic) -> Option<Form> {
        let slot = mix(x.0 as u64) as usize & (NUMBERS - 1);
        let (known, g) = self.numbers[slot];
        if known == x && g != UNKNOWN {
            return Some(g);
        }
        if x.max(-x) > LARGEST {
            return None;
        }
        let mut sides = [None; 2];
        for (side, left) in sides.iter_mut().zip([true, false]) {
            if let Some(option) = x.option(left) {
                *side = Some(self.number(option)?);
            }
        }
        let g = self.intern(sides[0].as_slice(), sides[1].as_slice())?;
        self.numbers[slot] = (x, g);
        Some(g)
    }

    /// The form of the nimber `*n`, up to 255: `0, *, ..., *(n - 1)` are the options of both.
    pub fn nimber(&mut self, n: u32) -> Option<Form> {
        if n > LARGEST_NIMBER {
            return None;
        }
        let (mut options, mut last) = (Vec::new(), Form::ZERO);
        for _ in 0..n {
            options.push(last);
            options.sort_unstable();
            last = self.intern(&options, &options)?;
        }
        Some(last)
    }

    /// The number that these canonical options make.
    fn number_of(&self, left: &[Form], right: &[Form]) -> Option<Dyadic> {
        let one = Dyadic::integer(1);
        match (left, right) {
            ([], []) => Some(Dyadic::ZERO),
            ([l], []) => self.as_number(*l).map(|x| x + one),
            ([], [r]) => self.as_number(*r).map(|x| x - one),
            ([l], [r]) => {
                let (a, b) = (self.as_number(*l)?, self.as_number(*r)?);
                if a < b { (a + b).half() } else { None }
            }
            _ => None,
        }
    }

    /// The form with these options, which must be canonical and sorted.
    fn intern(&mut self, left: &[Form], right: &[Form]) -> Option<Form> {
        let join = |side: &[Form]| side.iter().fold(0u128, |h, &g| h.wrapping_add(mix_wide(self.hash(g))));
        let hash = mix_wide(join(left).wrapping_mul(3) ^ mix_wide(join(right) ^ 1)).wrapping_add(1);
        let mut slot = hash as usize & (self.index.len() - 1);
        while self.index[slot] != FREE {
            let g = Form(self.index[slot]);
            if self.hash(g) == hash && self.options(g, true) == left && self.options(g, false) == right {
                return Some(g);
            }
            slot = (slot + 1) & (self.index.len() - 1);
        }
        if self.entries.len() >= self.limit {
            return None;
        }
        let g = Form(self.entries.len() as u32);
        let start = self.options.len() as u32;
        let number = self.number_of(left, right);
        let (walls, left_stop, right_stop, mean, temperature) = match number {
            Some(x) => {
                let wall = vec![(Dyadic::ZERO, x)];
                ([wall.clone(), wall], x, x, x, -Dyadic::UNIT)
            }
            None => {
                let t = thermograph(
                    left.iter().map(|l| &self.walls[l.index()][1][..]),
                    right.iter().map(|r| &self.walls[r.index()][0][..]),
                )?;
                let (l, r) = (t.left[0].1, t.right[0].1);
                ([t.left, t.right], l, r, t.mean, t.temperature)
            }
        };
        let (lefts, rights) = (u16::try_from(left.len()).ok()?, u16::try_from(right.len()).ok()?);
        self.options.extend_from_slice(left);
        self.options.extend_from_slice(right);
        self.entries.push(Entry { start, lefts, rights, left_stop, right_stop, mean, temperature, hash });
        self.walls.push(walls);
        self.negatives.push(UNKNOWN);
        self.index[slot] = g.0;
        if self.entries.len() * 2 > self.index.len() {
            self.reindex();
        }
        Some(g)
    }

    /// Twice as many places.
    fn reindex(&mut self) {
        let size = self.index.len() * 2;
        self.index.clear();
        self.index.resize(size, FREE);
        for (i, e) in self.entries.iter().enumerate() {
            let mut slot = e.hash as usize & (size - 1);
            while self.index[slot] != FREE {
                slot = (slot + 1) & (size - 1);
            }
            self.index[slot] = i as u32;
        }
    }

    /// `G <= H`: Left has no winning move from `G - H`.
    pub fn le(&mut self, g: Form, h: Form) -> bool {
        if g == h {
            return true;
        }
        let (a, b) = (self.entry(g), self.entry(h));
        if a.left_stop < b.right_stop {
            return true;
        }
        if a.left_stop > b.left_stop || a.right_stop > b.right_stop || a.mean > b.mean {
            return false;
        }
        if a.is_number() && b.is_number() {
            return a.mean <= b.mean;
        }
        if let Some(answer) = self.less.get(g, h) {
            return answer != 0;
        }
        let (lefts, rights) = (self.options(g, true).len(), self.options(h, false).len());
        let answer = (0..lefts).all(|i| !self.le(h, self.options(g, true)[i]))
            && (0..rights).all(|i| !self.le(self.options(h, false)[i], g));
        self.less.put(g, h, answer.into());
        answer
    }

    /// Who wins.
    pub fn outcome(&mut self, g: Form) -> Outcome {
        match (self.le(Form::ZERO, g), self.le(g, Form::ZERO)) {
            (true, true) => Outcome::Second,
            (true, false) => Outcome::Left,
            (false, true) => Outcome::Right,
            (false, false) => Outcome::First,
        }
    }

    /// `x <= {left | right}`.
    fn le_options(&mut self, x: Form, left: &[Form], right: &[Form]) -> bool {
        right.iter().all(|&r| !self.le(r, x))
            && (0..self.options(x, true).len()).all(|i| !self.options_le(left, right, self.options(x, true)[i]))
    }

    /// `{left | right} <= x`.
    fn options_le(&mut self, left: &[Form], right: &[Form], x: Form) -> bool {
        left.iter().all(|&l| !self.le(x, l))
            && (0..self.options(x, false).len()).all(|i| !self.le_options(self.options(x, false)[i], left, right))
    }

    /// Keeps of each set of comparable options the best, sorted.
    fn undominated(&mut self, options: &mut Vec<Form>, left: bool) {
        options.sort_unstable();
        options.dedup();
        let mut i = 0;
        while i < options.len() {
            let x = options[i];
            let worse = |forms: &mut Forms, y: Form| if left { forms.le(x, y) } else { forms.le(y, x) };
            if (0..options.len()).any(|j| j != i && worse(self, options[j])) {
                options.remove(i);
            } else {
                i += 1;
            }
        }
    }

    /// All options are numbers: the simplest number between them, or a switch.
    fn make_of_numbers(&mut self, left: &[Form], right: &[Form]) -> Option<Option<Form>> {
        let (mut low, mut high) = (None, None);
        for &l in left {
            let x = self.as_number(l)?;
            low = Some(low.map_or((x, l), |best: (Dyadic, Form)| best.max((x, l))));
        }
        for &r in right {
            let x = self.as_number(r)?;
            high = Some(high.map_or((x, r), |best: (Dyadic, Form)| best.min((x, r))));
        }
        Some(match (low, high) {
            (Some((a, l)), Some((b, r))) if a >= b => self.intern(&[l], &[r]),
            _ => Dyadic::simplest(low.map(|x| x.0), high.map(|x| x.0)).and_then(|x| self.number(x)),
        })
    }

    /// The canonical form of the game with these options.
    pub fn make(&mut self, left: &[Form], right: &[Form]) -> Option<Form> {
        if let Some(made) = self.make_of_numbers(left, right) {
            return made;
        }
        let (mut left, mut right) = (left.to_vec(), right.to_vec());
        self.undominated(&mut left, true);
        self.undominated(&mut right, false);
        loop {
            let by_left = self.bypass(&mut left, &right, true);
            let by_right = self.bypass(&mut right, &left, false);
            if !by_left && !by_right {
                return self.intern(&left, &right);
            }
            self.undominated(&mut left, true);
            self.undominated(&mut right, false);
        }
    }

    /// Replaces each reversible option by what lies behind the answer that reverses it. Says whether there was one.
    fn bypass(&mut self, options: &mut Vec<Form>, others: &[Form], left: bool) -> bool {
        let mut changed = false;
        let mut i = 0;
        'options: while i < options.len() {
            for j in 0..self.options(options[i], !left).len() {
                let answer = self.options(options[i], !left)[j];
                let reverses = if left {
                    self.le_options(answer, options, others)
                } else {
                    self.options_le(others, options, answer)
                };
                if reverses {
                    options.remove(i);
                    options.extend_from_slice(self.options(answer, left));
                    changed = true;
                    continue 'options;
                }
            }
            i += 1;
        }
        changed
    }

    /// `-G`: the players have changed places.
    pub fn negate(&mut self, g: Form) -> Option<Form> {
        let known = self.negatives[g.index()];
        if known != UNKNOWN {
            return Some(known);
        }
        let negative = match self.as_number(g) {
            Some(x) => self.number(-x)?,
            None => {
                let mut sides = [Vec::new(), Vec::new()];
                for (side, left) in sides.iter_mut().zip([false, true]) {
                    for i in 0..self.options(g, left).len() {
                        let option = self.options(g, left)[i];
                        side.push(self.negate(option)?);
                    }
                    side.sort_unstable();
                }
                self.intern(&sides[0], &sides[1])?
            }
        };
        self.negatives[g.index()] = negative;
        self.negatives[negative.index()] = g;
        Some(negative)
    }

    /// `G + H`: a player moves in one of the two.
    pub fn add(&mut self, g: Form, h: Form) -> Option<Form> {
        let (g, h) = if g < h { (g, h) } else { (h, g) };
        if g == Form::ZERO {
            return Some(h);
        }
        if let (Some(x), Some(y)) = (self.as_number(g), self.as_number(h)) {
            return self.number(x + y);
        }
        if let Some(sum) = self.sums.get(g, h) {
            return Some(Form(sum));
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (a, b) in [(g, h), (h, g)] {
            // A number's own moves never matter next to a game that is none.
            if self.as_number(a).is_some() {
                continue;
            }
            for (side, left) in sides.iter_mut().zip([true, false]) {
                for i in 0..self.options(a, left).len() {
                    let option = self.options(a, left)[i];
                    side.push(self.add(option, b)?);
                }
            }
        }
        let sum = self.make(&sides[0], &sides[1])?;
        self.sums.put(g, h, sum.0);
        Some(sum)
    }
}

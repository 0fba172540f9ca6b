//! Sums of forms that are not brought into one form: who wins them is found by play.

use super::{Dyadic, Form, Forms, mix_wide};

/// A number plus some forms that are none; a form and its negative cancel. Holds at most [`Sum::ROOM`] of them.
#[derive(Clone, Copy, Debug)]
pub struct Sum {
    number: Dyadic,
    count: u8,
    parts: [Form; Sum::ROOM],
}

impl Default for Sum {
    fn default() -> Sum {
        Sum::ZERO
    }
}

impl Sum {
    /// How many forms fit, besides the number.
    pub const ROOM: usize = 12;
    /// Nothing.
    pub const ZERO: Sum = Sum { number: Dyadic::ZERO, count: 0, parts: [Form::ZERO; Sum::ROOM] };

    /// The number.
    #[inline]
    pub fn number(&self) -> Dyadic {
        self.number
    }

    /// The other parts.
    #[inline]
    pub fn parts(&self) -> &[Form] {
        &self.parts[..usize::from(self.count)]
    }

    /// Adds a form. `None` if there is no room: the sum is then what it was.
    #[inline]
    pub fn push(&mut self, forms: &mut Forms, g: Form) -> Option<()> {
        if let Some(x) = forms.as_number(g) {
            self.number += x;
            return Some(());
        }
        let negative = forms.negate(g)?;
        if let Some(i) = self.parts().iter().position(|&part| part == negative) {
            self.remove(i);
        } else {
            *self.parts.get_mut(usize::from(self.count))? = g;
            self.count += 1;
        }
        Some(())
    }

    /// Adds a number.
    #[inline]
    pub fn add_number(&mut self, x: Dyadic) {
        self.number += x;
    }

    /// A part becomes one of its options. There is always room for that, except for a negative never seen: the option
    /// is then kept without looking for it.
    #[inline]
    pub fn replace(&mut self, forms: &mut Forms, i: usize, option: Form) {
        self.remove(i);
        if self.push(forms, option).is_none() {
            self.parts[usize::from(self.count)] = option;
            self.count += 1;
        }
    }

    /// Takes a part out.
    #[inline]
    fn remove(&mut self, i: usize) {
        self.count -= 1;
        self.parts[i] = self.parts[usize::from(self.count)];
    }

    /// The sum of the means and the highest temperature: what they are for the sum, except that its temperature may be
    /// lower.
    #[inline]
    pub fn mean_and_temperature(&self, forms: &Forms) -> (Dyadic, Dyadic) {
        let (mut mean, mut temperature) = (self.number, -Dyadic::UNIT);
        for &part in self.parts() {
            mean += forms.mean(part);
            temperature = temperature.max(forms.temperature(part));
        }
        (mean, temperature)
    }

    /// A hash that does not depend on the order of the parts, nor on the store.
    #[inline]
    pub(crate) fn hash(&self, forms: &Forms, left: bool) -> u128 {
        let start = mix_wide((self.number.0 as u64 as u128) << 1 | u128::from(left));
        self.parts().iter().fold(start, |hash, &part| hash.wrapping_add(forms.hash(part)))
    }
}

/// Sums whose winner is known, in a fixed number of places. The lowest bit of the hash gives way to the answer.
pub(super) struct Won(Vec<u128>);

impl Won {
    pub(super) fn new() -> Won {
        Won(vec![0; 1 << 16])
    }

    fn get(&self, hash: u128) -> Option<bool> {
        let found = self.0[(hash >> 64) as usize & (self.0.len() - 1)];
        (found | 1 == hash | 1).then_some(found & 1 != 0)
    }

    fn put(&mut self, hash: u128, won: bool) {
        let slot = (hash >> 64) as usize & (self.0.len() - 1);
        self.0[slot] = (hash & !1) | u128::from(won);
    }
}

impl Forms {
    /// Does the player to move (`left` says who) win this sum? `None` when that takes more than `budget` positions,
    /// which is lowered by those it took, or when there is no room for a form.
    ///
    /// The left stop of a sum is at least its mean, and at most its mean plus its temperature: most sums are decided by
    /// that.
    pub fn wins(&mut self, sum: &Sum, left: bool, budget: &mut u32) -> Option<bool> {
        let sign = |x: Dyadic| if left { x } else { -x };
        if sum.count == 0 {
            return Some(sign(sum.number) > Dyadic::ZERO);
        }
        let (mean, temperature) = sum.mean_and_temperature(self);
        if sign(mean) > Dyadic::ZERO {
            return Some(true);
        }
        if sign(mean) + temperature < Dyadic::ZERO {
            return Some(false);
        }
        if sum.count == 1 {
            // One form g and a number x: compare g with -x.
            let other = self.number(-sum.number)?;
            let won = if left { !self.le(sum.parts[0], other) } else { !self.le(other, sum.parts[0]) };
            return Some(won);
        }
        let hash = sum.hash(self, left);
        if let Some(won) = self.won.get(hash) {
            return Some(won);
        }
        *budget = budget.checked_sub(1)?;
        // The hottest part first. (A number is never worth a move while another part is none.)
        let count = usize::from(sum.count);
        let mut order: [(Dyadic, u8); Sum::ROOM] = [(Dyadic::ZERO, 0); Sum::ROOM];
        for (i, place) in order[..count].iter_mut().enumerate() {
            *place = (-self.temperature(sum.parts[i]), i as u8);
        }
        order[..count].sort_unstable();
        let mut unknown = false;
        let mut last = None;
        for &(_, i) in &order[..count] {
            let part = sum.parts[usize::from(i)];
            if last.replace(part) == Some(part) {
                continue;
            }
            for k in 0..self.options(part, left).len() {
                let mut next = *sum;
                next.replace(self, i.into(), self.options(part, left)[k]);
                match self.wins(&next, !left, budget) {
                    Some(false) => {
                        self.won.put(hash, true);
                        return Some(true);
                    }
                    Some(true) => {}
                    None => unknown = true,
                }
            }
        }
        if unknown {
            return None;
        }
        self.won.put(hash, false);
        Some(false)
    }
}

//! The usual notation: `-3/4`, `*2`, `2↑*`, `±1`, `{2|-1/2}`, `{{3|1}|-2}`.

use super::{Dyadic, Form, Forms};
use attractor_game::ValueKind;

impl Forms {
    /// The form in the usual notation. A number and an infinitesimal with a name stand side by side: `1/2*`, `-1↓`.
    pub fn write(&mut self, g: Form) -> String {
        if let Some(x) = self.as_number(g) {
            return x.to_string();
        }
        if let Some(name) = self.infinitesimal(g) {
            return name;
        }
        let stop = self.stop(g, true);
        if stop == self.stop(g, false) && stop != Dyadic::ZERO {
            let without = self.number(-stop).and_then(|x| self.add(g, x));
            if let Some(name) = without.and_then(|rest| self.infinitesimal(rest)) {
                return format!("{stop}{name}");
            }
        }
        if self.negate(g) == Some(g) {
            let options = self.list(g, true);
            return if options.contains(',') { format!("±({options})") } else { format!("±{options}") };
        }
        format!("{{{}|{}}}", self.list(g, true), self.list(g, false))
    }

    fn list(&mut self, g: Form, left: bool) -> String {
        let options = self.options(g, left).to_vec();
        options.into_iter().map(|option| self.write(option)).collect::<Vec<_>>().join(",")
    }

    /// The name of a nimber or of a sum of ups and stars.
    fn infinitesimal(&mut self, g: Form) -> Option<String> {
        if let Some(n) = self.as_nimber(g) {
            return Some(Forms::star(n as u32));
        }
        if self.stop(g, true) != Dyadic::ZERO || self.stop(g, false) != Dyadic::ZERO {
            return None;
        }
        let star = self.make(&[Form::ZERO], &[Form::ZERO])?;
        let up = self.make(&[Form::ZERO], &[star])?;
        for (sign, one) in [("↑", up), ("↓", self.negate(up)?)] {
            let mut sum = Form::ZERO;
            for n in 1..=9 {
                sum = self.add(sum, one)?;
                let name = match (n, sign) {
                    (1, _) => sign.to_owned(),
                    (2, "↑") => "⇑".to_owned(),
                    (2, _) => "⇓".to_owned(),
                    _ => format!("{sign}{n}"),
                };
                if g == sum {
                    return Some(name);
                }
                if g == self.add(sum, star)? {
                    return Some(name + "*");
                }
            }
        }
        None
    }

    /// `n` if this is the nimber `*n`, whose options for both are `0, *, ..., *(n - 1)`.
    pub(super) fn as_nimber(&self, g: Form) -> Option<usize> {
        let (left, right) = (self.options(g, true), self.options(g, false));
        if left != right || left.is_empty() {
            return None;
        }
        // The largest option has all the others for its own.
        let size = |option: Form| self.options(option, true).len();
        let largest = *left.iter().max_by_key(|&&option| size(option))?;
        let others = left.iter().filter(|&&option| option != largest);
        let smaller = largest == Form::ZERO || self.as_nimber(largest).is_some();
        (smaller && others.eq(self.options(largest, true))).then_some(left.len())
    }

    /// The name of the nimber `*n`.
    pub(super) fn star(n: u32) -> String {
        match n {
            0 => "0".into(),
            1 => "*".into(),
            _ => format!("*{n}"),
        }
    }

    /// A text of [`Forms::write`] with signs that every keyboard has: `+-` for `±`, `^` and `v` for arrows.
    pub fn ascii(text: &str) -> String {
        text.chars().fold(String::new(), |all, c| match c {
            '±' => all + "+-",
            '↑' => all + "^",
            '⇑' => all + "^2",
            '↓' => all + "v",
            '⇓' => all + "v2",
            c => all + c.encode_utf8(&mut [0; 4]),
        })
    }

    /// What kind of value it is.
    pub fn kind(&self, g: Form) -> ValueKind {
        let (high, low) = (self.stop(g, true), self.stop(g, false));
        let number = |options: &[Form]| matches!(options, [x] if self.as_number(*x).is_some());
        if self.as_number(g).is_some() {
            ValueKind::Number
        } else if self.as_nimber(g).is_some() {
            ValueKind::Nimber
        } else if high == low {
            if high == Dyadic::ZERO { ValueKind::Infinitesimal } else { ValueKind::Tepid }
        } else if number(self.options(g, true)) && number(self.options(g, false)) {
            ValueKind::Switch
        } else {
            ValueKind::Hot
        }
    }
}

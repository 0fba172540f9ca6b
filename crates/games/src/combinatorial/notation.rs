//! The usual notation: `-3/4`, `*2`, `2↑*`, `±1`, `{2|-1/2}`, `{{3|1}|-2}`.

use super::{Dyadic, Form, Forms};

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
        if let Some(n) = self.nimber(g) {
            return Some(if n == 1 { "*".into() } else { format!("*{n}") });
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
    fn nimber(&self, g: Form) -> Option<usize> {
        let (left, right) = (self.options(g, true), self.options(g, false));
        let n = left.len();
        if left != right || n == 0 {
            return None;
        }
        let size = |option: &Form| if *option == Form::ZERO { Some(0) } else { self.nimber(*option) };
        let sizes: Option<std::collections::BTreeSet<usize>> = left.iter().map(size).collect();
        sizes.filter(|sizes| sizes.iter().copied().eq(0..n)).map(|_| n)
    }
}

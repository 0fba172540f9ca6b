//! Exact values that a search may use besides those it finds: an endgame table, for example.

use attractor_game::Value;

/// What is known of positions besides what a search finds out.
pub trait Known<P> {
    /// There is something to ask; if not, the search is compiled without asking.
    const ASKED: bool;
    /// It is worth asking now.
    #[inline(always)]
    fn ready(&self) -> bool {
        Self::ASKED
    }
    /// The exact value of a position for the player to move, if it is known.
    fn value(&mut self, p: &P) -> Option<Value>;
}

/// Nothing is known.
impl<P> Known<P> for () {
    const ASKED: bool = false;
    #[inline(always)]
    fn value(&mut self, _: &P) -> Option<Value> {
        None
    }
}

/// Something is, perhaps.
impl<P, K: Known<P>> Known<P> for Option<K> {
    const ASKED: bool = K::ASKED;
    #[inline(always)]
    fn ready(&self) -> bool {
        self.is_some()
    }
    #[inline]
    fn value(&mut self, p: &P) -> Option<Value> {
        self.as_mut()?.value(p)
    }
}

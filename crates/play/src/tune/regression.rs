//! Logistic regression: weights such that `1 / (1 + exp(-w·x))` is close to the results seen.
//!
//! Newton's method on the log-loss with a penalty on the squares of the weights (ridge), with steps halved where they
//! would overshoot. The loss is convex, so there is one answer; sums run in the order of the rows, so that it is the same
//! to the last bit however the rows were found. A draw is a result of one half.
//!
//! D. R. Cox, *The regression analysis of binary sequences*, J. Royal Statistical Society B 20 (1958), 215-242.

/// Rows of numbers with the result of each, from 0 (lost) to 1 (won).
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Data {
    width: usize,
    rows: Vec<f64>,
    results: Vec<f64>,
}

impl Data {
    /// No rows yet, each of so many numbers.
    pub(crate) fn new(width: usize) -> Data {
        Data { width, rows: Vec::new(), results: Vec::new() }
    }

    /// One more row.
    pub(crate) fn push(&mut self, row: &[f64], result: f64) {
        debug_assert_eq!(row.len(), self.width);
        self.rows.extend_from_slice(row);
        self.results.push(result);
    }

    /// Number of rows.
    pub(crate) fn len(&self) -> usize {
        self.results.len()
    }

    fn iter(&self) -> impl Iterator<Item = (&[f64], f64)> {
        self.rows.chunks_exact(self.width).zip(self.results.iter().copied())
    }

    /// The weighted sum of some columns as one column, the rest behind it.
    pub(crate) fn combined(&self, weights: &[f64]) -> Data {
        let mut data = Data::new(1 + self.width - weights.len());
        for (row, result) in self.iter() {
            data.rows.push(dot(row, weights));
            data.rows.extend_from_slice(&row[weights.len()..]);
            data.results.push(result);
        }
        data
    }

    /// Mean log-loss of the weights: 0 if every result was foreseen surely, ln 2 for knowing nothing.
    pub(crate) fn loss(&self, weights: &[f64]) -> f64 {
        self.iter().map(|(row, result)| log_loss(dot(row, weights), result)).sum::<f64>() / self.len().max(1) as f64
    }

    /// Of the rows that were won or lost, the part that the weights give to the right side; an even estimate counts half.
    pub(crate) fn accuracy(&self, weights: &[f64]) -> f64 {
        let (mut right, mut decided) = (0.0, 0u64);
        for (row, result) in self.iter().filter(|&(_, result)| result != 0.5) {
            let seen = dot(row, weights) * (result - 0.5);
            right += if seen == 0.0 { 0.5 } else { f64::from(u8::from(seen > 0.0)) };
            decided += 1;
        }
        right / decided.max(1) as f64
    }

    /// The weights of least loss plus `penalty / rows` times half the sum of their squares, each weight taken in units of
    /// its column's size, so that columns of large numbers are not preferred.
    pub(crate) fn fit(&self, penalty: f64) -> Vec<f64> {
        let n = self.width;
        let size: Vec<f64> = (0..n).map(|i| self.size(i)).collect();
        let ridge: Vec<f64> = size.iter().map(|s| penalty * s * s).collect();
        let total = |w: &[f64]| {
            let loss: f64 = self.iter().map(|(row, result)| log_loss(dot(row, w), result)).sum();
            loss + w.iter().zip(&ridge).map(|(w, r)| 0.5 * r * w * w).sum::<f64>()
        };
        let mut weights = vec![0.0; n];
        let mut now = total(&weights);
        for _ in 0..STEPS {
            // Step 1. Slope and curvature of the penalised loss.
            let mut slope: Vec<f64> = weights.iter().zip(&ridge).map(|(w, r)| r * w).collect();
            let mut curve = vec![0.0; n * n];
            for (row, result) in self.iter() {
                let chance = logistic(dot(row, &weights));
                let (error, spread) = (chance - result, chance * (1.0 - chance));
                for i in 0..n {
                    slope[i] += error * row[i];
                    for j in 0..=i {
                        curve[i * n + j] += spread * row[i] * row[j];
                    }
                }
            }
            for i in 0..n {
                curve[i * n + i] += ridge[i];
            }
            // Step 2. Newton's step, halved until it leads downwards.
            let step = solved(curve, slope, n);
            let mut part = 1.0;
            let (next, then) = loop {
                let next: Vec<f64> = weights.iter().zip(&step).map(|(w, s)| w - part * s).collect();
                let then = total(&next);
                if then <= now || part < 1e-6 {
                    break (next, then);
                }
                part /= 2.0;
            };
            // Step 3. Done when nothing is gained any more.
            if then.is_nan() || then > now {
                break;
            }
            let gained = now - then;
            (weights, now) = (next, then);
            if gained <= 1e-12 * (1.0 + now) {
                break;
            }
        }
        weights
    }

    /// Root of the mean square of a column; 1 for an empty one.
    fn size(&self, column: usize) -> f64 {
        let sum: f64 = self.iter().map(|(row, _)| row[column] * row[column]).sum();
        if sum > 0.0 { (sum / self.len() as f64).sqrt() } else { 1.0 }
    }
}

/// Newton's method needs about ten.
const STEPS: usize = 100;

fn dot(row: &[f64], weights: &[f64]) -> f64 {
    row.iter().zip(weights).map(|(x, w)| x * w).sum()
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// `-result ln p - (1 - result) ln (1 - p)` for `p = logistic(x)`, without overflow.
fn log_loss(x: f64, result: f64) -> f64 {
    x.max(0.0) - result * x + (-x.abs()).exp().ln_1p()
}

/// Solves `matrix * x = right` by Cholesky's method; of the symmetric matrix the lower half is given. A direction in which
/// it has no extent is left out.
fn solved(mut matrix: Vec<f64>, mut right: Vec<f64>, n: usize) -> Vec<f64> {
    let largest = (0..n).map(|i| matrix[i * n + i]).fold(0.0, f64::max);
    for i in 0..n {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| matrix[i * n + k] * matrix[j * n + k]).sum();
            let rest = matrix[i * n + j] - sum;
            matrix[i * n + j] = match (i == j, matrix[j * n + j]) {
                (true, _) => rest.max(1e-14 * largest).max(f64::MIN_POSITIVE).sqrt(),
                (false, pivot) => rest / pivot,
            };
        }
    }
    for i in 0..n {
        let sum: f64 = (0..i).map(|k| matrix[i * n + k] * right[k]).sum();
        right[i] = (right[i] - sum) / matrix[i * n + i];
    }
    for i in (0..n).rev() {
        let sum: f64 = (i + 1..n).map(|k| matrix[k * n + i] * right[k]).sum();
        right[i] = (right[i] - sum) / matrix[i * n + i];
    }
    right
}

/// The largest weight learnt is written as this, as the largest of those set by hand in the lecture notes.
const LARGEST: f64 = 9.0;
/// Weights are written in steps of one part of this.
const FRACTIONS: f64 = 1_000.0;

/// Weights in a scale that people can read, rounded.
pub(crate) fn readable(weights: &[f64]) -> Vec<f64> {
    let largest = weights.iter().fold(0.0, |most: f64, w| most.max(w.abs()));
    // Below this a weight is what rounding left.
    if largest < 1e-9 {
        return vec![0.0; weights.len()];
    }
    // Adding 0 makes of -0 a plain one.
    weights.iter().map(|w| (w * LARGEST / largest * FRACTIONS).round() / FRACTIONS + 0.0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use attractor_game::Rng;

    fn uniform(rng: &mut Rng) -> f64 {
        (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Rows whose results were drawn with known weights.
    fn drawn(weights: &[f64], rows: usize, seed: u64) -> Data {
        let mut rng = Rng::new(seed);
        let mut data = Data::new(weights.len());
        for _ in 0..rows {
            let row: Vec<f64> = weights.iter().map(|_| 4.0 * uniform(&mut rng) - 2.0).collect();
            let won = uniform(&mut rng) < logistic(dot(&row, weights));
            data.push(&row, f64::from(u8::from(won)));
        }
        data
    }

    #[test]
    fn known_weights_are_found_again() {
        let right = [0.5, -1.5, 0.0, 2.0];
        let found = drawn(&right, 20_000, 3).fit(1.0);
        for (found, right) in found.iter().zip(right) {
            // Four standard errors are about 0.08.
            assert!((found - right).abs() < 0.1, "{found} for {right}");
        }
        let rough = drawn(&right, 200, 3).fit(1.0);
        assert_ne!(rough, found, "fewer rows tell less");
    }

    /// At the answer no direction leads downwards: the plainest test that it is the least.
    #[test]
    fn no_step_from_the_answer_gains() {
        let data = drawn(&[1.0, -0.3, 0.7], 500, 9);
        let (penalty, weights) = (5.0, data.fit(5.0));
        let total = |w: &[f64]| {
            let squares = w.iter().enumerate().map(|(i, w)| data.size(i).powi(2) * w * w).sum::<f64>();
            data.loss(w) * data.len() as f64 + 0.5 * penalty * squares
        };
        for i in 0..3 {
            for by in [-0.01, 0.01] {
                let mut other = weights.clone();
                other[i] += by;
                assert!(total(&other) > total(&weights), "weight {i} by {by}");
            }
        }
    }

    #[test]
    fn one_column_has_the_answer_of_the_counts() {
        // Won three times of four: ln 3, without penalty.
        let mut data = Data::new(1);
        for result in [1.0, 1.0, 0.0, 1.0] {
            data.push(&[1.0], result);
        }
        assert!((data.fit(0.0)[0] - 3f64.ln()).abs() < 1e-9);
        assert!((data.loss(&[0.0]) - 2f64.ln()).abs() < 1e-12);
        assert_eq!(data.accuracy(&[1.0]), 0.75);
        assert_eq!(data.accuracy(&[0.0]), 0.5);
        // A draw pulls towards even, and is no question of accuracy.
        data.push(&[1.0], 0.5);
        assert!(data.fit(0.0)[0] < 3f64.ln());
        assert_eq!(data.accuracy(&[1.0]), 0.75);
    }

    #[test]
    fn columns_that_tell_nothing_or_everything_do_no_harm() {
        let mut data = Data::new(3);
        for i in 0..50 {
            let x = f64::from(i % 5) - 2.0;
            // Nothing, the result itself, and the same again.
            data.push(&[0.0, x, x], if x > 0.0 { 1.0 } else { 0.0 });
        }
        let weights = data.fit(1.0);
        assert!(weights.iter().all(|w| w.is_finite()) && weights[0] == 0.0, "{weights:?}");
        assert!((weights[1] - weights[2]).abs() < 1e-6 && weights[1] > 0.5, "{weights:?}");
        assert_eq!(Data::new(2).fit(1.0), [0.0, 0.0]);
    }

    #[test]
    fn weights_are_scaled_and_rounded() {
        assert_eq!(readable(&[0.1, -0.2, 0.033_333, -1e-9]), [4.5, -9.0, 1.5, 0.0]);
        assert_eq!(readable(&[0.0, 0.0]), [0.0, 0.0]);
    }
}

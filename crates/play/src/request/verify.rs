//! Checks of files: what became of them, and the check of a certificate.

use super::{Surface, Verify};
use crate::{certificate, files::read_file};
use attractor_game::{Error, Kind};
use attractor_solve::verify;
use serde::Serialize;
use std::path::Path;

/// What a check of a certificate covered.
#[derive(Clone, Copy, Serialize, Debug)]
pub struct CertificateChecked {
    /// States of its graph.
    pub states: usize,
}

impl Verify {
    /// Checks the certificate. A damaged file or a false claim fails; a file that is no certificate is bad input.
    pub fn answer(&self, surface: &dyn Surface) -> Result<Verified<CertificateChecked>, Error> {
        surface.limits().file(Path::new(&self.file))?;
        let text = read_file(&self.file)?;
        let checked = certificate::read(&text, &self.file).and_then(|(arena, claim)| {
            verify::check(&arena, &claim).map_err(|error| error.arg("checked", "claim"))?;
            Ok(CertificateChecked { states: arena.len() })
        });
        Verified::of(checked, |fault| {
            let false_claim = fault.id() == "certificate-checksum" || fault.args().any(|(name, _)| name == "checked");
            fault.kind() == Kind::Input && false_claim
        })
    }
}

/// Whether a file passed its check.
#[derive(Clone, Serialize, Debug)]
pub struct Verified<T> {
    /// It did.
    pub valid: bool,
    /// What was checked, if it did.
    #[serde(flatten)]
    pub checked: Option<T>,
    /// The fault that was found.
    pub violation: Option<Violation>,
}

/// A fault of a file.
#[derive(Clone, Serialize, Debug)]
pub struct Violation {
    /// The id of the error.
    pub id: &'static str,
    /// The error as an English sentence.
    pub text: String,
    /// The error.
    #[serde(skip)]
    pub error: Error,
}

impl<T> Verified<T> {
    /// Takes an error that is a fault of the file as the answer of its check.
    pub(super) fn of(checked: Result<T, Error>, fault: impl FnOnce(&Error) -> bool) -> Result<Verified<T>, Error> {
        match checked {
            Ok(checked) => Ok(Verified { valid: true, checked: Some(checked), violation: None }),
            Err(error) if fault(&error) => {
                let violation = Violation { id: error.id(), text: error.sentence(), error };
                Ok(Verified { valid: false, checked: None, violation: Some(violation) })
            }
            Err(error) => Err(error),
        }
    }
}

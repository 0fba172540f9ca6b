//! Messages in English and French. JSON is never translated; the sentences around it are.
//!
//! The messages of the surfaces stand in `locales/en.ftl` and `locales/fr.ftl` (Fluent). Errors carry their own English
//! sentence; `fr.ftl` holds the French one under the error's id.

pub use crate::request::Lang;
use crate::{Phrase, visible};
use attractor_game::Error;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};
use std::{fmt::Display, str::FromStr};
use unic_langid::LanguageIdentifier;

impl Lang {
    /// The language that the environment asks for: `LC_ALL`, `LC_MESSAGES`, then `LANG`; English if it says neither.
    pub fn from_environment(get: impl Fn(&str) -> Option<String>) -> Lang {
        let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(get).find(|v| !v.is_empty());
        if set.is_some_and(|v| v.to_lowercase().starts_with("fr")) { Lang::French } else { Lang::English }
    }
}

impl FromStr for Lang {
    type Err = Error;
    fn from_str(text: &str) -> Result<Lang, Error> {
        match text {
            "en" => Ok(Lang::English),
            "fr" => Ok(Lang::French),
            _ => Err(Error::new("unknown-language", "the language is fr or en, not {lang}").arg("lang", text)),
        }
    }
}

const ENGLISH: &str = include_str!("../locales/en.ftl");
const FRENCH: &str = include_str!("../locales/fr.ftl");

/// The messages of one language, with English behind them.
pub struct Words {
    lang: Lang,
    bundles: Vec<FluentBundle<FluentResource>>,
}

impl Words {
    /// Messages in that language.
    pub fn new(lang: Lang) -> Words {
        let bundle = |tag: &str, text: &str| {
            let id: LanguageIdentifier = tag.parse().expect("a valid language tag");
            let mut bundle = FluentBundle::new_concurrent(vec![id]);
            bundle.set_use_isolating(false);
            bundle.add_function("DE", |args, _| elided(args).into()).expect("the function is added once");
            let resource = FluentResource::try_new(text.to_owned()).expect("the messages are valid Fluent");
            bundle.add_resource(resource).expect("each message is given once");
            bundle
        };
        let mut bundles = Vec::new();
        if lang == Lang::French {
            bundles.push(bundle("fr", &with_elisions(FRENCH)));
        }
        bundles.push(bundle("en", ENGLISH));
        Words { lang, bundles }
    }

    /// The language.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// A message with its arguments filled in, if there is one of that name. Arguments appear in it exactly as given, but for
    /// hidden characters, which are escaped.
    pub fn find(&self, id: &str, args: &[(&str, &dyn Display)]) -> Option<String> {
        let mut filled = FluentArgs::new();
        for (name, value) in args {
            let text = value.to_string();
            let text = visible::piece(&text).into_owned();
            // Whole numbers choose plural forms. `00` and `+1` are text: as numbers they would be printed otherwise.
            match text.parse::<u32>() {
                Ok(number) if number.to_string() == text => filled.set(*name, FluentValue::from(number)),
                _ => filled.set(*name, FluentValue::from(text)),
            }
        }
        self.bundles.iter().find_map(|bundle| {
            let pattern = bundle.get_message(id)?.value()?;
            Some(bundle.format_pattern(pattern, Some(&filled), &mut Vec::new()).into_owned())
        })
    }

    /// A message with its arguments filled in. A missing one shows its name: a test finds those.
    pub fn say(&self, id: &str, args: &[(&str, &dyn Display)]) -> String {
        self.find(id, args).unwrap_or_else(|| id.to_owned())
    }

    /// A text that has both languages.
    pub fn phrase(&self, phrase: Phrase) -> &'static str {
        match self.lang {
            Lang::English => phrase.english,
            Lang::French => phrase.french,
        }
    }

    /// What something is worth to a player: `wins in 5 plies`.
    pub fn worth(&self, outcome: &str, plies: Option<u32>, margin: Option<i32>, draw: Option<&str>) -> String {
        match (margin, plies, draw) {
            (Some(margin), ..) => self.say(&format!("value-{outcome}-by"), &[("margin", &margin.abs())]),
            (None, Some(0), _) => self.say(&format!("value-{outcome}-now"), &[]),
            (None, Some(plies), _) => self.say(&format!("value-{outcome}-in"), &[("plies", &plies)]),
            (None, None, Some("endless")) => self.say("value-draw-endless", &[]),
            (None, None, _) => self.say(&format!("value-{outcome}"), &[]),
        }
    }

    /// An error's sentence, without its place. Hidden characters of its arguments are escaped.
    pub fn error(&self, error: &Error) -> String {
        let own = || error.sentence_with(|value| visible::piece(value).into_owned());
        if self.lang == Lang::English {
            return own();
        }
        let args: Vec<(&str, &str)> = error.args().collect();
        let shown: Vec<(&str, &dyn Display)> = args.iter().map(|(n, v)| (*n, v as &dyn Display)).collect();
        self.find(error.id(), &shown).unwrap_or_else(own)
    }
}

/// The messages with `de { $name }` written as `{ DE($name) }`: which of `de` and `d'` is right depends on the argument.
fn with_elisions(messages: &str) -> String {
    const BEFORE: &str = " de { $";
    let mut parts = messages.split(BEFORE);
    let mut whole = parts.next().unwrap_or("").to_owned();
    for part in parts {
        match part.split_once(" }") {
            Some((name, rest)) if name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') => {
                whole += &format!(" {{ DE(${name}) }}{rest}");
            }
            _ => whole += &format!("{BEFORE}{part}"),
        }
    }
    whole
}

/// An argument after the French `de`: `d'Alice`, `de Bob`. The argument itself is not changed.
fn elided(args: &[FluentValue<'_>]) -> String {
    const VOWELS: &str = "aeiouàâéèêëîïôûAEIOUÀÂÉÈÊËÎÏÔÛ";
    let name = match args.first() {
        Some(FluentValue::String(text)) => text.to_string(),
        Some(FluentValue::Number(number)) => number.as_string().into_owned(),
        _ => String::new(),
    };
    if name.starts_with(|c| VOWELS.contains(c)) { format!("d'{name}") } else { format!("de {name}") }
}

/// Which messages a language has; for tests and translators.
pub fn has_message(lang: Lang, id: &str) -> bool {
    let text = if lang == Lang::French { FRENCH } else { ENGLISH };
    text.lines().any(|line| line.split_once(" =").is_some_and(|(name, _)| name == id) || line == format!("{id} ="))
}

/// The names of both players from `Alice/Bob`.
pub fn player_names(text: &str) -> Result<[String; 2], Error> {
    match text.split_once('/') {
        Some((one, two)) if !one.trim().is_empty() && !two.trim().is_empty() && !two.contains('/') => {
            Ok([one, two].map(|s| s.trim().to_owned()))
        }
        _ => {
            Err(Error::new("bad-names", "names of players are two, such as Alice/Bob, not {names}").arg("names", text))
        }
    }
}

//! The options: how they are declared, and how `setoption` sets them.

use std::fmt;

use sakiyomi::{DeclarationRule, Level, Preset, SearchOptions, VariantName};

/// What the options stand at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    pub(crate) variant: VariantName,
    pub(crate) hash_mib: usize,
    pub(crate) threads: usize,
    pub(crate) lines: usize,
    pub(crate) level: Level,
    pub(crate) preset: Preset,
    pub(crate) evaluator: String,
    pub(crate) castle: Castle,
    pub(crate) delay_ms: u64,
    /// Centipawns behind at which to resign.
    pub(crate) resign_cp: i32,
    pub(crate) declaration: Option<DeclarationRule>,
    pub(crate) contempt_cp: i32,
    /// 0 for one that differs with each game.
    pub(crate) seed: u64,
}

/// Which plan black or white follows (shogi).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Castle {
    None,
    Yagura,
    Funagakoi,
    Anaguma,
    LeftMino,
    /// Whichever is nearest.
    Choose,
}

const CASTLES: [(&str, Castle); 6] = [
    ("none", Castle::None),
    ("yagura", Castle::Yagura),
    ("funagakoi", Castle::Funagakoi),
    ("anaguma", Castle::Anaguma),
    ("left-mino", Castle::LeftMino),
    ("choose", Castle::Choose),
];
const DECLARATIONS: [(&str, Option<DeclarationRule>); 3] = [
    ("27", Some(DeclarationRule::Points27)),
    ("24", Some(DeclarationRule::Points24)),
    ("none", None),
];
/// The same by the names of other engines.
const ENTERING_KING: [(&str, Option<DeclarationRule>); 3] = [
    ("CSARule27", Some(DeclarationRule::Points27)),
    ("CSARule24", Some(DeclarationRule::Points24)),
    ("NoEnteringKing", None),
];

/// Beyond every score that is no mate: never resign.
const NEVER_RESIGN_CP: i32 = 99_999;
const MOST_HASH_MIB: u64 = 1 << 20;
const MOST_THREADS: u64 = 512;
const MOST_LINES: u64 = 600;

/// Why an option was not set.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SettingError {
    #[error("there is no option {0:?}")]
    Name(String),
    #[error("{name}: {value:?} is none of {choices}")]
    Choice { name: String, value: String, choices: String },
    #[error("{name}: {value:?} is no number from {least} to {most}")]
    Number { name: String, value: String, least: i64, most: i64 },
}

impl Settings {
    pub(crate) fn new(evaluator: &str) -> Self {
        Self {
            variant: VariantName::Shogi,
            hash_mib: 64,
            threads: 1,
            lines: 1,
            level: Level::Hard,
            preset: Preset::Full,
            evaluator: evaluator.to_owned(),
            castle: Castle::None,
            delay_ms: 30,
            resign_cp: NEVER_RESIGN_CP,
            declaration: Some(DeclarationRule::Points27),
            contempt_cp: 0,
            seed: 0,
        }
    }

    pub(crate) fn search_options(&self) -> SearchOptions {
        let mut options = self.preset.options();
        options.declaration = self.declaration;
        options.contempt_cp = self.contempt_cp;
        options
    }

    /// The lines that declare the options with their defaults.
    pub(crate) fn declarations(evaluators: &[String]) -> Vec<String> {
        let spin = |name: &str, default: i64, least: i64, most: i64| {
            format!("option name {name} type spin default {default} min {least} max {most}")
        };
        let default = Self::new("");
        vec![
            spin("USI_Hash", 64, 1, MOST_HASH_MIB as i64),
            "option name USI_Ponder type check default false".to_owned(),
            spin("Threads", 1, 1, MOST_THREADS as i64),
            spin("MultiPV", 1, 1, MOST_LINES as i64),
            combo("Variant", VariantName::ALL),
            combo("Level", ["hard", "normal", "easy"]),
            combo("Preset", ["full", "kfend", "hiyoko", "gogo-shogi"]),
            combo("Evaluator", evaluators),
            combo("CastlePlan", CASTLES.map(|(name, _)| name)),
            spin("NetworkDelay", default.delay_ms as i64, 0, 10_000),
            spin("ResignValue", NEVER_RESIGN_CP.into(), 0, NEVER_RESIGN_CP.into()),
            combo("DeclarationRule", DECLARATIONS.map(|(name, _)| name)),
            spin("Contempt", 0, -1000, 1000),
            spin("Seed", 0, 0, i64::MAX),
        ]
    }

    /// Sets what `name … value …` says. Names count whatever their case.
    pub(crate) fn set(&mut self, text: &str, evaluators: &[String]) -> Result<(), SettingError> {
        let (name, value) = split(text);
        let number = |least, most| number(&name, &value, least, most);
        match name.to_ascii_lowercase().as_str() {
            // GUIs send it, and pondering is asked for by `go ponder`.
            "usi_ponder" => {}
            "usi_hash" | "hash" => self.hash_mib = number(1, MOST_HASH_MIB as i64)? as usize,
            "threads" => self.threads = number(1, MOST_THREADS as i64)? as usize,
            "multipv" => self.lines = number(1, MOST_LINES as i64)? as usize,
            "variant" | "usi_variant" | "uci_variant" => {
                let variants = VariantName::ALL.map(|variant| (variant.name(), variant));
                self.variant = choice(&name, &value, &variants)?;
            }
            "level" => {
                self.level = choice(&name, &value, &Level::ALL.map(|level| (level.name(), level)))?;
            }
            "preset" => {
                let presets = Preset::ALL.map(|preset| (preset.name(), preset));
                self.preset = choice(&name, &value, &presets)?;
            }
            "evaluator" => {
                let all: Vec<(&str, &String)> =
                    evaluators.iter().map(|name| (name.as_str(), name)).collect();
                self.evaluator = choice(&name, &value, &all)?.clone();
            }
            "castleplan" => self.castle = choice(&name, &value, &CASTLES)?,
            "networkdelay" => self.delay_ms = number(0, 10_000)? as u64,
            "resignvalue" => self.resign_cp = number(0, NEVER_RESIGN_CP.into())? as i32,
            "declarationrule" => self.declaration = choice(&name, &value, &DECLARATIONS)?,
            "enteringkingrule" => self.declaration = choice(&name, &value, &ENTERING_KING)?,
            "contempt" => self.contempt_cp = number(-1000, 1000)? as i32,
            "seed" => self.seed = number(0, i64::MAX)? as u64,
            _ => return Err(SettingError::Name(name)),
        }
        Ok(())
    }
}

fn combo(name: &str, values: impl IntoIterator<Item = impl fmt::Display>) -> String {
    let values: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    let first = values.first().map_or("", String::as_str);
    let all: String = values.iter().map(|value| format!(" var {value}")).collect();
    format!("option name {name} type combo default {first}{all}")
}

/// `name A B value C D` in its two halves; both may hold blanks.
fn split(text: &str) -> (String, String) {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let words = words.strip_prefix(&["name"]).unwrap_or(&words);
    let at = words.iter().position(|&word| word == "value").unwrap_or(words.len());
    (words[..at].join(" "), words.get(at + 1..).unwrap_or_default().join(" "))
}

fn choice<T: Clone>(name: &str, value: &str, choices: &[(&str, T)]) -> Result<T, SettingError> {
    let found = choices.iter().find(|(choice, _)| choice.eq_ignore_ascii_case(value));
    found.map(|(_, value)| value.clone()).ok_or_else(|| SettingError::Choice {
        name: name.to_owned(),
        value: value.to_owned(),
        choices: choices.iter().map(|(choice, _)| *choice).collect::<Vec<_>>().join(", "),
    })
}

fn number(name: &str, value: &str, least: i64, most: i64) -> Result<i64, SettingError> {
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    let (name, value) = (name.to_owned(), value.to_owned());
    number.ok_or(SettingError::Number { name, value, least, most })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> Result<Settings, String> {
        let mut settings = Settings::new("linear");
        let evaluators = ["linear".to_owned(), "material".to_owned()];
        settings.set(text, &evaluators).map_err(|fault| fault.to_string())?;
        Ok(settings)
    }

    #[test]
    fn options_are_set_whatever_the_case_of_their_names() {
        assert_eq!(set("name usi_hash value 32").unwrap().hash_mib, 32);
        assert_eq!(set("name Hash value 32").unwrap().hash_mib, 32);
        assert_eq!(
            set("name UCI_Variant value minishogi").unwrap().variant,
            VariantName::Minishogi
        );
        assert_eq!(set("name Level value Easy").unwrap().level, Level::Easy);
        assert_eq!(set("name EnteringKingRule value NoEnteringKing").unwrap().declaration, None);
        assert_eq!(set("name Evaluator value material").unwrap().evaluator, "material");
    }

    #[test]
    fn what_makes_no_sense_changes_nothing_and_is_named() {
        let fault = |text| set(text).unwrap_err();
        assert_eq!(fault("name Foo Bar value 1"), "there is no option \"Foo Bar\"");
        assert_eq!(fault("name Threads value 0"), "Threads: \"0\" is no number from 1 to 512");
        assert!(fault("name USI_Hash value 99999999999999999999").contains("no number"));
        assert_eq!(
            fault("name Variant value chess"),
            "Variant: \"chess\" is none of shogi, minishogi"
        );
        assert_eq!(fault(""), "there is no option \"\"");
    }

    #[test]
    fn declared_defaults_can_be_set_and_are_what_holds() {
        let evaluators = ["linear".to_owned()];
        let mut settings = Settings::new("linear");
        for line in Settings::declarations(&evaluators) {
            let words: Vec<&str> = line.split(' ').collect();
            let [_, _, name, _, _, _, default, ..] = words[..] else { panic!("{line}") };
            settings.set(&format!("name {name} value {default}"), &evaluators).unwrap();
        }
        assert_eq!(settings, Settings::new("linear"));
    }
}

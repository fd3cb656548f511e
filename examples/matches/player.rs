//! Whoever plays: an engine of this library, or a USI program.

use std::marker::PhantomData;
use std::time::Duration;

use clap::ValueEnum;
use examples::fail;
use sakiyomi::{
    Clock, Declaration, Engine, Evaluator, Game, Level, Limits, Linear, Material, Preset,
    SearchOptions, Technique, Variant,
};
use sakiyomi_usi::{Answer, ClientError, EngineProcess};

/// What a player judges by.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum EvaluatorName {
    Material,
    Linear,
}

/// How a player is described on the command line.
#[derive(Clone)]
pub(crate) struct Description {
    /// A preset with techniques, or a level.
    pub(crate) text: String,
    pub(crate) evaluator: EvaluatorName,
    /// A program, and the options that it is given.
    pub(crate) command: Option<String>,
    pub(crate) options: Vec<String>,
    pub(crate) hash_mib: usize,
    pub(crate) threads: usize,
}

/// What a move may cost.
#[derive(Clone, Copy)]
pub(crate) struct Budget {
    pub(crate) limits: Limits,
    /// Black's and white's clocks, where the game is played by clocks.
    pub(crate) clocks: Option<[Clock; 2]>,
    /// Most time that an answer may take before the player has lost.
    pub(crate) most: Duration,
}

/// Whoever moves in a game.
pub(crate) trait Player<V: Variant> {
    fn name(&self) -> String;
    fn new_game(&mut self, seed: u64) -> Result<(), ClientError>;
    fn choose(&mut self, game: &Game<V>, budget: &Budget) -> Result<Answer, ClientError>;
}

impl Description {
    /// The player; a fault ends the program.
    pub(crate) fn player<V: Variant>(&self) -> Box<dyn Player<V>> {
        if let Some(command) = &self.command {
            let process = self.process::<V>(command).unwrap_or_else(|fault| fail(fault));
            let (description, command) = (self.clone(), command.clone());
            let variant = PhantomData::<V>;
            return Box::new(Program { description, command, process, is_broken: false, variant });
        }
        match self.evaluator {
            EvaluatorName::Material => self.engine(Material::conventional::<V>()),
            EvaluatorName::Linear => self.engine(Linear::<V>::default()),
        }
    }

    fn process<V: Variant>(&self, command: &str) -> Result<EngineProcess, ClientError> {
        let mut engine = EngineProcess::start(command)?;
        // Which name the option has differs; an engine without any plays shogi.
        for name in ["USI_Variant", "UCI_Variant", "Variant"] {
            if engine.has_option(name) {
                engine.set_option(name, V::NAME)?;
            }
        }
        let hash = if engine.has_option("Hash") { "Hash" } else { "USI_Hash" };
        engine.set_option(hash, &self.hash_mib.to_string())?;
        engine.set_option("Threads", &self.threads.to_string())?;
        for option in &self.options {
            let Some((name, value)) = option.split_once('=') else {
                fail(format!("{option:?} is not of the form NAME=VALUE"))
            };
            engine.set_option(name, value)?;
        }
        Ok(engine)
    }

    fn engine<V: Variant, E: Evaluator<V> + 'static>(&self, evaluator: E) -> Box<dyn Player<V>> {
        // A level plays with the strongest search; `hard` is that search under the limits of the match.
        let text = self.text.strip_prefix("level:").unwrap_or(&self.text);
        let level = Level::from_name(text);
        if level.is_none() && text != self.text {
            fail(format!("there is no level {text:?}"));
        }
        let options = if level.is_some() { SearchOptions::default() } else { options(&self.text) };
        let engine = Engine::builder()
            .evaluator(evaluator)
            .options(options)
            .hash_mib(self.hash_mib)
            .threads(self.threads)
            .build()
            .unwrap_or_else(|fault| fail(fault));
        let level = level.filter(|&level| level != Level::Hard);
        Box::new(EnginePlayer { name: self.text.clone(), engine, level })
    }
}

fn options(text: &str) -> SearchOptions {
    let mut parts = text.split(',');
    let name = parts.next().unwrap_or_default();
    let Some(preset) = Preset::from_name(name) else {
        fail(format!("{name:?} is neither a preset nor a level"))
    };
    parts.fold(preset.options(), |options, part| {
        let switch = part.strip_prefix('-').map(|name| (name, false));
        let switch = switch.or_else(|| part.strip_prefix('+').map(|name| (name, true)));
        let Some((name, on)) = switch else {
            fail(format!("{part:?} begins with neither - nor +"))
        };
        match Technique::from_name(name) {
            Some(technique) => options.with(technique, on),
            None => fail(format!("there is no technique {name:?}")),
        }
    })
}

struct EnginePlayer<V: Variant, E: Evaluator<V>> {
    name: String,
    engine: Engine<V, E>,
    level: Option<Level>,
}

impl<V: Variant, E: Evaluator<V>> Player<V> for EnginePlayer<V, E> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self, seed: u64) -> Result<(), ClientError> {
        self.engine.set_seed(seed);
        self.engine.clear();
        Ok(())
    }

    fn choose(&mut self, game: &Game<V>, budget: &Budget) -> Result<Answer, ClientError> {
        let result = match self.level {
            Some(level) => self.engine.choose(game, level),
            None => {
                let mut limits = budget.limits;
                let side = game.position().side_to_move();
                limits.clock = budget.clocks.map(|clocks| clocks[side.index()]);
                self.engine.search(game, limits)
            }
        };
        Ok(match result.best {
            _ if result.declaration == Declaration::Win => Answer::Win,
            Some(mv) => Answer::Move(mv.to_string()),
            None => Answer::Resign,
        })
    }
}

/// A USI program. One that has gone, hangs or talks nonsense is started anew before the next game.
struct Program<V: Variant> {
    description: Description,
    command: String,
    process: EngineProcess,
    is_broken: bool,
    variant: PhantomData<V>,
}

impl<V: Variant> Player<V> for Program<V> {
    fn name(&self) -> String {
        self.process.name().to_owned()
    }

    fn new_game(&mut self, _: u64) -> Result<(), ClientError> {
        if self.is_broken || self.process.new_game().is_err() {
            self.process = self.description.process::<V>(&self.command)?;
            self.is_broken = false;
            self.process.new_game()?;
        }
        Ok(())
    }

    fn choose(&mut self, game: &Game<V>, budget: &Budget) -> Result<Answer, ClientError> {
        // Where it is late but not for ever, the referee measures by how much.
        let patience = budget.most + Duration::from_secs(5);
        let answer = self.process.go(&game.to_string(), &go_words(budget), patience);
        self.is_broken = answer.is_err();
        answer
    }
}

fn go_words(budget: &Budget) -> String {
    let mut words = Vec::new();
    let mut word = |name: &str, value: u64| words.push(format!("{name} {value}"));
    if let Some([black, white]) = budget.clocks {
        word("btime", black.time_ms);
        word("wtime", white.time_ms);
        if black.byoyomi_ms > 0 {
            word("byoyomi", black.byoyomi_ms);
        } else {
            word("binc", black.increment_ms);
            word("winc", white.increment_ms);
        }
    }
    let limits = budget.limits;
    let values = [
        ("movetime", limits.time_ms),
        ("nodes", limits.nodes),
        ("depth", limits.depth.map(u64::from)),
    ];
    for (name, value) in values {
        if let Some(value) = value {
            word(name, value);
        }
    }
    words.join(" ")
}

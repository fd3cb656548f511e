//! An engine that speaks USI.

use std::fmt;
use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError};

use sakiyomi::{Evaluator, Linear, Material, Minishogi, Shogi, Variant};

use crate::order::{Make, plain, with_plans};
use crate::output::Output;
use crate::session::Session;

/// The engine's side of the protocol.
///
/// The default is sakiyomi itself, with its evaluators by name: `linear`, `material` and `flat`.
#[derive(Clone)]
pub struct Usi {
    pub(crate) name: String,
    pub(crate) author: String,
    pub(crate) shogi: Vec<(String, Make<Shogi>)>,
    pub(crate) minishogi: Vec<(String, Make<Minishogi>)>,
}

impl Usi {
    /// An engine that goes by this name. What judges positions is still to be said; a variant for which nothing is has
    /// [`Linear`] with the numbers set by hand.
    #[must_use]
    pub fn new(name: impl Into<String>, author: impl Into<String>) -> Self {
        Self {
            name: one_line(name.into()),
            author: one_line(author.into()),
            shogi: Vec::new(),
            minishogi: Vec::new(),
        }
    }

    /// Adds an evaluator for shogi to those that the option `Evaluator` offers; the first is the default.
    #[must_use]
    pub fn shogi_evaluator<E: Evaluator<Shogi> + 'static>(
        mut self,
        name: &str,
        make: impl Fn() -> E + Send + Sync + 'static,
    ) -> Self {
        self.shogi.push((one_line(name.to_owned()), with_plans(make)));
        self
    }

    /// The same for minishogi.
    #[must_use]
    pub fn minishogi_evaluator<E: Evaluator<Minishogi> + 'static>(
        mut self,
        name: &str,
        make: impl Fn() -> E + Send + Sync + 'static,
    ) -> Self {
        self.minishogi.push((one_line(name.to_owned()), plain(make)));
        self
    }

    /// Answers the commands of `input` until `quit` or its end.
    ///
    /// # Errors
    /// What went wrong with reading or writing. A writer that is closed ends the conversation with the next command.
    pub fn run(&self, input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
        let mut usi = self.clone();
        if usi.shogi.is_empty() {
            usi = usi.shogi_evaluator("linear", Linear::<Shogi>::default);
        }
        if usi.minishogi.is_empty() {
            usi = usi.minishogi_evaluator("linear", Linear::<Minishogi>::default);
        }
        Session::new(&usi, Output::new(output)).run(input)
    }

    /// The answers to some commands, for tests and experiments. The end of the text ends what still thinks, as the end of
    /// any input does: for whole searches use [`run`](Self::run), and keep the input open until the answer is there.
    #[must_use]
    pub fn answers(&self, commands: &str) -> String {
        let written = Written::default();
        // Neither reading a text nor writing to memory fails.
        let _ = self.run(commands.as_bytes(), written.clone());
        let bytes = written.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// The names of all evaluators, the default first.
    pub(crate) fn evaluator_names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.shogi.iter().map(|(name, _)| name.clone()).collect();
        for (name, _) in &self.minishogi {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        names
    }
}

impl Default for Usi {
    fn default() -> Self {
        fn material<V: Variant>() -> Material {
            Material::conventional::<V>()
        }
        Self::new(concat!("sakiyomi ", env!("CARGO_PKG_VERSION")), "the sakiyomi authors")
            .shogi_evaluator("linear", Linear::<Shogi>::default)
            .shogi_evaluator("material", material::<Shogi>)
            .shogi_evaluator("flat", Material::flat)
            .minishogi_evaluator("linear", Linear::<Minishogi>::default)
            .minishogi_evaluator("material", material::<Minishogi>)
            .minishogi_evaluator("flat", Material::flat)
    }
}

impl fmt::Debug for Usi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Usi")
            .field("name", &self.name)
            .field("author", &self.author)
            .field("evaluators", &self.evaluator_names())
            .finish_non_exhaustive()
    }
}

/// A line break in a name would begin another answer.
fn one_line(text: String) -> String {
    text.replace(['\n', '\r'], " ")
}

/// Memory that is written to from several threads.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

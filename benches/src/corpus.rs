//! The positions that all libraries are measured on.

/// One position with the answers that every library must give for it.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// `start`, `matsuri`, `max`, or the game and the ply it comes from.
    pub name: &'static str,
    /// How many legal moves there are.
    pub moves: usize,
    /// How many of them give check.
    pub checks: usize,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// The position.
    pub sfen: &'static str,
}

/// A thousand unlike positions.
///
/// Perft alone will not do: its siblings differ by one move, so the processor has
/// learnt every branch by the second of them. A search that jumps about in a tree, or
/// a tool that reads records, is nearer to this.
#[derive(Clone, Debug)]
pub struct Corpus {
    cases: Vec<Case>,
}

impl Corpus {
    /// The positions of `data/positions9.txt`.
    ///
    /// # Panics
    ///
    /// If the file is not as `make_positions` writes it.
    #[must_use]
    pub fn shogi() -> Self {
        Self::read(include_str!("../data/positions9.txt"))
    }

    /// The positions of minishogi, of `data/positions5.txt`.
    ///
    /// # Panics
    ///
    /// If the file is not as `make_positions` writes it.
    #[must_use]
    pub fn minishogi() -> Self {
        Self::read(include_str!("../data/positions5.txt"))
    }

    fn read(text: &'static str) -> Self {
        let cases = text
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| read_case(line).unwrap_or_else(|| panic!("not a position: {line:?}")))
            .collect();
        Self { cases }
    }

    /// All positions, the named ones first.
    #[must_use]
    pub fn cases(&self) -> &[Case] {
        &self.cases
    }

    /// The position of this name.
    ///
    /// # Panics
    ///
    /// If there is none.
    #[must_use]
    pub fn named(&self, name: &str) -> &Case {
        let case = self.cases.iter().find(|case| case.name == name);
        case.unwrap_or_else(|| panic!("no position is called {name}"))
    }

    /// The number of legal moves in all positions together.
    #[must_use]
    pub fn total_moves(&self) -> u64 {
        self.cases.iter().map(|case| case.moves as u64).sum()
    }

    /// The number of checking moves in all positions together.
    #[must_use]
    pub fn total_checks(&self) -> u64 {
        self.cases.iter().map(|case| case.checks as u64).sum()
    }

    /// The number of positions in check.
    #[must_use]
    pub fn total_in_check(&self) -> u64 {
        self.cases.iter().map(|case| u64::from(case.in_check)).sum()
    }
}

fn read_case(line: &'static str) -> Option<Case> {
    let mut fields = line.split('\t');
    let case = Case {
        name: fields.next()?,
        moves: fields.next()?.parse().ok()?,
        checks: fields.next()?.parse().ok()?,
        in_check: fields.next()? == "1",
        sfen: fields.next()?,
    };
    fields.next().is_none().then_some(case)
}

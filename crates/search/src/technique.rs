//! The techniques by name, so that experiments can switch them without code of their own.

use crate::{CheckExtension, Preset, SearchOptions, TableUse};

macro_rules! techniques {
    ($($variant:ident $name:literal $doc:literal { $($field:tt)* } $off:expr;)+) => {
        /// One technique of the search, as a switch of [`SearchOptions`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Technique {
            $(#[doc = $doc] $variant,)+
        }

        impl Technique {
            /// All techniques.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// Its name for command lines: words joined by hyphens.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// Whether it is at work in these options.
            #[must_use]
            pub fn is_on(self, options: &SearchOptions) -> bool {
                match self { $(Self::$variant => options.$($field)* != $off,)+ }
            }

            fn copy(self, from: &SearchOptions, to: &mut SearchOptions) {
                match self { $(Self::$variant => to.$($field)* = from.$($field)*,)+ }
            }

            fn switch_off(self, options: &mut SearchOptions) {
                match self { $(Self::$variant => options.$($field)* = $off,)+ }
            }
        }
    };
}

techniques! {
    Table "table" "The transposition table." { table } TableUse::Off;
    PrincipalVariation "principal-variation" "Principal variation search." { principal_variation } false;
    Aspiration "aspiration" "Aspiration windows." { aspiration } false;
    MateDistance "mate-distance" "Mate distance pruning." { mate_distance_pruning } false;
    MateInOne "mate-in-one" "Mate in one at every node." { mate_in_one } false;
    RootMateSearch "root-mate-search" "Mate search at the root." { root_mate_search } None;
    Killers "killers" "Killer moves." { killers } false;
    CounterMoves "counter-moves" "Counter-moves." { counter_moves } false;
    History "history" "History of quiet moves." { history } false;
    ContinuationHistory "continuation-history" "History after the moves before." { continuation_history } false;
    CaptureHistory "capture-history" "History of captures." { capture_history } false;
    BadCapturesLast "bad-captures-last" "Losing captures last." { bad_captures_last } false;
    NullMove "null-move" "Null move pruning." { null_move } None;
    TableValue "table-value" "The table's score as static value." { table_value } false;
    CorrectionHistory "correction-history" "Correction history of the static value." { correction_history } false;
    ProbCut "prob-cut" "ProbCut." { prob_cut } false;
    StaticNullMove "static-null-move" "Static null move pruning." { static_null_move } false;
    Razoring "razoring" "Razoring." { razoring } false;
    LateMoveReductions "late-move-reductions" "Late-move reductions." { late_move_reductions } false;
    RootReductions "root-reductions" "Late-move reductions at the root." { root_reductions } false;
    LateMovePruning "late-move-pruning" "Late-move pruning." { late_move_pruning } false;
    Futility "futility" "Futility pruning." { futility_pruning } false;
    ExchangePruning "exchange-pruning" "Pruning by static exchange evaluation." { exchange_pruning } false;
    InternalReduction "internal-reduction" "Internal iterative reduction." { internal_reduction } false;
    Forward "forward" "KFEnd's forward pruning." { forward } None;
    CheckExtension "check-extension" "Check extension." { check_extension } CheckExtension::Off;
    OneReplyExtension "one-reply-extension" "One-reply extension." { one_reply_extension } false;
    SingularExtension "singular-extension" "Singular extension." { singular_extension } false;
    Threats "threats" "Threats in the quiescence search." { quiescence.threats } None;
    QuiescenceMateInOne "quiescence-mate-in-one" "Mate in one in the quiescence search." { quiescence.mate_in_one } false;
    QuiescenceFutility "quiescence-futility" "Captures that cannot reach alpha are left out." { quiescence.futility_margin_cp } None;
    EvenExchanges "even-exchanges" "Only captures that do not lose in the quiescence search." { quiescence.only_even_exchanges } false;
}

impl Technique {
    /// The technique with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|technique| technique.name() == name)
    }
}

impl SearchOptions {
    /// These options with a technique on or off. Switched on, it has the settings of the first preset that uses it, of
    /// [`Preset::Full`] first; a technique that no preset uses stays off.
    ///
    /// ```
    /// use sakiyomi_search::{SearchOptions, Technique};
    /// let options = SearchOptions::default().with(Technique::NullMove, false);
    /// assert_eq!(options.null_move, None);
    /// assert_eq!(options.with(Technique::NullMove, true), SearchOptions::default());
    /// ```
    #[must_use]
    pub fn with(mut self, technique: Technique, on: bool) -> Self {
        technique.switch_off(&mut self);
        if on {
            let settings = Preset::ALL.iter().rev().map(|preset| preset.options());
            for settings in settings {
                if technique.is_on(&settings) {
                    technique.copy(&settings, &mut self);
                    break;
                }
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_technique_has_a_name_of_its_own_and_a_switch() {
        for &technique in Technique::ALL {
            assert_eq!(Technique::from_name(technique.name()), Some(technique));
            for preset in Preset::ALL {
                let off = preset.options().with(technique, false);
                assert!(!technique.is_on(&off));
                let others = Technique::ALL.iter().filter(|&&other| other != technique);
                for other in others {
                    assert_eq!(other.is_on(&off), other.is_on(&preset.options()));
                }
            }
        }
    }
}

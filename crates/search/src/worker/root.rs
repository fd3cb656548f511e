//! The root: its moves in order, a pass over them, and an iteration of passes with aspiration windows.

use alloc::vec::Vec;

use sakiyomi_eval::{Evaluator, Score};
use sakiyomi_quiescence::Stopped;
use sakiyomi_rules::{Move, Variant};

use crate::params::{ASPIRATION_DEPTH, ASPIRATION_WINDOW_CP};
use crate::team::Pass;
#[cfg(feature = "threads")]
use crate::team::{Found, Team};
use crate::worker::root_move::RootMove;
use crate::worker::state::ONE;
use crate::worker::steps::reductions::root_reduction;
use crate::worker::{Worker, line_buffer};

impl<V: Variant, E: Evaluator<V>> Worker<'_, V, E> {
    pub(super) fn list_root_moves(&self, only: Option<&[Move<V>]>) -> Vec<RootMove<V>> {
        let mut legal: Vec<Move<V>> = self.position().legal_moves().to_vec();
        legal.retain(|mv| only.is_none_or(|only| only.contains(mv)));
        // Captures first, those that lose and quiet moves after them; ties by the move itself.
        legal.sort_by_cached_key(|&mv| {
            let good = self.is_tactical(mv) && self.is_even(mv);
            let rank = if good { self.capture_rank(mv) } else { i32::MIN };
            core::cmp::Reverse((rank, mv.to_bits()))
        });
        legal
            .into_iter()
            .map(|mv| {
                let mut pv = line_buffer();
                pv.push(mv);
                let score = -Score::INFINITE;
                RootMove { mv, score, previous: score, pv, nodes: 0 }
            })
            .collect()
    }

    /// Searches the moves from `first` on to a depth, with aspiration windows. They are in order afterwards, best first;
    /// also where the search is stopped, as far as it got.
    pub(crate) fn iterate(&mut self, depth: u32, first: usize) -> Result<(), Stopped> {
        self.root_depth = depth;
        let guess = self.root_moves[first].previous;
        let mut half = Score::centipawns(ASPIRATION_WINDOW_CP);
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        if self.options.aspiration
            && depth >= ASPIRATION_DEPTH
            && !guess.is_mate()
            && guess != -Score::INFINITE
        {
            (alpha, beta) = (guess - half, guess + half);
        }
        loop {
            if let Some(team) = self.team.filter(|_| self.meter.follows.is_none()) {
                let order = self.root_moves.iter().map(|root| root.mv.to_bits());
                team.begin(Pass { number: 0, depth, alpha, beta, first }, order);
            }
            let passed = self.pass(depth, alpha, beta, first);
            if passed.is_err() && !self.takes_over(first) {
                return passed;
            }
            let score = self.root_moves[first].score;
            // Each miss doubles the window on its side, and soon opens it: the loop ends.
            half = half * 2;
            let wide = half.value() > 1_000;
            if score <= alpha && alpha > -Score::INFINITE {
                alpha = if wide || score.is_mate() { -Score::INFINITE } else { score - half };
            } else if score >= beta && beta < Score::INFINITE {
                beta = if wide || score.is_mate() { Score::INFINITE } else { score + half };
            } else {
                return Ok(());
            }
        }
    }

    /// Takes over what a helper has found that finished the main thread's pass first; whether one has.
    #[cfg(feature = "threads")]
    fn takes_over(&mut self, first: usize) -> bool {
        let team = self.team.filter(|_| self.meter.follows.is_none() && !self.meter.is_stopped());
        let Some(finding) = team.and_then(Team::take_finding) else { return false };
        let roots = &mut self.root_moves[first..];
        for root in &mut *roots {
            root.score = -Score::INFINITE;
        }
        for found in finding {
            let root = roots.iter_mut().find(|root| root.mv.to_bits() == found.mv);
            if let Some(root) = root {
                root.score = found.score;
                root.pv = found.pv.into_iter().filter_map(Move::from_bits).collect();
            }
        }
        roots.sort_by_key(|root| core::cmp::Reverse(root.score));
        true
    }

    #[cfg(not(feature = "threads"))]
    fn takes_over(&mut self, _: usize) -> bool {
        false
    }

    /// Works on the main thread's pass: the same window and order. What was found is handed in.
    #[cfg(feature = "threads")]
    pub(crate) fn follow(&mut self, team: &Team, pass: &Pass) -> Result<(), Stopped> {
        for (to, mv) in team.order().enumerate() {
            let from = self.root_moves[to..].iter().position(|root| root.mv.to_bits() == mv);
            if let Some(from) = from {
                self.root_moves[to..=to + from].rotate_right(1);
            }
        }
        self.root_depth = pass.depth;
        self.meter.follows = Some(pass.number);
        self.pass(pass.depth, pass.alpha, pass.beta, pass.first)?;
        let roots = self.root_moves[pass.first..].iter();
        let found = roots.filter(|root| root.score != -Score::INFINITE).map(|root| Found {
            mv: root.mv.to_bits(),
            score: root.score,
            pv: root.pv.iter().map(|mv| mv.to_bits()).collect(),
        });
        team.hand_in(pass.number, found.collect());
        Ok(())
    }

    /// One pass over the moves from `first` on, which are in order afterwards.
    fn pass(&mut self, depth: u32, alpha: Score, beta: Score, first: usize) -> Result<(), Stopped> {
        let result = self.search_root(depth as i32, alpha, beta, first);
        self.rewind();
        self.root_moves[first..].sort_by_key(|root| core::cmp::Reverse(root.score));
        result
    }

    fn search_root(
        &mut self,
        depth: i32,
        mut alpha: Score,
        beta: Score,
        first: usize,
    ) -> Result<(), Stopped> {
        self.enter_node(0)?;
        self.frames[0].eval = (!self.position().in_check()).then(|| self.line.value());
        let key = self.line.key();
        self.turns.clear();
        self.turns.extend(first..self.root_moves.len());
        let once = self.turns.len();
        let mut at = 0;
        while let Some(&index) = self.turns.get(at) {
            at += 1;
            let mv = self.root_moves[index].mv;
            let shares = index != first && self.shares(depth);
            if shares && at <= once && self.is_busy(key, mv) {
                self.turns.push(index);
                continue;
            }
            let nodes = self.meter.nodes;
            if shares {
                self.enter_move(key, mv);
            }
            let is_quiet = !self.is_tactical(mv);
            let reducible = !self.position().in_check() && !self.position().gives_check(mv);
            self.make(mv);
            let value = if index == first || !self.options.principal_variation {
                -self.node::<true>(-beta, -alpha, depth - 1, 1, false)?
            } else {
                let low = -alpha - ONE;
                let number = (index - first + 1) as i32;
                let r = root_reduction(&self.options, depth, number, is_quiet, reducible);
                let mut value = -self.node::<false>(low, -alpha, depth - 1 - r, 1, true)?;
                if r > 0 && value.score > alpha {
                    value = -self.node::<false>(low, -alpha, depth - 1, 1, false)?;
                }
                if value.score > alpha && value.score < beta {
                    -self.node::<true>(-beta, -alpha, depth - 1, 1, false)?
                } else {
                    value
                }
            };
            self.unmake();
            if shares {
                self.leave_move();
            }
            if index == first {
                // Only now is there something better than the last pass.
                for root in &mut self.root_moves[first..] {
                    root.score = -Score::INFINITE;
                }
            }
            let root = &mut self.root_moves[index];
            root.nodes += self.meter.nodes - nodes;
            if index == first || value.score > alpha {
                root.score = value.score;
                root.pv.truncate(1);
                root.pv.extend_from_slice(&self.frames[1].pv);
            }
            alpha = alpha.max(value.score);
            if alpha >= beta {
                break;
            }
        }
        Ok(())
    }
}

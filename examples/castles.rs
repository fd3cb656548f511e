//! Plays black with a castle plan against a quiet opponent, and prints the thesis's table: the plan's steps in order,
//! what each comes after, its bonus, and which own move played it.
//!
//! ```text
//! cargo run --release --example castles -- --plan yagura
//! cargo run --release --example castles -- --plan auto --depth 4 --json
//! ```
//!
//! The opponent moves pieces about in its own camp (against Left Mino it ranges its rook first). With `auto` the plan
//! with the fewest missing steps is followed, chosen afresh at each move. Takes about a second.

use clap::{Parser, ValueEnum};
use examples::{EvaluatorName, PositionArgs, PresetName, VariantName, fail, print_line};
use sakiyomi_eval::{
    Evaluator, Keep, Linear, Material, Plan, Reading, RookStyle, WithPlan, castles, recognise,
};
use sakiyomi_rules::{Color, Kind, Move, Position, Shogi};
use sakiyomi_search::{Limits, Preset, Root, Searcher, StopFlag};
use serde_json::{Value, json};

/// Own moves after which an unfinished castle is left.
const MOST_MOVES: usize = 40;

#[derive(Parser)]
#[command(about = "Builds a castle by plan")]
struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Which castle.
    #[arg(long, value_enum, default_value_t = PlanName::Yagura)]
    plan: PlanName,
    /// How the bonuses count: below a plan move whatever follows, or while a step's goal holds.
    #[arg(long, value_enum, default_value_t = ReadingName::Potential)]
    reading: ReadingName,
    /// What judges positions below the plan.
    #[arg(long, value_enum, default_value_t = EvaluatorName::Material)]
    evaluator: EvaluatorName,
    /// How black searches.
    #[arg(long, value_enum, default_value_t = PresetName::Hiyoko)]
    preset: PresetName,
    /// Plies.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum PlanName {
    Yagura,
    Funagakoi,
    Anaguma,
    LeftMino,
    Auto,
}

#[derive(Clone, Copy, ValueEnum)]
enum ReadingName {
    Thesis,
    Potential,
}

fn main() {
    let args = Args::parse();
    if args.position.variant != VariantName::Shogi {
        fail("castle plans are for shogi");
    }
    match args.evaluator {
        EvaluatorName::Material => run(&args, Material::flat()),
        EvaluatorName::Linear => run(&args, Linear::<Shogi>::default()),
    }
}

fn run<E: Evaluator<Shogi>>(args: &Args, inner: E) {
    let plans = match args.plan {
        PlanName::Yagura => vec![castles::yagura()],
        PlanName::Funagakoi => vec![castles::funagakoi()],
        PlanName::Anaguma => vec![castles::anaguma()],
        PlanName::LeftMino => vec![castles::left_mino()],
        PlanName::Auto => castles::all(),
    };
    let (reading, keep) = (
        match args.reading {
            ReadingName::Thesis => Reading::Thesis,
            ReadingName::Potential => Reading::Potential,
        },
        if plans.len() > 1 { Keep::Choose } else { Keep::WhileSound },
    );
    let empty = WithPlan::new(inner).reading(reading).keep(keep);
    let evaluator = plans.iter().cloned().fold(empty, |e, plan| e.plan(Color::Black, plan));
    // Pure alpha-beta, as in the thesis: searches that reduce or prune late quiet moves see the steps in another order.
    let mut black = Searcher::new(evaluator, Preset::from(args.preset).into(), 16 << 20);
    let mut white = Searcher::new(Material::flat(), Preset::Hiyoko.into(), 1 << 20);

    let mut position = args.position.game::<Shogi>().position().clone();
    let mut plan = &plans[0];
    let mut own: Vec<(Kind, Move)> = Vec::new();
    let mut completed = plan.progress(&position, Color::Black).is_complete();
    while !completed && own.len() < MOST_MOVES {
        let ours = position.side_to_move() == Color::Black;
        if ours && let Some((followed, _)) = black.evaluator().followed(&position, Color::Black) {
            plan = plans.iter().find(|plan| *plan == followed).unwrap_or(plan);
        }
        let mv = if ours {
            best_move(&mut black, (&position).into(), args.depth)
        } else {
            let quiet = quiet_moves(&position, plan);
            best_move(&mut white, Root::from(&position).only(&quiet), 2)
        };
        let Some(mv) = mv else { break };
        position.make(mv);
        if ours {
            own.extend(position.kind_at(mv.to()).map(|kind| (kind, mv)));
            completed = plan.progress(&position, Color::Black).is_complete();
        }
    }
    let table = Table { plan, own: &own, completed, position: &position };
    if args.json { print_line(&table.json()) } else { table.print(&plans) }
}

/// Where the search is asked; everything else is about plans.
fn best_move<E: Evaluator<Shogi>>(
    searcher: &mut Searcher<Shogi, E>,
    root: Root<'_>,
    depth: u32,
) -> Option<Move> {
    searcher.search(root, &Limits::depth(depth), &StopFlag::new(), &mut ()).best
}

/// White's moves of pieces within its own camp; every legal move if there is none.
fn quiet_moves(position: &Position, plan: &Plan) -> Vec<Move> {
    let legal = position.legal_moves();
    let moved = |mv: &Move| mv.from().and_then(|from| position.kind_at(from));
    let quiet = |mv: &&Move| {
        let kind = moved(mv);
        !matches!(kind, None | Some(Kind::Pawn | Kind::Lance | Kind::Knight | Kind::King))
            && position.kind_at(mv.to()).is_none()
            && mv.to().rank() <= 3
    };
    let mut found: Vec<Move> = legal.iter().filter(quiet).copied().collect();
    let style = RookStyle::of(position, Color::White);
    if plan.meant_against() == Some(RookStyle::Ranging) {
        let ranges =
            |mv: &&Move| moved(mv) == Some(Kind::Rook) && (3..=5).contains(&mv.to().file());
        if style == Some(RookStyle::Static) {
            let ranging: Vec<Move> = found.iter().filter(ranges).copied().collect();
            if !ranging.is_empty() {
                return ranging;
            }
        }
        found.retain(|mv| moved(mv) != Some(Kind::Rook) || ranges(&mv));
    } else {
        found.retain(|mv| moved(mv) != Some(Kind::Rook) || mv.to().file() > 5);
    }
    if found.is_empty() { legal.to_vec() } else { found }
}

struct Table<'t> {
    plan: &'t Plan,
    own: &'t [(Kind, Move)],
    completed: bool,
    position: &'t Position,
}

impl Table<'_> {
    fn name(&self, step: usize) -> String {
        let step = &self.plan.steps()[step];
        match step.from {
            Some(from) => format!("{from}{}", step.to),
            None => format!("{}{}", step.kind.letter(), step.to),
        }
    }

    /// Own move, from 1, that played a step.
    fn played_at(&self, step: usize) -> Option<usize> {
        let step = &self.plan.steps()[step];
        let played = |(kind, mv): &(Kind, Move)| {
            *kind == step.kind
                && mv.to() == step.to
                && (step.from.is_none() || mv.from() == step.from)
        };
        self.own.iter().position(played).map(|at| at + 1)
    }

    fn moves(&self) -> Vec<String> {
        self.own.iter().map(|(_, mv)| mv.to_string()).collect()
    }

    fn after(&self, step: usize) -> Vec<String> {
        self.plan.before(step).iter().map(|before| self.name(before)).collect()
    }

    fn json(&self) -> Value {
        let steps = self.plan.steps().iter().enumerate().map(|(i, step)| {
            json!({
                "move": self.name(i),
                "after": self.after(i),
                "bonus_cp": step.bonus_cp,
                "played_at": self.played_at(i),
            })
        });
        json!({
            "plan": self.plan.name(),
            "completed": self.completed,
            "own_moves": self.own.len(),
            "steps": steps.collect::<Vec<_>>(),
            "moves": self.moves(),
            "sfen": self.position.to_sfen(),
        })
    }

    fn print(&self, plans: &[Plan]) {
        print_line(&self.plan.name());
        print_line(&"    step   after  bonus  played at");
        for (i, step) in self.plan.steps().iter().enumerate() {
            let after = self.after(i).join(" ");
            let at = self.played_at(i).map_or("-".to_owned(), |at| at.to_string());
            let name = self.name(i);
            print_line(&format!("{:>2}  {name:<6} {after:<6} {:>5} {at:>7}", i + 1, step.bonus_cp));
        }
        print_line(&format!("played: {}", self.moves().join(" ")));
        let done = if self.completed { "complete" } else { "not complete" };
        print_line(&format!(
            "{done} after {} own moves: {}",
            self.own.len(),
            self.position.to_sfen()
        ));
        for found in recognise(plans, self.position, Color::Black) {
            let progress = found.progress;
            let all = found.plan.steps().len();
            let next = found.next.as_ref().map_or(String::new(), |next| {
                format!(", next {}, waits for {:?}", next.step.to, next.waits_for)
            });
            print_line(&format!("{}: {} of {all}{next}", found.plan.name(), progress.done.count()));
        }
    }
}

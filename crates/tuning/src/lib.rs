//! Self-play, records of games, and learning an evaluation from them.

mod learn;
mod paired_match;
mod record;
mod samples;
mod self_play;
mod tally;

pub use learn::{Epoch, LearnOptions, Learned, Objective, expected_share, fit_scale, learn};
pub use paired_match::PairedMatch;
pub use record::{
    Ending, RECORD_VERSION, RecordError, RecordFault, RecordHead, RecordReader, RecordWriter,
    RecordedGame, RecordedMove, WholeSections, whole_sections,
};
pub use samples::{Samples, Selection, SplitSamples};
pub use self_play::SelfPlay;
pub use tally::{Points, Tally};

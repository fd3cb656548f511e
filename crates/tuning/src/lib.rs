//! Self-play, records of games, and learning an evaluation from them.

mod record;
mod self_play;

pub use record::{
    Ending, RECORD_VERSION, RecordError, RecordFault, RecordHead, RecordReader, RecordWriter,
    RecordedGame, RecordedMove, WholeSections, whole_sections,
};
pub use self_play::SelfPlay;

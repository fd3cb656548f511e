//! The steps of the search, one file each: idea, source, the conditions under which it applies as pure functions, and what
//! it does. `node.rs` calls them in order. Each is switched off by its [`Technique`](crate::Technique), which its file names.

pub(super) mod check_extension;
pub(super) mod correction;
pub(super) mod exchange_pruning;
pub(super) mod forward;
pub(super) mod futility;
pub(super) mod internal_reduction;
pub(super) mod late_move_pruning;
pub(super) mod mate_distance;
pub(super) mod mate_in_one;
pub(super) mod null_move;
pub(super) mod one_reply;
pub(super) mod prob_cut;
pub(super) mod razoring;
pub(super) mod reductions;
pub(super) mod singular;
pub(super) mod static_null;
pub(super) mod static_value;

//! Check extension (`Technique::CheckExtension`): a side in check is not left to the quiescence search.
//!
//! Source: 5五将棋 CPU, which extends every check; the horizon alone is ours. Extensions together at most double the depth
//! of the iteration.

use crate::worker::state::Node;
use crate::{CheckExtension, SearchOptions};

/// Whether the node is searched a ply deeper.
#[inline]
pub(in crate::worker) fn applies(options: &SearchOptions, node: &Node) -> bool {
    let extends = match options.check_extension {
        CheckExtension::Off => false,
        CheckExtension::Horizon => node.depth <= 0,
        CheckExtension::Always => true,
    };
    node.in_check && extends && node.may_extend
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_extends_where_the_option_says_until_the_depth_has_doubled() {
        let extends = |check_extension, in_check, depth, may_extend| {
            let options = SearchOptions { check_extension, ..SearchOptions::plain() };
            applies(&options, &Node { in_check, may_extend, ..Node::quiet(depth) })
        };
        for (option, at_horizon, before) in [
            (CheckExtension::Off, false, false),
            (CheckExtension::Horizon, true, false),
            (CheckExtension::Always, true, true),
        ] {
            assert_eq!(extends(option, true, 0, true), at_horizon);
            assert_eq!(extends(option, true, 1, true), before);
            assert!(!extends(option, false, 0, true));
            assert!(!extends(option, true, 0, false));
        }
    }
}

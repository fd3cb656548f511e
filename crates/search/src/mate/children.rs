//! The children of a node: what its numbers are by theirs, and which of them to search next.

use sakiyomi_rules::{Move, Square, Variant};

use super::numbers::{INFINITE, Numbers, PURE};

/// A move with what is known of the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child<V: Variant> {
    pub(super) mv: Move<V>,
    pub(super) numbers: Numbers,
}

/// The numbers of a node from those of its children.
pub(super) fn sum_up<V: Variant>(children: &[Child<V>], attacks: bool) -> Numbers {
    let proofs = children.iter().map(|child| child.numbers.proof);
    let disproofs = children.iter().map(|child| child.numbers.disproof);
    if attacks {
        let proof = proofs.min().unwrap_or(INFINITE);
        if proof == 0 {
            let proven = children.iter().filter(|child| child.numbers.proof == 0);
            let plies = proven.map(|child| child.numbers.plies).min().unwrap_or(0);
            return Numbers::proven(plies + 1);
        }
        let disproof = disproofs.map(u64::from).sum::<u64>().min(u64::from(INFINITE)) as u32;
        // All children are needed to refute.
        let reach = children.iter().map(|child| child.numbers.reach).min().unwrap_or(PURE);
        let reach = if disproof == 0 { reach } else { PURE };
        return Numbers { proof, disproof, plies: 0, reach };
    }
    let refuted = children.iter().filter(|child| child.numbers.disproof == 0);
    if let Some(best) = refuted.max_by_key(|child| child.numbers.reach) {
        return Numbers { reach: best.numbers.reach, ..Numbers::refuted() };
    }
    let proof = sum_of_groups(children);
    if proof == 0 {
        let plies = children.iter().map(|child| child.numbers.plies).max().unwrap_or(0);
        return Numbers::proven(plies + 1);
    }
    Numbers::open(proof, disproofs.min().unwrap_or(INFINITE))
}

/// The child to search and the number of the next best.
pub(super) fn easiest<V: Variant>(children: &[Child<V>], attacks: bool) -> (usize, u32) {
    let mut best = (0, INFINITE + 1);
    let mut second = INFINITE;
    for (index, Child { numbers, .. }) in children.iter().enumerate() {
        // A proven defence needs no more search.
        if !attacks && numbers.proof == 0 {
            continue;
        }
        let number = if attacks { numbers.proof } else { numbers.disproof };
        if number < best.1 {
            second = best.1.min(INFINITE);
            best = (index, number);
        } else {
            second = second.min(number);
        }
    }
    (best.0, second)
}

/// What the group of this child counts for.
pub(super) fn proof_of_group<V: Variant>(children: &[Child<V>], index: usize) -> u32 {
    let group = group_of(children[index].mv);
    let same = children.iter().filter(|child| group.is_some() && group_of(child.mv) == group);
    let most = same.map(|child| child.numbers.proof).max();
    most.unwrap_or(children[index].numbers.proof)
}

/// Drops on one square stand in the way of the same check.
fn group_of<V: Variant>(mv: Move<V>) -> Option<Square<V>> {
    mv.is_drop().then_some(mv.to())
}

fn sum_of_groups<V: Variant>(children: &[Child<V>]) -> u32 {
    let mut sum: u64 = 0;
    for (index, child) in children.iter().enumerate() {
        let group = group_of(child.mv);
        if group.is_none() {
            sum += u64::from(child.numbers.proof);
            continue;
        }
        let same = |other: &&Child<V>| group_of(other.mv) == group;
        // Each group once, with its first.
        if children[..index].iter().any(|other| same(&other)) {
            continue;
        }
        let most = children[index..].iter().filter(same).map(|other| other.numbers.proof).max();
        sum += u64::from(most.unwrap_or(0));
    }
    sum.min(u64::from(INFINITE)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use sakiyomi_rules::Shogi;

    fn child(mv: &str, numbers: Numbers) -> Child<Shogi> {
        Child { mv: mv.parse().unwrap(), numbers }
    }

    #[test]
    fn the_attacker_needs_one_child_and_the_defender_all() {
        let open = |proof, disproof| Numbers::open(proof, disproof);
        let children = [child("7g7f", open(3, 2)), child("2g2f", open(5, 1))];
        assert_eq!(sum_up(&children, true), open(3, 3));
        assert_eq!(sum_up(&children, false), open(8, 1));
        let mate = [child("7g7f", Numbers::proven(4)), child("2g2f", Numbers::proven(2))];
        // The attacker takes the quickest, the defender the slowest.
        assert_eq!((sum_up(&mate, true).plies, sum_up(&mate, false).plies), (3, 5));
        assert!(sum_up(&mate, false).is_proven());
    }

    #[test]
    fn interpositions_on_one_square_count_once() {
        let open = |proof| Numbers::open(proof, 1);
        let drops = [child("P*5e", open(3)), child("L*5e", open(4)), child("P*5f", open(2))];
        assert_eq!(sum_up(&drops, false).proof, 6);
        assert_eq!((proof_of_group(&drops, 0), proof_of_group(&drops, 2)), (4, 2));
        let steps = [child("5i5h", open(3)), child("4i5h", open(4))];
        assert_eq!(sum_up(&steps, false).proof, 7);
        assert_eq!(proof_of_group(&steps, 0), 3);
    }

    /// A refutation holds on as many paths as the poorest of the attacker's, or the best of the defender's, children.
    #[test]
    fn a_refutation_reaches_as_far_as_what_it_rests_on() {
        let refuted = |reach| Numbers { reach, ..Numbers::refuted() };
        let children = [child("7g7f", refuted(4)), child("2g2f", refuted(8))];
        assert_eq!(sum_up(&children, true).reach, 4);
        assert_eq!(sum_up(&children, false).reach, 8);
        assert!(!refuted(-1).is_refuted_for_good() && refuted(0).is_refuted_for_good());
    }

    #[test]
    fn the_easiest_child_is_searched_and_what_is_proven_is_not() {
        let numbers = [Numbers::open(5, 9), Numbers::open(2, 7), Numbers::open(3, 8)];
        let children = numbers.map(|numbers| child("7g7f", numbers));
        assert_eq!(easiest(&children, true), (1, 3));
        assert_eq!(easiest(&children, false), (1, 8));
        let done = [children[0], child("2g2f", Numbers::proven(1))];
        assert_eq!(easiest(&done, false), (0, INFINITE));
    }
}

//! Counting nodes and stopping.

/// The search was told to stop and has no value to give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Hears of every node before it is searched, and may stop the search there.
pub trait Control {
    /// Counts a node.
    ///
    /// # Errors
    /// [`Stopped`], to end the search at once.
    fn enter_node(&mut self) -> Result<(), Stopped>;
}

/// Never stops; counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unlimited {
    /// Nodes entered so far.
    pub nodes: u64,
}

impl Control for Unlimited {
    #[inline]
    fn enter_node(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        Ok(())
    }
}

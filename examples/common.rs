//! What the example programs share: arguments and output.

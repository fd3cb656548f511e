//! Measurements of the sakiyomi crates.

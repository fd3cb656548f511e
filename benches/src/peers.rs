//! The rules libraries that ours is compared with, one module for each.

mod haitaka;
mod rsshogi;
mod shunsai;

pub use haitaka::Haitaka;
pub use rsshogi::Rsshogi;
pub use shunsai::Shunsai;

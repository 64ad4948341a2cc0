//! The commander: two sides with an economy. A strategist orders units; a build-order planner reaches the order as early as it can.
//!
//! So far this is the core, without systems: plain functions of plain values.
//!
//! | folder | content |
//! |---|---|
//! | `catalogue` | what can be had, what it costs, what makes it: data, read and checked |
//! | `economy` | a forward model of one side's economy, in milliseconds |
//! | `build_order` | from a goal ("at least 12 riflemen") to a plan, and from a plan to a schedule |

pub mod build_order;
pub mod catalogue;
pub mod economy;

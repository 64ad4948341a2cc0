//! What minds are made of, as it is written in RON files: facts, actions and goals, brains of other kinds, speech, planning problems.

pub mod brain;
pub mod domain;
pub mod mind;
pub mod speech;

/// Declares structs with the default of each field behind it. A field without one has the default of its type.
///
/// The structs are not indented, so that they read like others; `scripts/data_docs.py` reads them, too.
#[macro_export]
macro_rules! with_defaults {
    ($($(#[$of:meta])* $see:vis struct $name:ident {
        $($(#[$of_field:meta])* $see_field:vis $field:ident: $type:ty $(= $default:expr)?,)*
    })*) => {$(
        $(#[$of])*
        $see struct $name {
            $($(#[$of_field])* $see_field $field: $type,)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $crate::with_defaults!(@ $($default)?),)* }
            }
        }
    )*};
    (@ $default:expr) => { $default };
    (@) => { Default::default() };
}

//! Macros with which a field, its name and its default stand in one place.

pub use quarry_minds::protocol::{Label, label};
pub use quarry_minds::with_defaults;

/// A whole number as the default of a field: `#[serde(default = "whole::<30, _>")]`.
pub fn whole<const NUMBER: u8, T: From<u8>>() -> T {
    NUMBER.into()
}

/// Declares a struct of names that are interned once, each spelt as its field unless a value is given. `WORDS` are the spellings.
#[macro_export]
macro_rules! labels {
    // The type of a field.
    (@type) => {
        $crate::data::declare::Label
    };
    (@type $type:ty) => {
        $type
    };
    // The first of one or two values.
    (@first $first:expr $(, $second:expr)?) => {
        $first
    };
    ($(#[$of:meta])* $see:vis struct $name:ident {
        $($(#[$of_field:meta])* $field:ident $(: $type:ty = $value:expr)?),* $(,)?
    }) => {
        $(#[$of])*
        $see struct $name {
            $($(#[$of_field])* pub $field: $crate::labels!(@type $($type)?),)*
        }

        impl Default for $name {
            fn default() -> Self {
                use $crate::data::declare::label;
                Self { $($field: $crate::labels!(@first $($value,)? label(stringify!($field))),)* }
            }
        }

        #[allow(dead_code, reason = "only the names that minds are told are checked against this list")]
        impl $name {
            /// The names of all fields: the spellings of those without a value.
            pub(super) const WORDS: &[&str] = &[$(stringify!($field)),*];
        }
    };
}

pub use labels;

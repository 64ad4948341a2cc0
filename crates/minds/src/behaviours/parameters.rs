//! Parameters of behaviours. Each is declared once, by [`behaviour_settings!`]; the typed field, the reader, the range check,
//! `docs/behaviours.md` and the sliders of the what-if panel come from that declaration.

use quarry_ron::suggestion;

use crate::{
    protocol::{Gait, Label, label},
    schema::domain::{Entries, Scalar},
};

/// A parameter of a behaviour, as documentation and panels show it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// Its name in data.
    pub name: &'static str,
    /// What it means, with its unit; may begin with a space.
    pub description: &'static str,
    /// Its values and its default.
    pub range: ParameterRange,
}

/// The values of a parameter, and its default.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParameterRange {
    /// A number.
    Number {
        /// The default.
        default: f32,
        /// The minimum value.
        min: f32,
        /// The maximum value.
        max: f32,
    },
    /// A whole number.
    Count {
        /// The default.
        default: u32,
        /// The minimum value.
        min: u32,
        /// The maximum value.
        max: u32,
    },
    /// Yes or no; the default.
    Flag(bool),
    /// A gait by name; the default is the first of [`GAITS`].
    Gait,
    /// A name from data, such as a verb; the default.
    Word(&'static str),
    /// The name of a query of the mind; none by default.
    Query,
}

/// The gaits by name.
pub const GAITS: [(&str, Gait); 4] =
    [("walk", Gait::Walk), ("crouch", Gait::Crouch), ("hurry", Gait::Hurry), ("run", Gait::Run)];

/// The settings of a behaviour, read from the `parameters` of an action; implemented by [`behaviour_settings!`].
pub trait BehaviourSettings: PartialEq + Send + Sync + Sized + 'static {
    /// All parameters.
    const PARAMETERS: &'static [Parameter];

    /// Reads them. What is wrong is noted in the reader and has its default.
    fn read(reader: &mut ParameterReader) -> Self;
}

/// Reads parameters from data and collects what is wrong with them.
pub struct ParameterReader<'a> {
    data: &'a Entries<Scalar>,
    /// The index of a query of the mind, by name.
    query: &'a dyn Fn(Label) -> Option<usize>,
    /// What is wrong.
    pub problems: Vec<ParameterProblem>,
}

/// A parameter that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterProblem {
    /// Its name.
    pub parameter: String,
    /// What is wrong, and how to mend it.
    pub message: String,
    /// Whether the name is wrong, not the value.
    pub of_key: bool,
}

impl<'a> ParameterReader<'a> {
    /// A reader that has found nothing wrong, except for names that are not among `parameters`.
    pub fn new(parameters: &[Parameter], data: &'a Entries<Scalar>, query: &'a dyn Fn(Label) -> Option<usize>) -> Self {
        let names = || parameters.iter().map(|parameter| parameter.name);
        let unknown = data.keys().filter(|name| !names().any(|known| known == *name));
        let problem = |name: &str| {
            let help = suggestion(name, names()).map(|help| format!("; {help}")).unwrap_or_default();
            let message = format!("the behaviour has no parameter `{name}`{help}");
            ParameterProblem { parameter: name.to_owned(), message, of_key: true }
        };
        Self { data, query, problems: unknown.map(problem).collect() }
    }

    /// Checks all that is written against these parameters, without reading it into settings.
    pub(super) fn check(&mut self, parameters: &[Parameter]) {
        for parameter in parameters {
            let name = parameter.name;
            match parameter.range {
                ParameterRange::Number { default, min, max } => drop(self.read(name, Number(default, min, max))),
                ParameterRange::Count { default, min, max } => drop(self.read(name, Count(default, min, max))),
                ParameterRange::Flag(default) => drop(self.read(name, Flag(default))),
                ParameterRange::Gait => drop(self.read(name, GaitName())),
                ParameterRange::Word(default) => drop(self.read(name, Word(default))),
                ParameterRange::Query => drop(self.read(name, QueryName())),
            }
        }
    }

    /// What is written.
    pub(super) fn written(&self) -> &Entries<Scalar> {
        self.data
    }

    /// Reads a parameter, or takes its default.
    pub fn read<K: ParameterKind>(&mut self, name: &str, kind: K) -> K::Value {
        let Some(written) = self.data.get(name) else { return kind.default() };
        kind.read(written, self.query).unwrap_or_else(|message| {
            self.problems.push(ParameterProblem { parameter: name.to_owned(), message, of_key: false });
            kind.default()
        })
    }
}

/// A kind of parameter: how it is read, and the type that behaviours see.
pub trait ParameterKind: Copy {
    /// What behaviours see.
    type Value;

    /// The default.
    fn default(self) -> Self::Value;

    /// Reads what is written.
    ///
    /// # Errors
    /// It is not of this kind, or out of range.
    fn read(self, written: &Scalar, query: &dyn Fn(Label) -> Option<usize>) -> Result<Self::Value, String>;
}

/// A number: its default, the minimum and the maximum value.
#[derive(Clone, Copy)]
pub struct Number(pub f32, pub f32, pub f32);

/// A whole number: its default, the minimum and the maximum value.
#[derive(Clone, Copy)]
pub struct Count(pub u32, pub u32, pub u32);

/// Yes or no: the default.
#[derive(Clone, Copy)]
pub struct Flag(pub bool);

/// A gait; walk by default.
#[derive(Clone, Copy)]
pub struct GaitName();

/// A name from data: the default.
#[derive(Clone, Copy)]
pub struct Word(pub &'static str);

/// The name of a query; none by default.
#[derive(Clone, Copy)]
pub struct QueryName();

impl Number {
    /// As documentation and panels show it.
    pub const fn range(self) -> ParameterRange {
        ParameterRange::Number { default: self.0, min: self.1, max: self.2 }
    }
}

impl Count {
    /// As documentation and panels show it.
    pub const fn range(self) -> ParameterRange {
        ParameterRange::Count { default: self.0, min: self.1, max: self.2 }
    }
}

impl Flag {
    /// As documentation and panels show it.
    pub const fn range(self) -> ParameterRange {
        ParameterRange::Flag(self.0)
    }
}

impl GaitName {
    /// As documentation and panels show it.
    pub const fn range(self) -> ParameterRange {
        ParameterRange::Gait
    }
}

impl Word {
    /// As documentation and panels show it.
    pub const fn range(self) -> ParameterRange {
        ParameterRange::Word(self.0)
    }
}

impl QueryName {
    /// As documentation and panels show it.
    pub const fn range(self) -> ParameterRange {
        ParameterRange::Query
    }
}

fn out_of_range(value: impl std::fmt::Display, min: impl std::fmt::Display, max: impl std::fmt::Display) -> String {
    format!("{value} is out of range: {min} to {max}")
}

impl ParameterKind for Number {
    type Value = f32;

    fn default(self) -> f32 {
        self.0
    }

    fn read(self, written: &Scalar, _: &dyn Fn(Label) -> Option<usize>) -> Result<f32, String> {
        let Self(_, min, max) = self;
        match written {
            Scalar::Number(value) if (min..=max).contains(&(*value as f32)) => Ok(*value as f32),
            Scalar::Number(value) => Err(out_of_range(*value as f32, min, max)),
            other => Err(format!("expected a number, found {other}")),
        }
    }
}

impl ParameterKind for Count {
    type Value = u32;

    fn default(self) -> u32 {
        self.0
    }

    fn read(self, written: &Scalar, _: &dyn Fn(Label) -> Option<usize>) -> Result<u32, String> {
        let Self(_, min, max) = self;
        match written {
            Scalar::Number(value) if value.fract() != 0.0 => Err(format!("expected a whole number, found {value}")),
            Scalar::Number(value) if (f64::from(min)..=f64::from(max)).contains(value) => Ok(*value as u32),
            Scalar::Number(value) => Err(out_of_range(value, min, max)),
            other => Err(format!("expected a whole number, found {other}")),
        }
    }
}

impl ParameterKind for Flag {
    type Value = bool;

    fn default(self) -> bool {
        self.0
    }

    fn read(self, written: &Scalar, _: &dyn Fn(Label) -> Option<usize>) -> Result<bool, String> {
        match written {
            Scalar::Bool(value) => Ok(*value),
            other => Err(format!("expected `true` or `false`, found {other}")),
        }
    }
}

impl ParameterKind for GaitName {
    type Value = Gait;

    fn default(self) -> Gait {
        Gait::Walk
    }

    fn read(self, written: &Scalar, _: &dyn Fn(Label) -> Option<usize>) -> Result<Gait, String> {
        let named = |name: &str| GAITS.iter().find(|(known, _)| *known == name).map(|(_, gait)| *gait);
        match written {
            Scalar::Text(name) => named(name).ok_or_else(|| {
                let help = suggestion(name, GAITS.iter().map(|(known, _)| *known)).unwrap_or_default();
                format!("no gait is called `{name}`: {help}")
            }),
            other => Err(format!("expected a gait in quotes, found {other}")),
        }
    }
}

impl ParameterKind for Word {
    type Value = Label;

    fn default(self) -> Label {
        label(self.0)
    }

    fn read(self, written: &Scalar, _: &dyn Fn(Label) -> Option<usize>) -> Result<Label, String> {
        match written {
            Scalar::Text(name) => Ok(label(name)),
            other => Err(format!("expected a name in quotes, found {other}")),
        }
    }
}

impl ParameterKind for QueryName {
    type Value = Option<usize>;

    fn default(self) -> Option<usize> {
        None
    }

    fn read(self, written: &Scalar, query: &dyn Fn(Label) -> Option<usize>) -> Result<Option<usize>, String> {
        match written {
            Scalar::Text(name) => match query(label(name)) {
                Some(index) => Ok(Some(index)),
                None => Err(format!("no query is called \"{name}\"")),
            },
            other => Err(format!("expected the name of a query in quotes, found {other}")),
        }
    }
}

/// Declares the settings of a behaviour: one documented field per parameter, `name: Kind(default, minimum, maximum)`. The
/// comment of a field is its description in `docs/behaviours.md`. Kinds are [`Number`], [`Count`], [`Flag`], [`GaitName`], [`Word`] and
/// [`QueryName`]; they must be in scope.
#[macro_export]
macro_rules! behaviour_settings {
    (
        $(#[$attribute:meta])*
        struct $settings:ident {
            $($(#[doc = $description:literal])+ $field:ident: $kind:ident($($argument:expr),*),)+
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $settings {
            $($(#[doc = $description])+ pub $field: <$kind as $crate::behaviours::ParameterKind>::Value,)+
        }

        impl $crate::behaviours::BehaviourSettings for $settings {
            const PARAMETERS: &'static [$crate::behaviours::Parameter] = &[
                $($crate::behaviours::Parameter {
                    name: stringify!($field),
                    description: concat!($($description),+),
                    range: $kind($($argument),*).range(),
                },)+
            ];

            fn read(reader: &mut $crate::behaviours::ParameterReader) -> Self {
                Self { $($field: reader.read(stringify!($field), $kind($($argument),*)),)+ }
            }
        }
    };
}

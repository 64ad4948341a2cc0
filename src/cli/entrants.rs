//! The entrants of a tournament: which side each set of data plays, and with which kinds of agents.

use std::collections::BTreeMap;

use quarry_minds::protocol::{Label, label};

use super::{CliError, matches::MatchArgs};
use crate::data::Library;
use crate::data::rules::Rules;
use crate::lab::Entrant;
use crate::simulation::{Archetype, Archetypes, ContestSide};

/// The entrants of each side.
pub(super) struct Entrants {
    contest: [ContestSide; 2],
    /// The rules of all matches.
    rules: Rules,
    /// Those of each side, in the order of entry.
    pub of_side: [Vec<Entrant>; 2],
    /// The data of all.
    pub libraries: Vec<Library>,
    /// The digest of each entrant's data.
    digests: BTreeMap<String, u64>,
}

impl Entrants {
    /// No entrants yet for matches with these rules.
    pub fn new(contest: [ContestSide; 2], rules: &Rules) -> Self {
        let of_side = [Vec::new(), Vec::new()];
        Self { contest, rules: rules.clone(), of_side, libraries: Vec::new(), digests: BTreeMap::new() }
    }

    /// Enters a set of data on both sides, or on those that the one file it changes plays for.
    pub fn add(
        &mut self,
        name: String,
        library: &Library,
        changed: Option<&str>,
        matches: &MatchArgs,
    ) -> Result<(), CliError> {
        if self.of_side.iter().flatten().any(|known| known.name == name) {
            return Err(CliError::new(format!("{name} was named twice")));
        }
        let kinds = Archetypes::load(library).map_err(CliError::from_findings)?.shared;
        let own_rules = matches.rules(library)?;
        self.digests.insert(name.clone(), library.digest);
        let mut entered = false;
        for (side, entrants) in self.contest.iter().zip(&mut self.of_side) {
            let side = label(side.side);
            let changes = |file: &str| {
                kinds_of_side(library, own_rules, side)
                    .any(|kind| library.files_of_kind(kind).iter().any(|part| part == file))
            };
            if changed.is_none_or(changes) {
                let kinds = under_names_of(&self.rules, own_rules, side, kinds.clone());
                entrants.push(Entrant { name: name.clone(), kinds });
                entered = true;
            }
        }
        if !entered {
            let file = changed.unwrap_or_default();
            return Err(CliError::new(format!(
                "{name}: it replaces {file}, which is neither an agent of one of the sides nor a part of its mind or senses"
            )));
        }
        self.libraries.push(library.clone());
        Ok(())
    }

    /// What the matches of a pairing depend on: the data of both, and the levels, whose navigation meshes are baked for the
    /// widest agents of all entrants.
    pub fn digest(&self, shipped: &Library, pair: [&Entrant; 2]) -> String {
        let [first, second] = pair.map(|entrant| self.digests.get(&entrant.name).copied().unwrap_or_default());
        let all: Vec<String> = self.libraries.iter().map(|library| format!("{:016x}", library.digest)).collect();
        format!("{first:016x}/{second:016x} of {:016x}+{}", shipped.digest, all.join("+"))
    }
}

/// The kinds of agents that may play for a side: the one that its rules name, and of those that no rules name, which enter in the course
/// of a match, all that may play for it.
fn kinds_of_side<'l>(library: &'l Library, rules: &'l Rules, side: Label) -> impl Iterator<Item = Label> + 'l {
    let named = rules.sides.get(&side).map(|of_side| of_side.agent);
    let starts = |kind: Label| library.rules.values().flat_map(|rules| rules.sides.values()).any(|of| of.agent == kind);
    let may_enter = move |kind: Label, of: Label| (of == side || of == Label::default()) && !starts(kind);
    let agents = library.agents.iter();
    agents.filter(move |(kind, agent)| named == Some(**kind) || may_enter(**kind, agent.side)).map(|(kind, _)| *kind)
}

/// The kinds of an entrant, with the agent that its own rules name for a side under the name that the shared rules use.
fn under_names_of(
    shared: &Rules,
    own: &Rules,
    side: Label,
    mut kinds: BTreeMap<Label, Archetype>,
) -> BTreeMap<Label, Archetype> {
    if let (Some(shared), Some(own)) = (shared.sides.get(&side), own.sides.get(&side))
        && let Some(kind) = kinds.get(&own.agent).cloned()
    {
        kinds.insert(shared.agent, kind);
    }
    kinds
}

//! Checks of brain files against minds, and of the choices of brains in rules.

use quarry_minds::protocol::Label;
use quarry_minds::schema::brain::{BrainFile, brain_file_of};
use quarry_ron::{Cursor, finding::Diagnostics};

use super::names::NameIndex;
use super::{FileKind, LoadedFiles, checks, names};
use crate::data::rules::Rules;

/// Checks what a brain file names outside of itself. Its structure is checked when it is compiled.
pub(super) fn check_brain(name: Label, brain: &BrainFile, at: &Cursor<'_>, names: &NameIndex, out: &mut Diagnostics) {
    names::check_file(FileKind::Mind, brain.mind, names, &at.field("mind"), out);
    if names.minds.as_ref().is_some_and(|minds| minds.contains(&name)) {
        let message = format!("a mind is called `{name}` too");
        out.push(
            at.field("mind")
                .error(message)
                .help("rename the brain file: an agent is told by the name which brain it has"),
        );
    }
    checks::check_verbs(&brain.actions, at, names, out);
}

/// Checks the brains that rules give to agents.
pub(super) fn check_choices(rules: &Rules, read: &LoadedFiles, at: &Cursor<'_>, out: &mut Diagnostics) {
    if [FileKind::Agent, FileKind::Mind, FileKind::Brain].iter().any(|kind| read.unread.contains(kind)) {
        return;
    }
    let data = &read.library;
    for (group, choice) in &rules.brains {
        let at = at.field("brains").entry(group.as_str());
        let kind = rules.sides.get(group).map_or(*group, |side| side.agent);
        let Some(agent) = data.agents.get(&kind) else {
            out.push(at.unknown("side or kind of agent", group, rules.sides.keys().chain(data.agents.keys())));
            continue;
        };
        let Some(mind) = agent.mind else {
            out.push(at.error(format!("agents of the kind `{kind}` have no mind")).help("remove the entry"));
            continue;
        };
        for one in &choice.0 {
            let brains = data.brains.iter().map(|(name, brain)| (*name, brain));
            if let Err(problem) = brain_file_of(brains, mind, *one) {
                out.push(at.error(problem));
            }
        }
    }
}

//! The minds of a game by name: from RON text or files, or built in code. Files are read again when they change.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant, SystemTime},
};

use bevy_app::App;
use bevy_ecs::prelude::*;
use quarry_ron::{
    Document, Finding,
    compose::{BuildsOn, NotFound, compose},
    input,
};

use super::entities::HasMind;
use crate::{
    Behaviours, Brain, Mind,
    brain::OutOfReach,
    mind_bundle,
    names::{MIND_NAMES, NameKind, ProvidedNames, names_at},
    protocol::{AgentId, Label, SimulationClock, label},
    retune::{exchange_brain, think_again},
    review_mind,
    schema::mind::MindFile,
};

/// How often files are looked at.
const LOOK_AT_FILES: Duration = Duration::from_millis(500);

/// What is wrong with a mind, with places: the first mistake of form, or else every mistake of meaning.
#[derive(Clone, PartialEq, Eq)]
pub struct MindError(pub Vec<Finding>);

/// As it is shown: `main` prints an error that it returns in this way.
impl fmt::Debug for MindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Display for MindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for finding in &self.0 {
            writeln!(f, "{}", finding.snippet())?;
        }
        Ok(())
    }
}

impl std::error::Error for MindError {}

struct WatchedFile {
    path: PathBuf,
    changed: Option<SystemTime>,
}

/// The minds of the game by name.
#[derive(Resource, Default)]
pub struct Minds {
    brains: BTreeMap<Label, Arc<Brain>>,
    documents: BTreeMap<Label, Document>,
    sets: BTreeMap<String, Document>,
    files: BTreeMap<Label, WatchedFile>,
    provided: ProvidedNames,
    looked: Option<Instant>,
}

impl Minds {
    /// The names of all minds, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.brains.keys().map(|name| name.as_str())
    }

    /// A mind by name.
    pub fn get(&self, name: Label) -> Option<&Arc<Brain>> {
        self.brains.get(&name)
    }

    /// Adds a set of actions that minds name in `action_sets`.
    ///
    /// # Errors
    /// The text is not RON.
    pub fn add_action_set(&mut self, name: &str, ron: &str) -> Result<(), MindError> {
        let set = Document::parse(name, ron).map_err(|finding| MindError(vec![finding]))?;
        self.sets.insert(name.to_owned(), set);
        Ok(())
    }

    /// Says which names of a kind there are in the game, such as the readings that its systems set and the kinds of things that it spawns.
    /// From then on a mind that uses another one is warned of when it is added.
    pub fn provide(&mut self, kind: NameKind, names: &[&str]) {
        self.provided.add_words(kind, names);
    }

    /// The names in a mind that the game does not provide. Of kinds of names of which it has said nothing none is wrong.
    fn unknown_names(&self, document: &Document) -> Vec<Finding> {
        let mut used = names_at(MIND_NAMES, document);
        used.retain(|used| self.provided.of(used.kind).next().is_some());
        self.provided.missing(used, document)
    }

    /// Adds a mind, or replaces the one of this name. The text may build on minds and action sets that were added before. What has no
    /// effect, or forgets what it plans with, is a warning in the log ([`review_mind`]).
    ///
    /// # Errors
    /// Every mistake with its place. The mind of this name stays as it was.
    pub fn add_ron(&mut self, name: &str, file: &str, ron: &str, behaviours: &Behaviours) -> Result<(), MindError> {
        let one = |finding| MindError(vec![finding]);
        let own = Document::parse(file, ron).map_err(one)?;
        let find = |how: BuildsOn, wanted: &str| {
            let known =
                if how == BuildsOn::ActionSet { self.sets.get(wanted) } else { self.documents.get(&label(wanted)) };
            known.cloned().ok_or_else(|| NotFound::Missing(wanted.to_owned()))
        };
        let document = compose(BuildsOn::Mind, &own, &find).map_err(one)?.unwrap_or_else(|| own.clone());
        let file: MindFile = document.read().map_err(one)?;
        let located = |findings: Vec<crate::MindFinding>| {
            MindError(findings.into_iter().map(|finding| finding.in_document(&document)).collect())
        };
        let brain = Brain::compile(label(name), &file, behaviours).map_err(located)?;
        let lost = brain.out_of_reach(&BTreeSet::new());
        let doubts = review_mind(&file, &BTreeSet::new()).into_iter().chain(lost.iter().map(OutOfReach::finding));
        let doubts = doubts.map(|doubt| doubt.in_document(&document)).chain(self.unknown_names(&document));
        doubts.for_each(|doubt| tracing::warn!("{}", doubt.warning().snippet()));
        self.documents.insert(label(name), own);
        self.brains.insert(label(name), Arc::new(brain));
        Ok(())
    }

    /// Adds a mind that was built in code.
    ///
    /// # Errors
    /// Every mistake, with the path of the field. It cannot build on others: `like` and `action_sets` must be empty.
    pub fn add(&mut self, name: &str, mind: &MindFile, behaviours: &Behaviours) -> Result<(), MindError> {
        if mind.like.is_some() || !mind.action_sets.is_empty() {
            let message =
                "a mind that is built in code has all its actions itself: `like` and `action_sets` must be empty";
            return Err(MindError(vec![Finding::for_file(name, message)]));
        }
        let located = |findings: Vec<crate::MindFinding>| {
            let at =
                |finding: crate::MindFinding| Finding::for_file(format!("{name}: {}", finding.path), finding.message);
            MindError(findings.into_iter().map(at).collect())
        };
        let brain = Brain::compile(label(name), mind, behaviours).map_err(located)?;
        self.brains.insert(label(name), Arc::new(brain));
        Ok(())
    }

    /// Compiles the minds that build on this one again.
    fn compile_again(&mut self, base: Label, behaviours: &Behaviours) {
        let builds_on = |document: &Document| document.read_field::<Label>("like").is_ok_and(|like| like == Some(base));
        let stale: Vec<(Label, Document)> =
            self.documents.iter().filter(|(_, one)| builds_on(one)).map(|(name, one)| (*name, one.clone())).collect();
        for (name, document) in stale.into_iter().filter(|(name, _)| *name != base) {
            if let Err(error) = self.add_ron(name.as_str(), document.file(), document.text(), behaviours) {
                tracing::error!("{error}");
            }
        }
    }

    fn add_file(&mut self, name: &str, path: &Path, behaviours: &Behaviours) -> Result<(), MindError> {
        let shown = path.display().to_string();
        let changed = changed(path);
        self.files.insert(label(name), WatchedFile { path: path.to_owned(), changed });
        let text = input::read_text(path, input::DATA_FILE)
            .map_err(|error| MindError(vec![Finding::for_file(&shown, error.to_string())]))?;
        self.add_ron(name, &shown, &text, behaviours)
    }
}

fn changed(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path).and_then(|data| data.modified()).ok()
}

/// Adds minds to an app. Behaviours and tasks that they use must be registered before, and names that they use be provided.
pub trait AddMind {
    /// [`Minds::provide`].
    fn provide_names(&mut self, kind: NameKind, names: &[&str]) -> &mut Self;

    /// Adds a mind that is written in RON.
    ///
    /// # Errors
    /// Every mistake with its place.
    fn add_mind(&mut self, name: &str, ron: &str) -> Result<&mut Self, MindError>;

    /// Adds a mind from a file, and reads it again whenever it changes. Agents keep what they remember. A changed file with mistakes
    /// is reported in the log, and the mind stays as it was.
    ///
    /// # Errors
    /// The file cannot be read; or every mistake with its place.
    fn add_mind_file(&mut self, name: &str, path: impl AsRef<Path>) -> Result<&mut Self, MindError>;
}

fn with_minds<R>(app: &mut App, act: impl FnOnce(&mut Minds, &Behaviours) -> R) -> R {
    let world = app.world_mut();
    let behaviours = world.get_resource_or_init::<Behaviours>().clone();
    act(&mut world.get_resource_or_init::<Minds>(), &behaviours)
}

impl AddMind for App {
    fn provide_names(&mut self, kind: NameKind, names: &[&str]) -> &mut Self {
        with_minds(self, |minds, _| minds.provide(kind, names));
        self
    }

    fn add_mind(&mut self, name: &str, ron: &str) -> Result<&mut Self, MindError> {
        with_minds(self, |minds, behaviours| minds.add_ron(name, name, ron, behaviours))?;
        Ok(self)
    }

    fn add_mind_file(&mut self, name: &str, path: impl AsRef<Path>) -> Result<&mut Self, MindError> {
        with_minds(self, |minds, behaviours| minds.add_file(name, path.as_ref(), behaviours))?;
        Ok(self)
    }
}

/// Reads files again that have changed.
pub(super) fn reload(mut minds: ResMut<Minds>, behaviours: Res<Behaviours>) {
    if minds.files.is_empty() || minds.looked.is_some_and(|looked| looked.elapsed() < LOOK_AT_FILES) {
        return;
    }
    minds.bypass_change_detection().looked = Some(Instant::now());
    let stale = |file: &WatchedFile| changed(&file.path) != file.changed;
    let due: Vec<(Label, PathBuf)> =
        minds.files.iter().filter(|(_, file)| stale(file)).map(|(name, file)| (*name, file.path.clone())).collect();
    for (name, path) in due {
        match minds.add_file(name.as_str(), &path, &behaviours) {
            Ok(()) => tracing::info!("{} was read again", path.display()),
            Err(error) => tracing::error!("{error}"),
        }
        minds.compile_again(name, &behaviours);
    }
}

/// Gives agents the minds that they want and do not have yet.
pub(super) fn exchange(
    world: &mut World,
    mut agents: Local<Option<QueryState<(Entity, &AgentId, &HasMind, Option<&Mind>)>>>,
) {
    if !world.is_resource_changed::<Minds>() {
        return;
    }
    let query = agents.get_or_insert_with(|| world.query());
    let (minds, rate) = (world.resource::<Minds>(), world.resource::<SimulationClock>().rate);
    let stale = |(entity, id, wanted, mind): (Entity, &AgentId, &HasMind, Option<&Mind>)| {
        let brain = minds.get(wanted.0)?;
        let has = mind.map(|mind| Arc::ptr_eq(&mind.brain, brain));
        (has != Some(true)).then(|| (entity, *id, brain.clone(), has.is_some()))
    };
    let stale: Vec<_> = query.iter(world).filter_map(stale).collect();
    for (entity, id, brain, thinks) in stale {
        if thinks {
            exchange_brain(world, entity, &brain);
            think_again(world, entity);
        } else {
            world.entity_mut(entity).insert(mind_bundle(brain, id, rate));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_the_game_does_not_provide_is_warned_of() {
        let text =
            r#"(queries: {"food": (kinds: ["cheese"])}, facts: {"hungry": (type: bool(), value: reading("hungre"))})"#;
        let document = Document::parse("mouse", text).unwrap();
        let mut minds = Minds::default();
        assert_eq!(minds.unknown_names(&document), []);
        minds.provide(NameKind::Reading, &["hunger"]);
        let found = minds.unknown_names(&document);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].help.as_deref(), Some("did you mean `hunger`?"));
        minds.provide(NameKind::Percept, &["bread"]);
        assert_eq!(minds.unknown_names(&document).len(), 2);
    }
}

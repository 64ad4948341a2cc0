//! A recorded match played again on a thread of its own, its moments handed over as they come.

use std::{
    io,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, SyncSender, TryRecvError, sync_channel},
    },
    thread,
};

use bevy::ecs::prelude::*;

use super::{
    file::Recording,
    frame::MatchFrame,
    history::{History, MemorySize},
    origin::MatchAssets,
    rerun::{Rerun, RerunReport},
};
use crate::protocol::{AgentId, EventLog, LogEntry};

/// How many moments may wait to be taken over; the thread waits when there are more.
const WAITING: usize = 512;

/// A tick that has been played.
pub struct ReplayedTick<A> {
    /// How it looks.
    pub picture: MatchFrame,
    /// What happened in it.
    pub happened: Vec<LogEntry>,
    /// What minds hold, as far as it has changed.
    pub accounts: Vec<(AgentId, A)>,
}

enum Message<A> {
    ReplayedTick(Box<ReplayedTick<A>>),
    End(Result<RerunReport, String>),
}

/// A match that is played again beside the program.
pub struct BackgroundReplay<A> {
    receiver: Mutex<Receiver<Message<A>>>,
    end: Option<Result<RerunReport, String>>,
}

impl<A: MemorySize + Send + 'static> BackgroundReplay<A> {
    /// Begins to play a recorded match again. `account` is asked after every tick what minds hold that has changed.
    ///
    /// # Errors
    /// Where no thread can be had.
    pub fn start(
        recording: Arc<Recording>,
        ground: Arc<MatchAssets>,
        mut account: impl FnMut(&mut World) -> Vec<(AgentId, A)> + Send + 'static,
    ) -> io::Result<Self> {
        let (sender, receiver) = sync_channel(WAITING);
        thread::Builder::new().name("replay".to_owned()).spawn(move || {
            let end = play(recording, &ground, &mut account, &sender);
            // Whoever no longer listens needs no end.
            drop(end.map(|end| sender.send(Message::End(end))));
        })?;
        Ok(Self { receiver: Mutex::new(receiver), end: None })
    }

    /// Takes over what has been played since, at most so many ticks; returns how many there were.
    pub fn take(&mut self, most: usize, history: &mut History<A>) -> usize {
        let receiver = self.receiver.get_mut().unwrap_or_else(PoisonError::into_inner);
        for taken in 0..most {
            match receiver.try_recv() {
                Ok(Message::ReplayedTick(moment)) => {
                    let ReplayedTick { picture, happened, accounts } = *moment;
                    history.keep(&picture, happened, accounts);
                }
                Ok(Message::End(end)) => {
                    self.end = Some(end);
                    return taken;
                }
                Err(TryRecvError::Empty) => return taken,
                Err(TryRecvError::Disconnected) => {
                    self.end.get_or_insert_with(|| Err("the program broke off".to_owned()));
                    return taken;
                }
            }
        }
        most
    }

    /// What came of it; `None` while it is being played.
    pub fn end(&self) -> Option<&Result<RerunReport, String>> {
        self.end.as_ref()
    }
}

/// Plays to the end; `None` where nobody listens any more.
fn play<A>(
    recording: Arc<Recording>,
    ground: &MatchAssets,
    account: &mut impl FnMut(&mut World) -> Vec<(AgentId, A)>,
    sender: &SyncSender<Message<A>>,
) -> Option<Result<RerunReport, String>> {
    let mut rerun = match Rerun::new(recording, ground) {
        Ok(rerun) => rerun,
        Err(error) => return Some(Err(error.to_string())),
    };
    let (mut picture, mut read) = (MatchFrame::default(), 0);
    loop {
        let goes_on = match rerun.step() {
            Ok(goes_on) => goes_on,
            Err(error) => return Some(Err(error.to_string())),
        };
        let before = picture.tick;
        picture.read(rerun.world());
        if picture.tick > before {
            let entries = rerun.world().get_resource::<EventLog>().map(EventLog::entries).unwrap_or_default();
            let happened = entries.get(read..).unwrap_or_default().to_vec();
            read = entries.len();
            let moment = ReplayedTick { picture: picture.clone(), happened, accounts: account(rerun.world_mut()) };
            sender.send(Message::ReplayedTick(Box::new(moment))).ok()?;
        }
        if !goes_on {
            return Some(Ok(rerun.report()));
        }
    }
}

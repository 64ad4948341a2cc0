//! Taking an account: from a mind's components to its [`Account`].

use bevy::math::Vec3;

use super::{
    Account, Belief, Counters, GoalAccount, Knowledge, Part, Request, Requested, Reservation, Turn,
    parts::{Parts, believed},
    plan::{plan, wants},
};
use crate::{
    mind::{decision::Mind, picture::Picture},
    protocol::{Blackboard, Label, PassedOver, Slot},
};

impl Parts<'_> {
    /// The account of this mind now.
    pub fn account(&self) -> Account {
        let Self { mind, memory, sense, .. } = *self;
        let picture = &mind.picture;
        Account {
            agent: memory.owner(),
            tick: memory.now(),
            rate: memory.rate(),
            brain: mind.brain.name,
            place: sense.place,
            readings: sense.readings.clone(),
            facts: self.facts(),
            hypotheses: memory.hypotheses().to_vec(),
            claims: self.claims(),
            beliefs: beliefs(mind, picture),
            goal: mind.goal(),
            held: self.held(),
            goals: self.goals(),
            plan: plan(self),
            requests: requests(self.board),
            decisions: mind.decisions.iter().cloned().collect(),
            turns: self.turns(),
            counters: Counters {
                plans: mind.planned,
                nodes: mind.nodes.0,
                last_nodes: mind.nodes.1,
                revision: memory.revision(),
                facts: memory.facts().len() as u32,
                candidates: picture.candidates.len() as u32,
            },
            asked: mind.asked.clone(),
        }
    }

    fn facts(&self) -> Vec<Knowledge> {
        let Self { memory, terrain, .. } = *self;
        let room = |place: Vec3| {
            let spot = terrain.places().get(usize::from(terrain.place_at(place)));
            spot.map_or_else(Label::default, |spot| terrain.room_name(spot.room))
        };
        let known = memory.facts().iter().map(|fact| Knowledge {
            kind: fact.kind,
            subject: fact.subject,
            state: fact.state,
            amount: fact.amount,
            seen_at: fact.place,
            place: fact.estimate,
            error: fact.error,
            velocity: fact.velocity,
            room: room(fact.estimate),
            confidence: memory.confidence(fact),
            age: memory.age(fact),
            in_sight: fact.in_sight,
            source: fact.source,
            teller: fact.teller,
            checked: fact.checked.map(|tick| memory.seconds_since(tick)),
            shunned: self.seconds_until(fact.failed_until),
        });
        let mut known: Vec<Knowledge> = known.collect();
        known.sort_by(|a, b| a.age.total_cmp(&b.age).then(a.subject.cmp(&b.subject)));
        known
    }

    fn claims(&self) -> Vec<Reservation> {
        let held = self.memory.claims().iter().filter(|claim| claim.until >= self.memory.now());
        held.map(|claim| Reservation {
            subject: claim.subject,
            by: claim.by,
            place: claim.place,
            left: self.seconds_until(claim.until),
        })
        .collect()
    }

    fn goals(&self) -> Vec<GoalAccount> {
        let Self { mind, memory, .. } = *self;
        let chosen = mind.pursuit.map(|pursuit| (pursuit.goal, memory.seconds_since(pursuit.since)));
        let goals = mind.brain.goals.iter().zip(&mind.goals).zip(&mind.brain.words.goals).enumerate();
        let account = goals.map(|(index, ((spec, status), words))| {
            let pursued = chosen.filter(|(goal, _)| *goal == index).map(|(_, since)| since);
            let outranked = status.passed_over.or(Some(PassedOver::Outranked));
            let parts = words.parts.iter().enumerate();
            GoalAccount {
                name: spec.data.name,
                relevance: status.relevance,
                base: spec.data.base,
                margin: spec.data.margin,
                parts: parts.map(|(at, of)| Part { of: *of, seen: status.factors.get(at).copied() }).collect(),
                wants: wants(self, index, &mind.picture.state),
                passed_over: if pursued.is_some() { None } else { outranked },
                rests: self.seconds_until(status.rests_until),
                pursued,
            }
        });
        let mut goals: Vec<GoalAccount> = account.collect();
        goals.sort_by(|a, b| b.relevance.total_cmp(&a.relevance).then(a.name.cmp(&b.name)));
        goals
    }

    /// What is being done and cannot be broken off.
    fn held(&self) -> Option<Label> {
        let spec = self.mind.brain.action(self.executer.active()?.action)?;
        (!spec.data.interruptible).then_some(spec.called)
    }

    /// Conditions under which the agent would do something else.
    fn turns(&self) -> Vec<Turn> {
        let Self { mind, memory, executer, .. } = *self;
        let mut out = Vec::new();
        let current = mind.pursuit.map(|pursuit| pursuit.goal);
        let standing = current.and_then(|goal| Some((mind.brain.goals.get(goal)?, mind.goals.get(goal)?)));
        let bar = standing.map_or(0.0, |(spec, status)| status.relevance + spec.data.margin);
        for (index, (spec, status)) in mind.brain.goals.iter().zip(&mind.goals).enumerate() {
            let name = spec.data.name;
            if current == Some(index) {
                continue;
            }
            match status.passed_over {
                Some(PassedOver::Impossible(fact)) => out.push(Turn::Way(name, fact)),
                Some(PassedOver::CoolingDown) => {
                    out.push(Turn::Rested(name, self.seconds_until(status.rests_until)));
                }
                _ if spec.data.base > bar => out.push(Turn::Matters(name, status.relevance, bar)),
                _ => {}
            }
        }
        if let Some(step) = executer.active()
            && let Some(spec) = mind.brain.action(step.action)
        {
            if let (Some(target), Some(notion)) = (step.target, spec.keep)
                && let Some(notion) = mind.brain.notions.get(notion)
            {
                out.push(Turn::Ceases(spec.called, target, notion.name));
            }
            let run = executer.since().map_or(0.0, |since| memory.seconds_since(since));
            out.push(Turn::GivenUp(spec.called, spec.data.time_out - run));
        }
        out
    }
}

fn beliefs(mind: &Mind, picture: &Picture) -> Vec<Belief> {
    let names = &mind.brain.words.facts;
    let read = mind.brain.domain.fact_ids().zip(names).zip(&picture.state);
    read.map(|((id, name), value)| Belief { fact: *name, value: believed(mind, id, *value) }).collect()
}

fn requests(board: &Blackboard) -> Vec<Requested> {
    fn of<T: Clone + Copy + PartialEq>(slot: &Slot<T>, wrap: fn(T) -> Request) -> Option<Requested> {
        slot.request().map(|request| Requested { request: wrap(*request), status: slot.status() })
    }
    let all = [
        of(&board.go, Request::Go),
        of(&board.look, Request::Look),
        of(&board.use_thing, Request::Use),
        of(&board.strike, Request::Strike),
        of(&board.throw, Request::Throw),
        of(&board.say, Request::Say),
    ];
    all.into_iter().flatten().collect()
}

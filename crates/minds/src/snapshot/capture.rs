//! Taking a [`MindSnapshot`] of the components of a mind.

use bevy_math::Vec3;

use super::{
    ChangeTrigger, ConsiderationSnapshot, FactSnapshot, GoalSnapshot, LearntSnapshot, MindCounters, MindSnapshot,
    PlannerFact, RequestSnapshot, ReservationSnapshot,
    components::{MindComponents, fact_value},
    plan::{goal_conditions, plan},
};
use crate::{
    decision::Mind,
    planning::PlannerInput,
    protocol::{Label, RejectReason},
};

impl MindComponents<'_> {
    /// A snapshot of the mind now.
    pub fn snapshot(&self) -> MindSnapshot {
        let Self { mind, memory, sense, .. } = *self;
        let input = &mind.input;
        let used = self.trace.map(|trace| trace.planner_use).unwrap_or_default();
        MindSnapshot {
            agent: memory.owner(),
            tick: memory.now(),
            rate: memory.rate(),
            brain: mind.brain.name,
            place: sense.place,
            readings: sense.readings.clone(),
            facts: self.facts(),
            hypotheses: memory.hypotheses().to_vec(),
            reservations: self.reservations(),
            planner_facts: planner_facts(mind, input),
            goal: mind.goal(),
            uninterruptible: self.uninterruptible(),
            goals: self.goals(),
            structure: self.structure(),
            plan: plan(self),
            requests: self.board.requests().map(|(request, status)| RequestSnapshot { request, status }).collect(),
            held_order: self.orders.and_then(|orders| orders.held),
            given_orders: self.orders.map(|orders| orders.given.clone()).unwrap_or_default(),
            decisions: self.trace.iter().flat_map(|trace| &trace.decisions).cloned().collect(),
            learnt: self.learnt(),
            triggers: self.triggers(),
            empty_successes: self.empty_successes(),
            counters: MindCounters {
                plans: self.trace.map_or(0, |trace| trace.goals_planned),
                nodes: used.nodes,
                last_nodes: used.last_nodes,
                revision: memory.revision(),
                facts: memory.facts().len() as u32,
                candidates: input.candidates.len() as u32,
                left_out: input.left_out,
            },
            planning: self.trace.and_then(|trace| trace.planning.clone()),
            positions: self.trace.and_then(|trace| trace.positions.clone()),
        }
    }

    fn facts(&self) -> Vec<FactSnapshot> {
        let Self { memory, terrain, .. } = *self;
        let room = |place: Vec3| {
            let place = terrain.places().get(usize::from(terrain.nearest_place(place)));
            place.map_or_else(Label::default, |place| terrain.room_name(place.room))
        };
        let known = memory.facts().iter().map(|fact| FactSnapshot {
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
            cooldown_left: self.seconds_until(fact.failed_until),
        });
        let mut known: Vec<FactSnapshot> = known.collect();
        known.sort_by(|a, b| a.age.total_cmp(&b.age).then(a.subject.cmp(&b.subject)));
        known
    }

    fn reservations(&self) -> Vec<ReservationSnapshot> {
        let held = self.memory.reservations().iter().filter(|reservation| reservation.until >= self.memory.now());
        held.map(|reservation| ReservationSnapshot {
            subject: reservation.subject,
            by: reservation.by,
            place: reservation.place,
            left: self.seconds_until(reservation.until),
        })
        .collect()
    }

    fn learnt(&self) -> Vec<LearntSnapshot> {
        let shown = |action: Label| {
            let mut specs = self.mind.brain.actions.iter();
            specs.find(|spec| spec.data.name == action).map_or(action, |spec| spec.display_name)
        };
        let learnt = self.mind.experience.all();
        learnt.map(|(action, target, endings)| LearntSnapshot { action: shown(action), target, endings }).collect()
    }

    fn empty_successes(&self) -> Vec<(Label, u32)> {
        let accounts = self.trace.map_or(&[][..], |trace| trace.accounts.all());
        let with_names = accounts.iter().zip(&self.mind.brain.actions);
        with_names
            .filter(|(account, _)| account.empty > 0)
            .map(|(account, spec)| (spec.display_name, account.empty))
            .collect()
    }

    fn goals(&self) -> Vec<GoalSnapshot> {
        let Self { mind, memory, .. } = *self;
        let chosen = mind.pursuit.map(|pursuit| (pursuit.goal, memory.seconds_since(pursuit.since)));
        let plans = mind.brain.structure.is_none();
        let goals = mind.brain.goals.iter().zip(&mind.goals).enumerate();
        let goals = goals.filter(|(index, _)| plans || chosen.is_some_and(|(goal, _)| goal == *index));
        let snapshots = goals.map(|(index, (spec, status))| {
            let pursued = chosen.filter(|(goal, _)| *goal == index).map(|(_, since)| since);
            let outranked = status.passed_over.or(Some(RejectReason::Outranked));
            let considerations = spec.considerations.iter().enumerate();
            GoalSnapshot {
                name: spec.data.name,
                relevance: status.relevance,
                base_relevance: spec.data.base_relevance,
                worth: spec.data.worth,
                value: status.value.filter(|_| status.relevance > 0.0),
                hysteresis: spec.data.hysteresis,
                considerations: considerations
                    .map(|(at, (input, _))| ConsiderationSnapshot {
                        input: input.text,
                        is_flag: input.is_flag,
                        evaluated: status.factors.get(at).copied(),
                    })
                    .collect(),
                conditions: if plans { goal_conditions(self, index, &mind.input.state) } else { Vec::new() },
                passed_over: if pursued.is_some() { None } else { outranked },
                cooldown_left: self.seconds_until(status.available_from()),
                pursued,
            }
        });
        let mut goals: Vec<GoalSnapshot> = snapshots.collect();
        goals.sort_by(|a, b| b.relevance.total_cmp(&a.relevance).then(a.name.cmp(&b.name)));
        goals
    }

    /// The active action, if it cannot be interrupted.
    fn uninterruptible(&self) -> Option<Label> {
        let spec = self.mind.brain.action(self.executer.active()?.action)?;
        (!spec.data.interruptible).then_some(spec.display_name)
    }

    /// What would make the agent do something else.
    fn triggers(&self) -> Vec<ChangeTrigger> {
        let Self { mind, memory, executer, .. } = *self;
        let mut out = Vec::new();
        let current = mind.pursuit.map(|pursuit| pursuit.goal);
        let pursued = current.and_then(|goal| Some((mind.brain.goals.get(goal)?, mind.goals.get(goal)?)));
        let threshold = pursued.map_or(0.0, |(spec, status)| status.relevance + spec.data.hysteresis);
        for (index, (spec, status)) in mind.brain.goals.iter().zip(&mind.goals).enumerate() {
            let name = spec.data.name;
            if mind.brain.structure.is_some() {
                break;
            }
            if current == Some(index) {
                continue;
            }
            match status.passed_over {
                Some(RejectReason::Impossible(fact)) => out.push(ChangeTrigger::PlanFound(name, fact)),
                Some(RejectReason::CoolingDown | RejectReason::Thrashing) => {
                    out.push(ChangeTrigger::CooldownOver(name, self.seconds_until(status.available_from())));
                }
                Some(RejectReason::Satisfied | RejectReason::Disabled) => {}
                _ if spec.data.base_relevance > threshold => {
                    out.push(ChangeTrigger::Outranks(name, status.relevance, threshold))
                }
                _ => {}
            }
        }
        if let Some(step) = executer.active()
            && let Some(spec) = mind.brain.action(step.action)
        {
            if let (Some(target), Some(query)) = (step.target, spec.target_filter)
                && let Some(query) = mind.brain.queries.get(query)
            {
                out.push(ChangeTrigger::TargetLost(spec.display_name, target, query.name));
            }
            let run = executer.since().map_or(0.0, |since| memory.seconds_since(since));
            out.push(ChangeTrigger::TimesOut(spec.display_name, spec.data.timeout - run));
        }
        out
    }
}

fn planner_facts(mind: &Mind, input: &PlannerInput) -> Vec<PlannerFact> {
    let names = &mind.brain.fact_names;
    let read = mind.brain.domain.fact_ids().zip(names).zip(&input.state);
    read.map(|((id, name), value)| PlannerFact { fact: *name, value: fact_value(mind, id, *value) }).collect()
}

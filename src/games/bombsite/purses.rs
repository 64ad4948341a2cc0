//! Money in a match: what soldiers earn, what they buy at the start of a round, and what their items do.

use bevy::ecs::prelude::*;
use quarry_goap::Planner;
use quarry_minds::{
    PlayerControlled,
    protocol::{AgentId, Blackboard, FailReason, Host, Label, Roster, Side, Status, label},
};
use std::sync::Arc;

use super::{
    buying::{BuyChoice, Shopper, ShoppingPlan, plan, strength_for},
    events::BombEvent,
    rounds::squad_of,
    schema::{BombRules, EconomyRules, EquipmentSlot, ItemSpec, SQUADS, rules_of},
    state::Bombsite,
};
use crate::{
    data::gun::GunSpec,
    world::{BodyKind, EventEmitter, Gun, InPlay, MatchRules, WeaponState},
};

/// What a soldier has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Purse {
    /// Its money.
    pub money: u16,
    /// What it has bought and not lost, besides what costs nothing.
    pub items: Vec<Label>,
    /// Its squad: an index into [`SQUADS`].
    pub squad: usize,
}

impl Purse {
    /// Adds money, up to the most that the rules allow.
    pub(super) fn earn(&mut self, amount: u16, economy: &EconomyRules) {
        self.money = self.money.saturating_add(amount).min(economy.most_money);
    }

    /// Takes the price of an item and puts it into its slot. `false` if the soldier cannot buy it.
    fn buy(&mut self, item: Label, side: Label, economy: &EconomyRules) -> bool {
        let offered = economy.items_of(side);
        let Some((_, bought)) = offered.iter().find(|(name, _)| *name == item) else { return false };
        if bought.price > self.money || self.items.contains(&item) || bought.price == 0 {
            return false;
        }
        self.money -= bought.price;
        let in_its_slot = |name: &Label| economy.items.get(name).is_some_and(|other| other.slot == bought.slot);
        self.items.retain(|name| !in_its_slot(name));
        self.items.push(item);
        true
    }

    /// What the soldier has, what costs nothing included unless something better is in its slot.
    fn equipment<'e>(&self, side: Label, economy: &'e EconomyRules) -> Vec<(Label, &'e ItemSpec)> {
        let mut all = economy.items_of(side);
        let own: Vec<EquipmentSlot> =
            all.iter().filter(|(name, _)| self.items.contains(name)).map(|(_, item)| item.slot).collect();
        all.retain(|(name, item)| self.items.contains(name) || item.price == 0 && !own.contains(&item.slot));
        all
    }
}

/// The rules of the economy; `None` if soldiers have no money.
pub(super) fn economy_of(rules: &BombRules) -> Option<&EconomyRules> {
    rules.economy.as_ref()
}

/// Whether soldiers have money.
pub(super) fn soldiers_have_money(rules: Option<Res<MatchRules>>) -> bool {
    rules.is_some_and(|rules| rules_of(&rules.0).and_then(economy_of).is_some())
}

impl Bombsite {
    /// The factor on the harm that a soldier takes by these means.
    pub(super) fn harm_factor(&self, agent: AgentId, means: Label, rules: &BombRules) -> f32 {
        self.product(agent, rules, |item| item.harm.get(&means).copied().unwrap_or(1.0))
    }

    /// The factor on the seconds that a soldier takes to defuse the bomb.
    pub(super) fn defuse_factor(&self, agent: AgentId, rules: &BombRules) -> f32 {
        self.product(agent, rules, |item| item.defuse)
    }

    fn product(&self, agent: AgentId, rules: &BombRules, of: impl Fn(&ItemSpec) -> f32) -> f32 {
        let (Some(economy), Some(purse)) = (economy_of(rules), self.purses.get(&agent)) else { return 1.0 };
        purse.items.iter().filter_map(|name| economy.items.get(name)).map(of).product()
    }

    /// What the next round is worth to a squad, in rounds: nothing if there is none, if the squads swap sides before it, or if the match is
    /// lost with this round.
    fn next_round_worth(&self, squad: usize, rules: &BombRules, economy: &EconomyRules) -> f32 {
        let next = self.round + 1;
        let is_lost = self.rounds_won[1 - squad] + 1 >= rules.rounds_to_win;
        let swaps = squad_of(rules, next, 0) != squad_of(rules, self.round, 0);
        if next >= rules.rounds || is_lost || swaps { 0.0 } else { economy.next_round }
    }

    /// The strength that the soldiers of the other squad probably have: that of what they were paid for the round before, which all know.
    fn strength_of_enemy(&self, side: usize, squad: usize, economy: &EconomyRules, planner: &mut Planner) -> f32 {
        let money = match (self.losses[squad], self.losses[1 - squad]) {
            (0, 0) => economy.start_money,
            (_, 0) => economy.win,
            (_, losses) => economy.loss_after(losses),
        };
        strength_for(economy, self.names.sides[1 - side], money, planner)
    }

    /// Pays the soldiers of both squads for the round that has just ended.
    pub(super) fn pay(&mut self, winner: usize, rules: &BombRules, emitter: &mut EventEmitter) {
        let Some(economy) = economy_of(rules) else { return };
        let planted = self.planted.is_some();
        for side in 0..2 {
            let squad = if self.swapped { 1 - side } else { side };
            self.losses[squad] = if side == winner { 0 } else { self.losses[squad] + 1 };
            let bonus = if side == 0 && side != winner && planted { economy.plant } else { 0 };
            let amount = if side == winner { economy.win } else { economy.loss_after(self.losses[squad]) + bonus };
            for purse in self.purses.values_mut().filter(|purse| purse.squad == squad) {
                purse.earn(amount, economy);
            }
            emitter.log(BombEvent::Earned { squad: label(SQUADS[squad]), amount }.into());
        }
    }

    /// Takes away what does not last for another round: everything when the squads swap sides, grenades otherwise.
    pub(super) fn clear_purses(&mut self, rules: &BombRules, swap: bool) {
        let Some(economy) = economy_of(rules) else { return };
        if swap {
            self.purses.clear();
            self.losses = [0; 2];
        }
        let lasts = |name: &Label| economy.items.get(name).is_some_and(|item| item.slot != EquipmentSlot::Grenade);
        self.purses.values_mut().for_each(|purse| purse.items.retain(lasts));
    }
}

type Customer = (
    &'static AgentId,
    &'static Side,
    &'static mut BodyKind,
    &'static mut Gun,
    &'static mut WeaponState,
    &'static mut Blackboard,
    Has<PlayerControlled>,
);

/// Lets the squads buy in the first tick of a round, and persons as long as the rules allow.
pub(super) fn go_shopping(
    roster: Res<Roster>,
    mut planner: Local<Planner>,
    mut state: ResMut<Bombsite>,
    mut emitter: EventEmitter,
    mut soldiers: Query<Customer, (With<InPlay>, Without<Host>)>,
) {
    let all = emitter.rules.0.clone();
    let Some(rules) = rules_of(&all) else { return };
    let Some(economy) = economy_of(rules) else { return };
    let present = roster.agents.iter().copied().filter(|entity| soldiers.contains(*entity));
    let present: Vec<Entity> = present.collect();
    if !state.shopped && !present.is_empty() {
        state.shopped = true;
        for side in state.names.sides {
            let members = present.iter().filter_map(|entity| soldiers.get(*entity).ok());
            let members: Vec<(AgentId, bool)> =
                members.filter(|(_, of, ..)| of.0 == side).map(|(agent, .., person)| (*agent, person)).collect();
            shop(&mut state, side, &members, rules, economy, &mut planner, &mut emitter);
        }
        for entity in &present {
            let Ok((agent, side, mut kind, mut gun, mut arms, ..)) = soldiers.get_mut(*entity) else { continue };
            let Some(purse) = state.purses.get(agent) else { continue };
            arms.ammo.iter_mut().for_each(|(_, left)| *left = 0);
            for (name, item) in purse.equipment(side.0, economy) {
                give(item, &mut kind, &mut gun, &mut arms);
                emitter.log(BombEvent::Carries { agent: *agent, item: name, left: purse.money }.into());
            }
        }
    }
    let is_late = state.seconds(&emitter.clock) > economy.buy_seconds;
    for entity in present {
        let Ok((agent, side, mut kind, mut gun, mut arms, mut board, _)) = soldiers.get_mut(entity) else { continue };
        let Some(wanted) = board.task.active().map(|task| task.name) else { continue };
        let purse = state.purses.get_mut(agent).filter(|_| !is_late);
        let left = purse.and_then(|purse| purse.buy(wanted, side.0, economy).then_some(purse.money));
        if let (Some(left), Some(item)) = (left, economy.items.get(&wanted)) {
            give(item, &mut kind, &mut gun, &mut arms);
            emitter.log(BombEvent::Bought { agent: *agent, item: wanted, left }.into());
            board.task.report(Status::Done);
        } else {
            board.task.report(Status::Failed(FailReason::Refused));
        }
    }
}

/// Lets a squad decide and buy. Every soldier plans for itself, persons as if they followed. What the soldier with middling means (of two, the
/// richer) decides is what the squad does: if it saves, all save; else a soldier that would rather save spends what it has, because its mates need it in this round.
fn shop(
    state: &mut Bombsite,
    side: Label,
    members: &[(AgentId, bool)],
    rules: &BombRules,
    economy: &EconomyRules,
    planner: &mut Planner,
    emitter: &mut EventEmitter,
) {
    let Some(index) = state.side_index(side) else { return };
    let squad = if state.swapped { 1 - index } else { index };
    let next_round = state.next_round_worth(squad, rules, economy);
    let enemy = state.strength_of_enemy(index, squad, economy, planner);
    // It counts on no more than a lost round pays.
    let income = economy.loss_after(state.losses[squad] + 1);
    let mut plan_for = |purse: &Purse, next_round: f32| {
        let Purse { money, items, .. } = purse;
        plan(&Shopper { economy, side, money: *money, owned: items, income, enemy, next_round }, planner)
    };
    let price = |name: &Label| economy.items.get(name).map_or(0, |item| u32::from(item.price));
    let mut plans: Vec<(u32, AgentId, bool, ShoppingPlan)> = Vec::new();
    for (agent, person) in members {
        let fresh = || Purse { money: economy.start_money, ..Purse::default() };
        let purse = state.purses.entry(*agent).or_insert_with(fresh);
        purse.squad = squad;
        let means = u32::from(purse.money) + purse.items.iter().map(price).sum::<u32>();
        plans.push((means, *agent, *person, plan_for(purse, next_round)));
    }
    let mut by_means: Vec<_> = plans.iter().map(|(means, agent, _, plan)| (*means, *agent, plan.choice)).collect();
    by_means.sort();
    let Some((_, agent, choice)) = by_means.get(by_means.len() / 2).copied() else { return };
    state.counts.choices[index][choice as usize] += 1;
    let left = state.purses.get(&agent).map_or(0, |purse| purse.money);
    emitter.log(BombEvent::SquadBuys { agent, choice: label(choice.name()), left }.into());
    for (_, agent, person, mut plan) in plans {
        let Some(purse) = state.purses.get_mut(&agent).filter(|_| !person && choice != BuyChoice::Save) else {
            continue;
        };
        if plan.choice == BuyChoice::Save {
            plan = plan_for(purse, 0.0);
        }
        for item in plan.items {
            if purse.buy(item, side, economy) {
                emitter.log(BombEvent::Bought { agent, item, left: purse.money }.into());
            }
        }
    }
}

/// Puts an item into the hands of a soldier. How well a gun is aimed depends on the soldier.
fn give(item: &ItemSpec, kind: &mut BodyKind, gun: &mut Gun, arms: &mut WeaponState) {
    if let (Some(new), Some(old)) = (&item.gun, &kind.0.gun) {
        let spec = GunSpec { aim_error: old.aim_error, aim_reaction: old.aim_reaction, ..new.clone() };
        if spec != *old {
            *gun = Gun { shots: gun.shots, ..Gun::new(&spec) };
            Arc::make_mut(&mut kind.0).gun = Some(spec);
        }
    }
    for (name, count) in &item.throws {
        if let Some((_, left)) = arms.ammo.iter_mut().find(|(known, _)| known == name) {
            *left = left.saturating_add(*count);
        }
    }
}

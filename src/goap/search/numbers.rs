//! How often numbers must be added to: "at least 12" from 0 by twos takes six additions, whatever else happens. If each
//! of them needs or spends something of another number, that has to be added to as well, and so on.
//!
//! The cost of the actions that add to such a number is set aside for this bound, so that it may be added to that of the
//! landmarks, which then take these actions to be free.
//!
//! Why spending counts: additions and what is spent add up. A number that starts at `s` and ends at `e` or more, of which
//! `x` was spent on the way, has been added to by `e - s + x` or more. That holds as long as no spending is cut short at the
//! end of the range, so only spending counts that a need rules this out for. Where a number runs out at the other end,
//! additions are cut short, and more are needed.
//!
//! Must not know: nodes and their order.

use super::Scratch;
use crate::goap::compiled::Change;
use crate::goap::number::INF;
use crate::goap::task::wanted::Wanted;
use crate::goap::task::{Packed, SetOp, Task};

#[derive(Debug, Default)]
pub(in crate::goap) struct Numbers {
    /// By action of the task: whether its cost is set aside.
    reserved: Vec<bool>,
    /// Fields whose additions are counted; those whose additions ask something of others before the others.
    counted: Vec<Counted>,
    asks: Vec<Ask>,
    /// By counted field: what is spent of it, and the most that is asked of it at once.
    sums: Vec<(i64, i64)>,
}

/// A field that is added to in one direction and never set.
#[derive(Debug, Clone, Copy)]
struct Counted {
    field: u32,
    up: bool,
    /// The end of the range that additions lead away from.
    floor: i64,
    /// The most that one addition adds.
    most: i64,
    /// The action with the least cost for its amount: cost and amount.
    best: (i64, i64),
    /// What that is for each step, if it is a whole number.
    per_step: Option<i64>,
    /// Whether additions to it ask something of other counted fields.
    asks: bool,
}

/// What every addition to one counted field asks of another, at least.
#[derive(Debug, Clone, Copy)]
struct Ask {
    from: u32,
    of: u32,
    /// The value that the other must have reached.
    level: i64,
    /// How much of it is spent each time.
    spends: i64,
}

impl Counted {
    /// How far a value lies ahead of another in the direction of the additions.
    fn ahead(&self, value: i64, of: i64) -> i64 {
        if self.up { value - of } else { of - value }
    }

    /// The value of a set that additions reach first.
    fn nearest(&self, set: &[(i64, i64)]) -> i64 {
        let end = if self.up { set.first().map(|&(low, _)| low) } else { set.last().map(|&(_, high)| high) };
        end.unwrap_or(self.floor)
    }
}

impl Numbers {
    pub fn clear(&mut self) {
        self.reserved.clear();
        self.counted.clear();
        self.asks.clear();
    }

    pub fn reserves(&self, action: usize) -> bool {
        self.reserved.get(action).is_some_and(|&reserved| reserved)
    }

    /// The least cost of the additions between values and what is wanted of them. `field` gives a field's value and the set
    /// wanted, no set if nothing is.
    pub fn bound<'a>(&mut self, field: impl Fn(u32) -> (i64, &'a [(i64, i64)])) -> i64 {
        self.sums.clear();
        self.sums.resize(self.counted.len(), (0, 0));
        let mut cost = 0_i64;
        for (index, counted) in self.counted.iter().enumerate() {
            let (now, set) = field(counted.field);
            let (spent, asked) = self.sums[index];
            let wanted = counted.ahead(counted.nearest(set), now);
            let missing = wanted.saturating_add(spent).max(asked);
            if missing <= 0 {
                continue;
            }
            let price = match counted.per_step {
                Some(each) => missing.saturating_mul(each),
                None => price(missing, counted.best),
            };
            cost = cost.saturating_add(price);
            if !counted.asks {
                continue;
            }
            let times = div_ceil(missing.unsigned_abs(), counted.most.unsigned_abs()) as i64;
            for ask in self.asks.iter().filter(|ask| ask.from as usize == index) {
                let other = &self.counted[ask.of as usize];
                let before = ask.spends.saturating_mul(times - 1);
                let level = other.ahead(ask.level, field(other.field).0).saturating_add(before);
                let sum = &mut self.sums[ask.of as usize];
                sum.0 = sum.0.saturating_add(before.saturating_add(ask.spends));
                sum.1 = sum.1.max(level);
            }
        }
        cost.min(INF)
    }

    /// Puts fields whose additions ask something of others before these, as far as they do not ask in a circle.
    fn sort(&mut self) {
        let count = self.counted.len();
        for place in 0..count {
            let free =
                |&index: &usize| !self.asks.iter().any(|ask| ask.of as usize == index && (ask.from as usize) >= place);
            let next = (place..count).find(free).unwrap_or(place);
            self.counted.swap(place, next);
            for ask in &mut self.asks {
                for end in [&mut ask.from, &mut ask.of] {
                    if *end as usize == place {
                        *end = next as u32;
                    } else if *end as usize == next {
                        *end = place as u32;
                    }
                }
            }
        }
        // Within a circle, what is asked of a field already looked at is left out.
        self.asks.retain(|ask| ask.from < ask.of);
        for ask in &self.asks {
            self.counted[ask.from as usize].asks = true;
        }
    }
}

/// The least number of steps from a value up (or down) into a set; 0 if the set has a value on the other side.
pub(in crate::goap) fn shortfall(set: &[(i64, i64)], now: i64, up: bool) -> i64 {
    match (set.first(), set.last(), up) {
        (Some(&(low, _)), _, true) if low > now => low - now,
        (_, Some(&(_, high)), false) if high < now => now - high,
        _ => 0,
    }
}

impl Scratch {
    /// Decides which actions' costs are set aside for which numbers.
    pub fn find_numbers(&mut self, task: &Task) {
        let mut numbers = std::mem::take(&mut self.numbers);
        numbers.clear();
        if !task.set_fields.is_empty() {
            numbers.reserved.resize(task.actions.len(), false);
            // What is spent on a number that counts, counts too.
            while self.count_more(task, &mut numbers) {}
            self.find_asks(task, &mut numbers);
            numbers.sort();
        }
        self.numbers = numbers;
    }

    /// Counts the additions to one more field; false if there is none left that pays.
    fn count_more(&self, task: &Task, numbers: &mut Numbers) -> bool {
        for &field in &task.set_fields {
            if numbers.counted.iter().any(|counted| counted.field == field) {
                continue;
            }
            for up in [true, false] {
                if let Some(counted) = self.count(task, numbers, field, up) {
                    for &(action, change) in &task.changers[field as usize] {
                        if matches!(change, Change::Add(amount) if (amount > 0) == up) {
                            numbers.reserved[action as usize] = true;
                        }
                    }
                    numbers.counted.push(counted);
                    return true;
                }
            }
        }
        false
    }

    fn count(&self, task: &Task, numbers: &Numbers, field: u32, up: bool) -> Option<Counted> {
        let (mut best, mut most): (Option<(i64, i64)>, i64) = (None, 0);
        let mut spent = false;
        for &(action, change) in &task.changers[field as usize] {
            if self.reach.actions[action as usize] >= INF {
                continue;
            }
            let Change::Add(amount) = change else { return None };
            if amount == 0 {
                continue;
            }
            if (amount > 0) != up {
                spent |= numbers.reserved[action as usize];
                continue;
            }
            if numbers.reserved[action as usize] {
                return None;
            }
            let (cost, amount) = (self.ground.costs[action as usize], amount.abs());
            most = most.max(amount);
            let cheaper = |(other, size): (i64, i64)| {
                i128::from(cost) * i128::from(size) < i128::from(other) * i128::from(amount)
            };
            if best.is_none_or(cheaper) {
                best = Some((cost, amount));
            }
        }
        // One addition is what landmarks see as well; only several are worth the action's cost.
        let now = self.ground.values[field as usize];
        let several = |&(other, wanted): &(u32, Wanted)| match wanted {
            Wanted::Set(number) if other == field => shortfall(self.sets.members(number), now, up) > most,
            _ => false,
        };
        let pays = spent || task.conditions.list.iter().any(several);
        let range = task.fields[field as usize].range;
        let floor = if up { range.0 } else { range.1 };
        best.filter(|_| pays).map(|best| {
            let per_step = (best.0 % best.1 == 0).then_some(best.0 / best.1);
            Counted { field, up, floor, most, best, per_step, asks: false }
        })
    }

    fn find_asks(&self, task: &Task, numbers: &mut Numbers) {
        for from in 0..numbers.counted.len() {
            for of in 0..numbers.counted.len() {
                if from != of
                    && let Some((level, spends)) = self.ask(task, &numbers.counted[from], &numbers.counted[of])
                {
                    numbers.asks.push(Ask { from: from as u32, of: of as u32, level, spends });
                }
            }
        }
    }

    /// What all additions to one field ask of another: the value it must have, and how much of it they spend.
    fn ask(&self, task: &Task, from: &Counted, of: &Counted) -> Option<(i64, i64)> {
        let mut least: Option<(i64, i64)> = None;
        for &(index, change) in &task.changers[from.field as usize] {
            let adds = matches!(change, Change::Add(amount) if amount != 0 && (amount > 0) == from.up);
            if !adds || self.reach.actions[index as usize] >= INF {
                continue;
            }
            let mut ops = task.ops_of(&task.actions[index as usize]).iter();
            let (level, spends) = self.ask_of(of, ops.find(|op| op.field == of.field)?)?;
            least = Some(match least {
                None => (level, spends),
                Some((other, spent)) => (if of.ahead(level, other) < 0 { level } else { other }, spends.min(spent)),
            });
        }
        least
    }

    fn ask_of(&self, of: &Counted, op: &SetOp) -> Option<(i64, i64)> {
        let level = if op.preconditions == 0 { of.floor } else { of.nearest(self.sets.members(op.preconditions)) };
        let spends = match op.change {
            Some(Change::Add(amount)) => of.ahead(0, amount).max(0),
            _ => 0,
        };
        // Spending that the need does not cover may be cut short.
        let covered = of.ahead(level, of.floor) >= spends;
        (level != of.floor || spends > 0).then_some((level, if covered { spends } else { 0 }))
    }

    /// How many additions a condition takes at least, if nothing but additions can make it hold.
    pub fn additions(&self, task: &Task, condition: u32) -> i64 {
        let (field, Wanted::Set(number)) = task.conditions.list[condition as usize] else { return 0 };
        let (set, now) = (self.sets.members(number), self.ground.values[field as usize]);
        let mut most = 1;
        for &(_, change) in &task.changers[field as usize] {
            match change {
                Change::Add(amount) => most = most.max(amount.abs()),
                Change::Set(_) | Change::SetOwn => return 0,
            }
        }
        shortfall(set, now, true).max(shortfall(set, now, false)) / most
    }

    /// The least cost of the additions that a packed state's numbers still need, searching backwards.
    pub fn numbers_bound(&mut self, task: &Task, state: &[u64]) -> i64 {
        let (ground, sets) = (&self.ground, &self.sets);
        self.numbers.bound(|field| match task.fields[field as usize].place {
            Packed::Set(half) => (ground.values[field as usize], sets.members(half.get(state))),
            Packed::Bits { .. } => (0, &[]),
        })
    }

    /// The least cost of the additions between a state's numbers and the goal's, searching forwards.
    pub fn numbers_to_goal(&mut self, task: &Task, state: &[u64]) -> i64 {
        let sets = &self.sets;
        self.numbers.bound(|field| match task.fields[field as usize].place {
            Packed::Set(half) => (sets.single(half.get(state)).unwrap_or(0), sets.members(half.get(&task.goal))),
            Packed::Bits { .. } => (0, &[]),
        })
    }
}

/// The least cost of `missing` steps at the best price, rounded up to a whole one.
fn price(missing: i64, (cost, amount): (i64, i64)) -> i64 {
    if let Some(product) = missing.unsigned_abs().checked_mul(cost.unsigned_abs()) {
        return i64::try_from(div_ceil(product, amount.unsigned_abs())).unwrap_or(INF);
    }
    let exact = (i128::from(missing) * i128::from(cost) + i128::from(amount) - 1) / i128::from(amount);
    i64::try_from(exact).unwrap_or(INF).min(INF)
}

/// Division rounding up. Most numbers are small, and processors divide those several times faster.
fn div_ceil(a: u64, b: u64) -> u64 {
    match (u32::try_from(a), u32::try_from(b)) {
        (Ok(a), Ok(b)) => u64::from(a.div_ceil(b)),
        _ => a.div_ceil(b),
    }
}

//! `begin … rescue … ensure`, and what leaves them before their end.

use super::{Compiled, Compiler};
use crate::ruby::code::Op;
use crate::ruby::tree::{Begin, Expr, Node, Position, Target};

/// A `begin` that `retry` can run again: its unit, its first operation, and how many guards are around it.
pub(super) struct Tried {
    pub(super) unit: usize,
    pub(super) again: usize,
    pub(super) guarded: usize,
}

impl Compiler<'_> {
    /// Leaves every open `rescue` and `ensure` but the `guarded` outermost ones, and does what those it leaves ensure.
    pub(super) fn unguard(&mut self, guarded: usize, at: Position) -> Compiled {
        let guards = self.guards.clone();
        let mut done = Ok(());
        while self.guards.len() > guarded && done.is_ok() {
            self.op(Op::EndTry, at);
            if let Some(Some(ensure)) = self.guards.pop() {
                done = self.expr(&ensure);
                self.op(Op::Pop, at);
            }
        }
        self.guards = guards;
        done
    }

    pub(super) fn begin(&mut self, begin: &Begin, at: Position) -> Compiled {
        if begin.rescues.is_empty() && begin.ensure.is_none() {
            return self.expr(&begin.body);
        }
        let outer = begin.ensure.as_ref().map(|ensure| {
            self.guards.push(Some(ensure.clone()));
            self.op(Op::Try(0), at)
        });
        let done = self.rescued(begin, at);
        if outer.is_some() {
            self.guards.pop();
        }
        done?;
        let (Some(outer), Some(ensure)) = (outer, &begin.ensure) else { return Ok(()) };
        self.op(Op::EndTry, at);
        self.expr(ensure)?;
        self.op(Op::Pop, at);
        let end = self.op(Op::Jump(0), at);
        self.land(outer);
        self.expr(ensure)?;
        self.op(Op::Pop, at);
        self.op(Op::Raise, at);
        self.land(end);
        Ok(())
    }

    fn rescued(&mut self, begin: &Begin, at: Position) -> Compiled {
        if begin.rescues.is_empty() {
            return self.expr(&begin.body);
        }
        let again = self.here();
        let tried = self.op(Op::Try(0), at);
        self.guards.push(None);
        let done = self.expr(&begin.body);
        self.guards.pop();
        done?;
        self.op(Op::EndTry, at);
        if let Some(other) = &begin.other {
            self.op(Op::Pop, at);
            self.expr(other)?;
        }
        let mut ends = vec![self.op(Op::Jump(0), at)];
        self.land(tried);
        for rescue in &begin.rescues {
            let standard = [Expr::new(Node::Constant("StandardError".to_owned()), at)];
            let classes = if rescue.classes.is_empty() { standard.as_slice() } else { &rescue.classes };
            let mut hits = Vec::new();
            for class in classes {
                self.expr(class)?;
                self.op(Op::Rescues, at);
                hits.push(self.op(Op::JumpIf(0), at));
            }
            let miss = self.op(Op::Jump(0), at);
            for hit in hits {
                self.land(hit);
            }
            if let Some(name) = &rescue.name {
                self.store(&Target::Local(name.clone()), at)?;
            }
            self.op(Op::Pop, at);
            self.retries.push(Tried { unit: self.units.len(), again, guarded: self.guards.len() });
            let done = self.expr(&rescue.body);
            self.retries.pop();
            done?;
            ends.push(self.op(Op::Jump(0), at));
            self.land(miss);
        }
        self.op(Op::Raise, at);
        for end in ends {
            self.land(end);
        }
        Ok(())
    }
}

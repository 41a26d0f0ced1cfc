//! A breath: the browser does what else it has to do, and then long work goes on.
//!
//! Timers are no good for that: a browser lets one that is set again and again wait, 4 ms in a tab that is seen and a second
//! in one that is not. A message to oneself comes as soon as everything that waited before it has had its turn.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{MessageChannel, MessageEvent};

/// Calls a function after each breath that is taken.
pub(crate) struct Breath {
    channel: MessageChannel,
    _call: Closure<dyn FnMut(MessageEvent)>,
}

impl Breath {
    /// `None` where the browser has no channels.
    pub(crate) fn new(call: impl Fn() + 'static) -> Option<Self> {
        let channel = MessageChannel::new().ok()?;
        let call = Closure::<dyn FnMut(MessageEvent)>::new(move |_| call());
        channel.port1().set_onmessage(Some(call.as_ref().unchecked_ref()));
        Some(Self { channel, _call: call })
    }

    /// Lets the browser do what waits; then the function is called, once.
    pub(crate) fn take(&self) {
        // What can go wrong is that the message cannot be copied, and there is none.
        let _ = self.channel.port2().post_message(&wasm_bindgen::JsValue::NULL);
    }
}

impl Drop for Breath {
    fn drop(&mut self) {
        self.channel.port1().close();
    }
}

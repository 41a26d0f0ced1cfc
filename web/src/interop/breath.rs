//! A breath: long work pauses until the browser has handled what waits, such as events and drawing, and then goes on.
//!
//! Timers are too slow for that: a browser delays one that is set again and again, by 4 ms in a visible tab and by a
//! second in a hidden one. A message to oneself comes as soon as all tasks that waited before it were done.

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

    /// Lets the browser handle what waits. Then the function is called, once.
    pub(crate) fn take(&self) {
        // It can fail only where a message cannot be copied, and this one is empty.
        let _ = self.channel.port2().post_message(&wasm_bindgen::JsValue::NULL);
    }
}

impl Drop for Breath {
    fn drop(&mut self) {
        self.channel.port1().close();
    }
}

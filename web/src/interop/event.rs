//! Events: input, keys, the pointer, and changes of the focus.

use crate::session::FORM;
use crate::session::key::{Focus, Press};
use gloo::events::{EventListener, EventListenerOptions};
use gloo::timers::callback::Timeout;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    Element, Event, FocusEvent, HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement, KeyboardEvent, MouseEvent,
    Node, PointerEvent,
};
use yew::NodeRef;

/// The attribute of an element over which the pointer has not moved for some time.
const IDLE: &str = "data-idle";

/// An event of an input field.
pub(crate) trait Typed: AsRef<Event> {}
impl Typed for Event {}
impl Typed for web_sys::InputEvent {}

/// The text of the field that an event comes from.
pub(crate) fn typed(event: &impl Typed) -> String {
    let Some(target) = event.as_ref().target() else { return String::new() };
    if let Some(input) = target.dyn_ref::<HtmlInputElement>() {
        return input.value();
    }
    if let Some(select) = target.dyn_ref::<HtmlSelectElement>() {
        return select.value();
    }
    target.dyn_ref::<HtmlTextAreaElement>().map(HtmlTextAreaElement::value).unwrap_or_default()
}

/// Selects the text of the field that gets the focus, so that what is typed replaces it.
pub(crate) fn select(event: FocusEvent) {
    if let Some(field) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) {
        field.select();
    }
}

/// Whether the checkbox that an event comes from is ticked.
pub(crate) fn chosen(event: &impl Typed) -> bool {
    let target = event.as_ref().target();
    target.and_then(|target| target.dyn_into::<HtmlInputElement>().ok()).is_some_and(|input| input.checked())
}

/// Whether the focus leaves an element for something outside of it.
pub(crate) fn hands_over(event: &FocusEvent, node: &NodeRef) -> bool {
    let to = event.related_target().and_then(|target| target.dyn_into::<Node>().ok());
    !node.cast::<Node>().is_some_and(|inside| inside.contains(to.as_ref()) && to.is_some())
}

/// A pressed key, with what has the focus.
fn press(event: &KeyboardEvent, presents: bool, form: bool) -> Press {
    let target = event.composed_path().get(0).dyn_into::<Element>().ok();
    // AltGr makes another character of a key; some systems report it as Ctrl and Alt.
    let is_plain = event.get_modifier_state("AltGraph");
    Press {
        key: event.key(),
        shift: event.shift_key(),
        ctrl: !is_plain && event.ctrl_key() || event.meta_key(),
        alt: !is_plain && event.alt_key(),
        place: target.map_or(Focus::Page, |element| place(&element)),
        presents,
        form,
    }
}

/// Where a click was in the element with this attribute: from 0 at the left and the top to 1 at the right and the
/// bottom.
pub(crate) fn within(event: &MouseEvent, attribute: &str) -> Option<(f64, f64)> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    let room = target.closest(&format!("[{attribute}]")).ok()??.get_bounding_client_rect();
    let part = |at: i32, from: f64, length: f64| ((f64::from(at) - from) / length.max(1.0)).clamp(0.0, 0.999_999);
    Some((part(event.client_x(), room.left(), room.width()), part(event.client_y(), room.top(), room.height())))
}

fn place(element: &Element) -> Focus {
    let attribute = |name| element.get_attribute(name).unwrap_or_default();
    match element.tag_name().to_ascii_lowercase().as_str() {
        "input" => match attribute("type").as_str() {
            "radio" => Focus::Choice,
            "range" => Focus::Arrows,
            "checkbox" | "file" => Focus::Button,
            _ => Focus::Text,
        },
        "textarea" | "select" => Focus::Text,
        _ => match attribute("role").as_str() {
            "grid" | "slider" => Focus::Arrows,
            "tab" | "menuitem" | "menuitemradio" => Focus::Choice,
            _ if element.has_attribute("data-arrows") => Focus::Arrows,
            _ if matches!(element.tag_name().as_str(), "BUTTON" | "A" | "SUMMARY") => Focus::Button,
            _ => Focus::Page,
        },
    }
}

/// Listens to keys while the focus is inside an element, until this is dropped.
#[derive(Debug)]
pub(crate) struct KeyWatch {
    _listener: EventListener,
}

impl KeyWatch {
    /// Starts to listen. If `heard` returns `true`, the browser does nothing more with the key. `alone` says whether
    /// keys also count while nothing in the document has the focus.
    pub(crate) fn new(node: &NodeRef, alone: bool, heard: impl Fn(Press) -> bool + 'static) -> Option<Self> {
        let document = web_sys::window()?.document()?;
        let node = node.clone();
        let options = EventListenerOptions::enable_prevent_default();
        let listener = EventListener::new_with_options(&document.clone(), "keydown", options, move |event| {
            let Some(event) = event.dyn_ref::<KeyboardEvent>().filter(|event| !event.default_prevented()) else {
                return;
            };
            let active = document.active_element();
            let nowhere = alone && active.as_ref().is_none_or(|active| active.tag_name() == "BODY");
            let inside = node.cast::<Node>().is_some_and(|node| node.contains(active.as_deref()));
            let page = || node.cast::<Element>();
            let presents = || page().is_some_and(|page| page.class_list().contains("page--present"));
            let form = || page().is_some_and(|page| matches!(page.query_selector(&["#", FORM].concat()), Ok(Some(_))));
            if (nowhere || inside) && heard(press(event, presents(), form())) {
                event.prevent_default();
                event.stop_propagation();
            }
        });
        Some(Self { _listener: listener })
    }
}

/// Marks an element with `data-idle` while the pointer has not moved over its window, and no key was pressed there, for
/// some time. Ends when it is dropped.
pub(crate) struct IdleWatch {
    _listeners: [EventListener; 3],
}

impl IdleWatch {
    /// Starts to watch; `None` where the element is not in the page.
    pub(crate) fn new(node: &NodeRef, milliseconds: u32) -> Option<Self> {
        let window = web_sys::window()?;
        let element = node.cast::<Element>()?;
        let waiting = Rc::new(Cell::new(None));
        let stir = move || {
            let (resting, moved) = (element.clone(), element.remove_attribute(IDLE));
            let rest = Timeout::new(milliseconds, move || report(resting.set_attribute(IDLE, "")));
            report(moved);
            waiting.set(Some(rest));
        };
        stir();
        let stir = Rc::new(stir);
        let hear = |name: &'static str| {
            let stir = stir.clone();
            // In the capture phase, before another listener can stop the event.
            let options = EventListenerOptions::run_in_capture_phase();
            EventListener::new_with_options(&window, name, options, move |event| {
                // A browser reports moves of a pointer that rests, too, when the elements under it move.
                let pointed = event.dyn_ref::<MouseEvent>();
                if pointed.is_none_or(|event| event.movement_x() != 0 || event.movement_y() != 0) {
                    stir();
                }
            })
        };
        Some(Self { _listeners: ["mousemove", "touchstart", "keydown"].map(hear) })
    }
}

fn report(done: Result<(), JsValue>) {
    if let Err(error) = done {
        gloo::console::warn!("idle", error);
    }
}

/// Whether the text field that an event comes from has lines above the caret, and below it.
pub(crate) fn caret(event: &KeyboardEvent) -> (bool, bool) {
    let field = event.target().and_then(|target| target.dyn_into::<HtmlTextAreaElement>().ok());
    let Some(field) = field else { return (false, false) };
    // The browser counts in UTF-16 code units.
    let text: Vec<u16> = field.value().encode_utf16().collect();
    let place = |at: Result<Option<u32>, _>| at.ok().flatten().map_or(text.len(), |at| (at as usize).min(text.len()));
    let (start, end): (usize, usize) = (place(field.selection_start()), place(field.selection_end()));
    let line = u16::from(b'\n');
    (text[..start].contains(&line), text[end..].contains(&line))
}

/// The `id` of the innermost element that contains the click and matches the selector.
pub(crate) fn clicked(event: &MouseEvent, selector: &str) -> Option<String> {
    let element = event.target()?.dyn_into::<Element>().ok()?;
    Some(element.closest(selector).ok()??.id())
}

/// Whether the element that got the focus shows it: it was reached by keyboard.
pub(crate) fn shows_focus(event: &FocusEvent) -> bool {
    let element = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    element.is_some_and(|element| element.matches(":focus-visible").unwrap_or(false))
}

/// Where the pointer is while it drags an edge between panes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dragged {
    /// Pixels from the left side of the page.
    pub(crate) from_left: u16,
    /// Pixels from its right side.
    pub(crate) from_right: u16,
    /// The distance from the pointer to the bottom of the element that contains the edge, in percent of the height of
    /// the page.
    pub(crate) above_foot: u16,
}

/// Where the pointer is while it drags; `None` if it drags nothing.
pub(crate) fn dragged(event: &PointerEvent) -> Option<Dragged> {
    let edge = event.target()?.dyn_into::<Element>().ok()?;
    if event.buttons() & 1 == 0 {
        return None;
    }
    // The edge follows the pointer, which may leave it for a moment: it still gets its events.
    if !edge.has_pointer_capture(event.pointer_id()) {
        edge.set_pointer_capture(event.pointer_id()).ok()?;
    }
    let (page, pane) = (edge.closest(".page").ok()??, edge.parent_element()?.get_bounding_client_rect());
    let frame = page.get_bounding_client_rect();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a part of a whole that is a size")]
    let part =
        |length: f64, of: f64, whole: i32| ((length / of.max(1.0)).clamp(0.0, 1.0) * f64::from(whole)).round() as u16;
    // A page can be zoomed without knowing it. Then a pixel of the pointer is less than one of the page.
    let across = |length: f64| part(length, frame.width(), page.client_width());
    let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
    Some(Dragged {
        from_left: across(x - frame.left()),
        from_right: across(frame.right() - x),
        above_foot: part(pane.bottom() - y, frame.height(), 100),
    })
}

/// How many pixels a click was below the top of its element, and the height of the element in pixels.
pub(crate) fn height_within(event: &MouseEvent) -> (i32, i32) {
    let element = event.current_target().and_then(|target| target.dyn_into::<Element>().ok());
    let Some(element) = element else { return (0, 1) };
    let frame = element.get_bounding_client_rect();
    #[expect(clippy::cast_possible_truncation, reason = "heights of elements in pixels")]
    let (top, height) = (frame.top() as i32, frame.height() as i32);
    (event.client_y() - top, height)
}

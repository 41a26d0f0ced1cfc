//! Elements: sizes, scrolling, focus, dialogs, and the options in the attributes of a host.

use crate::session::options::{Host, Options};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{
    Element, FocusOptions, HtmlDialogElement, HtmlElement, HtmlTextAreaElement, IntersectionObserver,
    IntersectionObserverEntry, KeyboardEvent, ResizeObserver,
};
use yew::NodeRef;

/// The inner width and height of an element in pixels, without its borders; zeros where it is not in the page.
pub(crate) fn size(node: &NodeRef) -> (i64, i64) {
    node.cast::<Element>()
        .map_or((0, 0), |element| (i64::from(element.client_width()), i64::from(element.client_height())))
}

/// The room that a page has in its host, in pixels, so that it is drawn in its final size at once.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Room {
    /// The width of the host; zero if it is not in the document.
    pub(crate) width: i64,
    /// The width and height of the picture in the HTML that the host has before the page is drawn, if it has one.
    pub(crate) picture: Option<(i64, i64)>,
}

/// Measures the room in a host's element, before its content is replaced.
pub(crate) fn room(host: &Element) -> Room {
    let picture = host.query_selector(".map").ok().flatten();
    let picture = picture.map(|map| (i64::from(map.client_width()), i64::from(map.client_height())));
    Room { width: i64::from(host.client_width()), picture: picture.filter(|(_, height)| *height > 0) }
}

/// How many pixels an element is scrolled down.
pub(crate) fn scroll_top(node: &NodeRef) -> i64 {
    node.cast::<Element>().map_or(0, |element| i64::from(element.scroll_top()))
}

/// Scrolls an element down by so many pixels from its top.
pub(crate) fn set_scroll_top(node: &NodeRef, top: i64) {
    if let Some(element) = node.cast::<Element>() {
        element.set_scroll_top(i32::try_from(top).unwrap_or(i32::MAX));
    }
}

/// Shows what is inside an element from its beginning.
pub(crate) fn scroll_to_top(root: &NodeRef, selector: &str) {
    let inside = root.cast::<Element>().and_then(|root| root.query_selector(selector).ok().flatten());
    if let Some(element) = inside {
        element.set_scroll_top(0);
    }
}

/// Calls a function when the size of an element changes, until this is dropped.
#[derive(Debug)]
pub(crate) struct SizeWatch {
    observer: ResizeObserver,
    _heard: Closure<dyn FnMut()>,
}

impl SizeWatch {
    /// Begins to watch; `None` where the element is not in the page.
    pub(crate) fn new(node: &NodeRef, heard: impl FnMut() + 'static) -> Option<Self> {
        let element = node.cast::<Element>()?;
        let heard = Closure::<dyn FnMut()>::new(heard);
        let observer = ResizeObserver::new(heard.as_ref().unchecked_ref()).ok()?;
        observer.observe(&element);
        Some(Self { observer, _heard: heard })
    }
}

impl Drop for SizeWatch {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// Calls a function when an element enters or leaves the viewport, also that of the documents around its own, until
/// this is dropped.
#[derive(Debug)]
pub(crate) struct SeenWatch {
    observer: IntersectionObserver,
    _heard: Closure<dyn FnMut(js_sys::Array)>,
}

impl SeenWatch {
    /// Begins to watch; `None` where the element is not in the page.
    pub(crate) fn new(node: &NodeRef, heard: impl Fn(bool) + 'static) -> Option<Self> {
        let element = node.cast::<Element>()?;
        let heard = Closure::<dyn FnMut(js_sys::Array)>::new(move |entries: js_sys::Array| {
            let last = entries.pop().dyn_into::<IntersectionObserverEntry>().ok();
            heard(last.is_none_or(|entry| entry.is_intersecting()));
        });
        let observer = IntersectionObserver::new(heard.as_ref().unchecked_ref()).ok()?;
        observer.observe(&element);
        Some(Self { observer, _heard: heard })
    }
}

impl Drop for SeenWatch {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// The height in pixels of an element of the page, with its borders; 0 if there is none. It is independent of the zoom.
pub(crate) fn height_of(node: &NodeRef, selector: &str) -> i64 {
    let inside = node.cast::<Element>().and_then(|page| page.query_selector(selector).ok().flatten());
    inside
        .and_then(|element| element.dyn_into::<HtmlElement>().ok())
        .map_or(0, |element| element.offset_height().into())
}

/// The height in pixels that an excerpt needs so that nothing in it scrolls, if its picture, the element of this
/// selector, had this height. It is independent of the zoom.
pub(crate) fn wanted_height(node: &NodeRef, picture: &str, height: i64) -> i64 {
    let Some(page) = node.cast::<Element>() else { return 0 };
    let find = |selector| page.query_selector(selector).ok().flatten();
    let seen = |element: &Element| i64::from(element.client_height());
    let Some(map) = find(picture) else { return seen(&page) };
    let more = height - seen(&map);
    let more = match find(".page__inspector") {
        None => more,
        Some(pane) => {
            let inside = pane.children();
            let content = (0..inside.length()).filter_map(|index| inside.item(index)?.dyn_into::<HtmlElement>().ok());
            let inside = content.map(|element| i64::from(element.offset_height())).sum::<i64>() - seen(&pane);
            let is_beside = pane.get_bounding_client_rect().top() < map.get_bounding_client_rect().bottom();
            if is_beside { more.max(inside) } else { more + inside }
        }
    };
    seen(&page) + more
}

/// Sets the zoom of the whole document, in percent.
pub(crate) fn set_zoom(percent: u16) {
    let root = web_sys::window().and_then(|window| window.document()).and_then(|document| document.document_element());
    let style = root.and_then(|root| root.dyn_into::<HtmlElement>().ok()).map(|root| root.style());
    if let Some(Err(error)) = style.map(|style| style.set_property("zoom", &format!("{percent}%"))) {
        gloo::console::warn!("zoom", error);
    }
}

/// Puts the focus on the element with this `id`, in the page that has the focus now: several pages in one document
/// have elements of the same `id`.
pub(crate) fn focus(id: &str) {
    let Some(document) = web_sys::window().and_then(|window| window.document()) else { return };
    let element = find(&format!("#{id}")).or_else(|| document.get_element_by_id(id));
    give_focus(element.and_then(|element| element.dyn_into().ok()));
}

/// The first such element of the page that has the focus.
fn find(selector: &str) -> Option<Element> {
    let active = web_sys::window()?.document()?.active_element()?;
    active.closest(".page").ok().flatten()?.query_selector(selector).ok().flatten()
}

/// Puts the focus on a field of the form, by the name of its slot. It is scrolled into sight.
pub(crate) fn focus_field(slot: &str) {
    // A choice has no `id`; the notes about it stand beside it.
    let field = format!("[id='field-{slot}'], .field:has([id='notes-{slot}']) :is(select, :checked)");
    give_focus(find(&field).and_then(|element| element.dyn_into().ok()));
}

/// Moves the focus within a list of tabs, where an arrow, Home or End was pressed in it. `chooses`: the tab that gets it is also
/// chosen.
pub(crate) fn walk_tabs(event: &KeyboardEvent, chooses: bool) {
    let Some(target) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else { return };
    let Ok(Some(list)) = target.closest("[role=tablist]") else { return };
    let Ok(tabs) = list.query_selector_all("[role=tab]") else { return };
    let tabs: Vec<HtmlElement> = (0..tabs.length()).filter_map(|index| tabs.get(index)?.dyn_into().ok()).collect();
    let Some(at) = tabs.iter().position(|tab| tab.contains(Some(&target))) else { return };
    let to = match event.key().as_str() {
        "ArrowRight" => (at + 1) % tabs.len(),
        "ArrowLeft" => (at + tabs.len() - 1) % tabs.len(),
        "Home" => 0,
        "End" => tabs.len() - 1,
        _ => return,
    };
    event.prevent_default();
    if chooses {
        tabs[to].click();
    }
    give_focus(Some(tabs[to].clone()));
}

/// Appends a text to the text field with this `id`, if it has the focus, and returns all of the text that is then in
/// it; `None` if the focus is elsewhere.
pub(crate) fn type_into(id: &str, text: &str) -> Option<String> {
    let field: HtmlTextAreaElement = web_sys::window()?.document()?.active_element()?.dyn_into().ok()?;
    (field.id() == id).then(|| {
        let text = field.value() + text;
        field.set_value(&text);
        text
    })
}

/// The elements that take the focus over when the focused element inside of them is removed.
const AROUND: &str = "[id^='pane-'], form[id]";

/// The `id`s of the form and the panes that contain the focused element, the innermost first.
pub(crate) fn around_focus(node: &NodeRef) -> Vec<String> {
    let Some(root) = node.cast::<Element>() else { return Vec::new() };
    let active = root.owner_document().and_then(|document| document.active_element());
    let mut at = active.filter(|active| root.contains(Some(active)));
    let mut found = Vec::new();
    while let Some(pane) = at.and_then(|inside| inside.closest(AROUND).ok().flatten()) {
        found.push(pane.id());
        at = pane.parent_element();
    }
    found
}

/// If the focused element was removed, focuses the first of these elements that still exists, else the pane that took its
/// place.
pub(crate) fn keep_focus(node: &NodeRef, around: &[String]) {
    let Some(root) = node.cast::<Element>().filter(|_| !around.is_empty()) else { return };
    let active = root.owner_document().and_then(|document| document.active_element());
    if active.is_none_or(|active| active.tag_name() == "BODY") {
        let there = |id: &String| root.query_selector(&format!("#{id}")).ok().flatten();
        let instead = || root.query_selector(".page__pane").ok().flatten();
        let found = around.iter().find_map(there).or_else(instead);
        give_focus(found.and_then(|element| element.dyn_into().ok()));
    }
}

/// The options in the attributes `data-…` of a host's element.
pub(crate) fn options(host: &Element) -> Options {
    Options::read(|name| attribute(host, name))
}

/// The options of a page that has its document for itself: those of the address, else of the attributes of its element.
/// In a frame of another document, it keeps nothing unless the address says so, and if it keeps nothing, it listens to
/// that document.
pub(crate) fn options_of_address(host: &Element) -> Options {
    let is_framed = super::is_framed();
    let read = |name: &str| match super::address::parameter(name).or_else(|| attribute(host, name)) {
        None if is_framed && name == "keep" => Some("no".to_owned()),
        said => said,
    };
    let options = Options::read(read);
    let around = Host { origin: read("host"), hands_over: read("source").as_deref() == Some("host") };
    let host = (is_framed && !options.keeps).then_some(around);
    let link = super::address::fragment();
    if link.is_empty() { Options { host, ..options } } else { Options { link, host, ..options } }
}

fn attribute(host: &Element, name: &str) -> Option<String> {
    host.get_attribute(&format!("data-{name}"))
}

/// How many characters of code fit side by side into the element with this `id`; 100 if it is not in the page.
pub(crate) fn columns(id: &str) -> u16 {
    let document = web_sys::window().and_then(|window| window.document());
    let element = document.and_then(|document| document.get_element_by_id(id));
    // A character of this size is at most eight pixels wide, and 28 pixels are used for other things.
    element.map_or(100, |element| u16::try_from((element.client_width() - 28) / 8).unwrap_or(100))
}

/// Copies a text to the clipboard. If the browser does not allow that, nothing happens: the text can still be selected.
pub(crate) fn copy(text: &str) {
    if let Some(window) = web_sys::window().filter(web_sys::Window::is_secure_context) {
        let _promise = window.navigator().clipboard().write_text(text);
    }
}

/// Sets the text of the first element below `root` that the selector matches.
pub(crate) fn say(root: &Element, selector: &str, text: &str) {
    if let Ok(Some(element)) = root.query_selector(selector) {
        element.set_text_content(Some(text));
    }
}

/// Empties an element, so that a page has room there. It also forbids a translation of the element, which would replace
/// the nodes that the page draws anew, and so break the page.
pub(crate) fn vacate(host: &Element) {
    host.replace_children_with_node_0();
    if let Err(error) = host.set_attribute("translate", "no") {
        gloo::console::warn!("translate", error);
    }
}

/// Scrolls the pane of an element as little as needed to have the element in sight, or at least its beginning. Nothing
/// else is scrolled: not the page, and not the document around a frame.
pub(crate) fn show_in_pane(node: &NodeRef) {
    let Some(element) = node.cast::<Element>() else { return };
    let Ok(Some(pane)) = element.closest(".page__pane") else { return };
    let (inner, outer) = (element.get_bounding_client_rect(), pane.get_bounding_client_rect());
    // What stays at the top and the foot of the pane covers as much as the style says.
    let style = gloo::utils::window().get_computed_style(&pane).ok().flatten();
    let covered = |side: &str| {
        let pixels = style.as_ref().and_then(|style| style.get_property_value(side).ok());
        // Rust's own parser of such numbers is several kilobytes; it is loaded for nothing else.
        pixels.map(|pixels| js_sys::parse_float(&pixels)).filter(|pixels| pixels.is_finite()).unwrap_or(16.0)
    };
    let above = inner.top() - outer.top() - covered("scroll-padding-top");
    let below = (inner.bottom() - outer.bottom() + covered("scroll-padding-bottom")).min(above);
    if below > 0.0 {
        pane.set_scroll_top(pane.scroll_top() + below as i32);
    }
}

fn give_focus(element: Option<HtmlElement>) {
    let Some(element) = element else { return };
    let options = FocusOptions::new();
    // A form can be longer than its pane, so the focus would scroll to its beginning: what is in sight stays there.
    options.set_prevent_scroll(element.tag_name() == "FORM");
    if let Err(error) = element.focus_with_options(&options) {
        gloo::console::warn!("focus", error);
    }
}

/// Puts the focus on the pane after, or before, the one it is in. Panes are those with `tabindex="-1"` and an `id`
/// that begins with `pane-`, and the transport.
pub(crate) fn focus_pane(node: &NodeRef, backwards: bool) {
    let Some(root) = node.cast::<Element>() else { return };
    let Ok(panes) = root.query_selector_all("[id^='pane-']") else { return };
    let panes: Vec<HtmlElement> = (0..panes.length()).filter_map(|index| panes.get(index)?.dyn_into().ok()).collect();
    if panes.is_empty() {
        return;
    }
    let active = root.owner_document().and_then(|document| document.active_element());
    // If a pane contains another one, which comes after it, the inner one counts.
    let at = panes.iter().rposition(|pane| pane.contains(active.as_deref()));
    let next = match (at, backwards) {
        (None, false) => 0,
        (None, true) => panes.len() - 1,
        (Some(at), false) => (at + 1) % panes.len(),
        (Some(at), true) => (at + panes.len() - 1) % panes.len(),
    };
    give_focus(panes.into_iter().nth(next));
}

/// Milliseconds since the page was opened.
pub(crate) fn now() -> f64 {
    web_sys::window().and_then(|window| window.performance()).map_or(0.0, |performance| performance.now())
}

/// A random number.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 2^32")]
pub(crate) fn random() -> u32 {
    (js_sys::Math::random() * f64::from(u32::MAX)) as u32
}

/// Whether the main pointer is imprecise, such as a finger.
pub(crate) fn is_coarse() -> bool {
    let query = web_sys::window().and_then(|window| window.match_media("(pointer: coarse)").ok().flatten());
    query.is_some_and(|query| query.matches())
}

/// Opens a modal dialog over the page: the focus stays in it until it is closed.
pub(crate) fn open_dialog(node: &NodeRef) {
    if let Some(dialog) = node.cast::<HtmlDialogElement>().filter(|dialog| !dialog.open())
        && let Err(error) = dialog.show_modal()
    {
        gloo::console::warn!("dialog", error);
    }
}

/// Closes a dialog. The browser focuses the element again that had the focus before.
pub(crate) fn close_dialog(node: &NodeRef) {
    if let Some(dialog) = node.cast::<HtmlDialogElement>() {
        dialog.close();
    }
}

/// Whether a dialog inside an element is open. It then gets all keys.
pub(crate) fn is_asking(node: &NodeRef) -> bool {
    node.cast::<Element>()
        .is_some_and(|element| element.query_selector("dialog[open]").is_ok_and(|open| open.is_some()))
}

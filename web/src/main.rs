//! Starts the page in the element `app`, where the document has one. Without a document, it serves the page that began it.
fn main() {
    let Some(window) = web_sys::window() else { return splitpoint_web::serve() };
    if let Some(host) = window.document().and_then(|d| d.get_element_by_id("app")) {
        splitpoint_web::open(host);
    }
}

//! Starts the page in the element `app`, if the document has one. Without a document, this is a worker, and serves its
//! page.
fn main() {
    let Some(window) = web_sys::window() else { return splitpoint_web::serve() };
    if let Some(host) = window.document().and_then(|d| d.get_element_by_id("app")) {
        splitpoint_web::open(host);
    }
}

//! A picture as SVG, drawn by the browser.

use super::file::save_blob;
use js_sys::encode_uri_component;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement};
use yew::platform::spawn_local;

/// How many pixels of the file stand for one of the picture, in each direction.
const SCALE: u32 = 2;

/// Lets the person save a picture as PNG, twice as large as it is drawn.
pub(crate) fn save_png(name: String, svg: String) {
    spawn_local(async move {
        if let Err(error) = draw(name, &svg).await {
            gloo::console::error!(error);
        }
    });
}

/// The address of a picture that is given as SVG: the kind of address that the page's policy lets an image have.
pub(crate) fn picture_address(svg: &str) -> String {
    format!("data:image/svg+xml,{}", String::from(encode_uri_component(svg)))
}

async fn draw(name: String, svg: &str) -> Result<(), JsValue> {
    let image = HtmlImageElement::new()?;
    image.set_src(&picture_address(svg));
    JsFuture::from(image.decode()).await?;
    let document = web_sys::window().and_then(|window| window.document()).ok_or("no document")?;
    let canvas: HtmlCanvasElement = document.create_element("canvas")?.dyn_into()?;
    let (width, height) = (image.natural_width() * SCALE, image.natural_height() * SCALE);
    canvas.set_width(width);
    canvas.set_height(height);
    let context = canvas.get_context("2d")?.ok_or("no canvas")?.dyn_into::<CanvasRenderingContext2d>()?;
    context.draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, width.into(), height.into())?;
    let saved = Closure::once_into_js(move |blob: Option<Blob>| {
        let done = blob.ok_or_else(|| "no picture".into()).and_then(|blob| save_blob(&name, &blob));
        if let Err(error) = done {
            gloo::console::error!(error);
        }
    });
    canvas.to_blob(saved.unchecked_ref())
}

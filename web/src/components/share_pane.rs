//! The dialog that shares a session: its links, how it is put into somebody's page, and what can be taken away.

use super::choice::check;
use super::dialog::Dialog;
use super::hear::click;
use super::segments::segments;
use super::text::{button, text};
use crate::interop;
use crate::session::action::{Action, Page, Theme};
use crate::session::options::{Controls, Layout};
use crate::session::share::{Choice, Copied, Download, Embed, Height, Kind, Links, Picture, Share, folder, is_local};
use splitpoint_lab::session::LONG;
use splitpoint_lab::view::Grain;
use splitpoint_lab::words::amount;
use yew::prelude::*;

/// The function that draws what can be shared. It is called by a pointer only, so that a chunk can bring its code
/// later.
pub(crate) type SharePane = fn(&Share, &str, &Callback<Action>) -> Html;

/// What can be shared of a session whose start has this title.
pub(crate) fn share_pane(share: &Share, title: &str, dispatch: &Callback<Action>) -> Html {
    let said = match share.copied {
        None => "",
        Some((_, true)) => "✓ Copied",
        Some((Copied::Transcript, false)) => "This browser does not let the page copy. Save it as a file.",
        Some((_, false)) => "This browser does not let the page copy. It is selected: press Ctrl+C.",
    };
    let copy = |what: Copied, id: &'static str, label: &str, copied: &str| {
        let (dispatch, copied) = (dispatch.clone(), copied.to_owned());
        let is_copied = share.copied == Some((what, true));
        let onclick = Callback::from(move |_| {
            let dispatch = dispatch.clone();
            let told = move |done| dispatch.emit(Action::Page(Page::Copied(what, done)));
            interop::copy_or_select(copied.clone(), id, told);
        });
        html! {
            <button type="button" class={classes!("button", "share__copy", is_copied.then_some("button--main"))} aria-label={format!("Copy: {label}")} {onclick}>
                { if is_copied { "✓ Copied" } else { "Copy" } }
            </button>
        }
    };
    let line = |what: Copied, id: &'static str, label: &'static str, link: &str| {
        let address = format!("{}#{link}", interop::address());
        let length = address.chars().count();
        html! {
            <div class="share__link">
                <label class="share__label" for={id}>{ label }</label>
                <input class="input mono share__field" {id} readonly=true value={address.clone()} />
                <span class="share__length soft">{ format!("{length} characters") }</span>
                { copy(what, id, label, &address) }
            </div>
        }
    };
    let take = |what: Download| click(dispatch, Action::Page(Page::TakeAway(what)));
    let file = |class| {
        html! {
            <button type="button" {class} onclick={take(Download::Session)}>{ format!("Session file, {}", amount(share.bytes as u64)) }</button>
        }
    };
    let is_long = |links: &&Links| interop::address().len() + 1 + links.step.len() > LONG;
    let long = share.links.as_ref().filter(is_long);
    html! {
        <Dialog title="Share" wide={true} close={Action::Page(Page::Overlay(None))} dispatch={dispatch.clone()}>
            <section class="share" aria-label="Links">
                if long.is_some() {
                    { text("p", "share__long", "A link to this is longer than 8,000 characters, and some programs cut it off. Send the session file instead: it opens with “Your file …”.") }
                    <div class="dialog__ways">{ file("button button--main") }</div>
                }
                if let Some(links) = &share.links {
                    { line(Copied::Step, "share-step", "This step", &links.step) }
                    if links.beginning != links.step {
                        { line(Copied::Beginning, "share-beginning", "The beginning", &links.beginning) }
                        { text("p", "soft", format!("A link holds what you did on “{title}”. Whoever opens the first sees step {}, whoever opens the second goes through it from the beginning. Nothing is stored anywhere.", share.position)) }
                    } else {
                        { text("p", "soft", format!("A link holds what you did on “{title}”. Nothing is stored anywhere.")) }
                    }
                    if is_local(&interop::address()) {
                        { text("p", "share__long", "This page is served by your own machine, so these addresses open on it alone. To share them, publish the page: its README says how.") }
                    }
                } else {
                    { text("p", "", format!("This session starts from your file “{title}”, and a link cannot carry a file. Send the session file, in which your file is, or the transcript.")) }
                }
            </section>
            if let Some(links) = &share.links {
                { embed(share, &links.step, title, &copy, dispatch) }
            }
            <section class="share__away" aria-label="Take away">
                { text("h3", "share__label", "Take away") }
                <div class="dialog__ways">
                    { button("button", "Transcript", take(Download::Transcript)) }
                    { button("button", "Copy the transcript", click(dispatch, Action::Page(Page::CopyTranscript))) }
                    if long.is_none() {
                        { file("button") }
                    }
                </div>
                <div class="dialog__ways">
                    { text("span", "share__picture soft", format!("Step {} as a picture", share.position)) }
                    for (at, theme) in Picture::THEMES.into_iter().enumerate() {
                        { pictures(&share.picture, at, theme) }
                    }
                </div>
                <p class="share__said" role="status">{ said }</p>
            </section>
        </Dialog>
    }
}

/// Buttons that save a picture in one theme.
fn pictures(picture: &Picture, at: usize, theme: Theme) -> Html {
    let (file, svg) = (picture.file(theme), picture.svg.get(at).cloned().unwrap_or_default());
    let as_svg = {
        let (file, svg) = (file.clone(), svg.clone());
        Callback::from(move |_| interop::save(&format!("{file}.svg"), svg.as_bytes()))
    };
    let as_png = Callback::from(move |_| interop::save_png(format!("{file}.png"), svg.clone()));
    let (svg, png) = if theme == Theme::Dark { ("SVG, dark", "PNG, dark") } else { ("SVG, light", "PNG, light") };
    html! {
        <>
            { button("button", svg, as_svg) }
            { button("button", png, as_png) }
        </>
    }
}

/// How the session is embedded in another page: the lines to paste, and a preview.
fn embed(
    share: &Share,
    link: &str,
    title: &str,
    copy: &dyn Fn(Copied, &'static str, &str, &str) -> Html,
    dispatch: &Callback<Action>,
) -> Html {
    let embed = share.embed;
    let code = embed.code(&interop::address(), link, &format!("Splitpoint: {title}"), &share.picture);
    let to = |choice: Choice| Action::Page(Page::Embed(choice));
    let kinds = [
        (Kind::Element, "HTML element"),
        (Kind::Frame, "iframe"),
        (Kind::Markdown, "Markdown"),
        (Kind::Picture, "picture"),
    ];
    // Only a lesson has a text to read beside the table.
    let story = link.starts_with("lesson=").then_some((Layout::Story, "lesson"));
    let layouts = [
        (Layout::Mini, "table"),
        (Layout::Race, "table and clients"),
        (Layout::Bytes, "keys in bytes"),
        (Layout::Heat, "heat"),
        (Layout::Full, "everything"),
    ];
    let layouts: Vec<(Layout, &str)> = story.into_iter().chain(layouts).collect();
    let is_element = embed.kind == Kind::Element;
    let auto = if is_element { "as the page" } else { "as the system" };
    let themes = [(Theme::Auto, auto), (Theme::Light, "light"), (Theme::Dark, "dark")];
    let heights = [(Height::Auto, "as needed"), (Height::Fixed(320), "320 px"), (Height::Fill, "fill")];
    let grains = [(Grain::Operation, "operation"), (Grain::Rpc, "RPC"), (Grain::Cell, "cell")];
    let controls = [(Controls::Full, "full"), (Controls::Steps, "steps"), (Controls::None, "none")];
    let option = |label: &'static str, name: &'static str, choices: Vec<(String, Action)>, chosen: Option<usize>| {
        html! {
            <div class="share__option">
                { text("span", "soft", label) }
                { segments(name, label, choices, chosen.unwrap_or(0), dispatch) }
            </div>
        }
    };
    let is_live = is_element || embed.kind == Kind::Frame;
    let has_time = embed.layout != Layout::Full;
    let place = |label: &'static str, position: Option<u64>, choice: fn(Option<u64>) -> Choice| {
        let dispatch = dispatch.clone();
        // With every key: the preview can be drawn anew before the field is left, which puts back what it had before.
        let oninput =
            Callback::from(move |event: InputEvent| dispatch.emit(to(choice(interop::typed(&event).parse().ok()))));
        html! {
            <input class="input share__step" type="number" min="0" aria-label={label} placeholder={label} value={position.map(|position| position.to_string()).unwrap_or_default()} {oninput} />
        }
    };
    let tick = |choice: fn(bool) -> Choice| {
        let dispatch = dispatch.clone();
        Callback::from(move |event: Event| dispatch.emit(to(choice(interop::chosen(&event)))))
    };
    html! {
        <section class="share__embed" aria-label="In a page of yours">
            <div class="share__lines">
                <div class="field__head">
                    { text("h3", "share__label", "In a page of yours") }
                    { segments(
                        "share-kind",
                        "As",
                        kinds.map(|(kind, name)| (name.to_owned(), to(Choice::Kind(kind)))).to_vec(),
                        kinds.iter().position(|(kind, _)| *kind == embed.kind).unwrap_or(0),
                        dispatch,
                    ) }
                </div>
                <textarea class="input mono share__code" id="share-code" readonly=true rows="5" aria-label="Lines to paste" value={code.clone()} />
                <div class="dialog__ways">{ copy(Copied::Embed, "share-code", "Lines to paste", &code) }</div>
                if embed.kind == Kind::Picture {
                    { option(
                        "Theme",
                        "share-theme",
                        themes[1..].iter().map(|(theme, name)| ((*name).to_owned(), to(Choice::Theme(*theme)))).collect(),
                        Some(usize::from(embed.theme == Theme::Dark)),
                    ) }
                    { text("p", "soft", "Markdown that shows this step. Save the SVG below beside your page: these lines name it.") }
                }
                if is_live {
                    { option(
                        "Shows",
                        "share-view",
                        layouts.iter().map(|(layout, name)| ((*name).to_owned(), to(Choice::Layout(*layout)))).collect(),
                        layouts.iter().position(|(layout, _)| *layout == embed.layout),
                    ) }
                    { option(
                        "Theme",
                        "share-theme",
                        themes.map(|(theme, name)| (name.to_owned(), to(Choice::Theme(theme)))).to_vec(),
                        themes.iter().position(|(theme, _)| *theme == embed.theme),
                    ) }
                    { option(
                        "Height",
                        "share-height",
                        heights.map(|(height, name)| (name.to_owned(), to(Choice::Height(height)))).to_vec(),
                        heights.iter().position(|(height, _)| *height == embed.height),
                    ) }
                    { option(
                        "Grain",
                        "share-grain",
                        grains.map(|(grain, name)| (name.to_owned(), to(Choice::Grain(grain)))).to_vec(),
                        grains.iter().position(|(grain, _)| *grain == embed.grain.unwrap_or(share.grain)),
                    ) }
                    if has_time {
                        { option(
                            "Controls",
                            "share-controls",
                            controls.map(|(controls, name)| (name.to_owned(), to(Choice::Controls(controls)))).to_vec(),
                            controls.iter().position(|(controls, _)| *controls == embed.controls),
                        ) }
                    }
                    <div class="share__option">
                        { text("span", "soft", "Steps") }
                        <div class="share__steps">
                            { place("from", Some(embed.section.from).filter(|from| *from > 0), Choice::From) }
                            { place("to", embed.section.to, Choice::To) }
                            { check("play again and again", embed.section.repeats, tick(Choice::Repeats)) }
                            { check("only look", embed.is_readonly, tick(Choice::ReadOnly)) }
                        </div>
                    </div>
                    if is_element {
                        <div class="share__option" role="group" aria-label="For readers without scripts">
                            <span class="soft" title="What readers without scripts see">{ "Fallback" }</span>
                            <div class="share__steps">
                                { check("picture", embed.has_picture, tick(Choice::Picture)) }
                                { check("table and steps in words", embed.has_words, tick(Choice::Words)) }
                            </div>
                        </div>
                    }
                    if is_element && embed.has_picture {
                        { text("p", "soft", "Save the SVG below beside your page: these lines name it.") }
                    }
                    { text("p", "notice", if is_element {
                        "It loads when it is scrolled into sight, and once for all of them. Its height is kept free before, so that your page does not jump."
                    } else {
                        "A frame has a fixed height, and the theme of the system or one of its own."
                    }) }
                }
            </div>
            if is_live {
                { preview(embed, link, dispatch) }
            }
        </section>
    }
}

/// The embedded element as it will look, with its width and height.
fn preview(embed: Embed, link: &str, dispatch: &Callback<Action>) -> Html {
    let widths = [(false, "page"), (true, "phone")];
    let to = |is_narrow| Action::Page(Page::Embed(Choice::Narrow(is_narrow)));
    html! {
        <div class="share__preview">
            <div class="field__head">
                { text("p", "soft", "Preview, live") }
                { segments(
                    "share-width",
                    "As wide as",
                    widths.map(|(is_narrow, name)| (name.to_owned(), to(is_narrow))).to_vec(),
                    usize::from(embed.is_narrow),
                    dispatch,
                ) }
                { text("p", "soft", match embed.height {
                    Height::Fixed(pixels) => format!("{pixels} px high"),
                    Height::Auto => format!("{} px high", embed.needs),
                    Height::Fill => "as high as its place".to_owned(),
                }) }
            </div>
            <Preview link={link.to_owned()} {embed} dispatch={dispatch.clone()} />
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct PreviewProps {
    link: String,
    embed: Embed,
    dispatch: Callback<Action>,
}

/// The embedded element as it will look. Whatever is done in it is not kept.
#[component]
fn Preview(props: &PreviewProps) -> Html {
    let node = use_node_ref();
    let embed = props.embed;
    // The needed height is known here, and nothing else would give the element one.
    let height = match embed.height {
        Height::Auto | Height::Fill => Height::Fixed(embed.needs),
        fixed @ Height::Fixed(_) => fixed,
    };
    let attributes = Embed { height, ..embed }.attributes(&props.link);
    {
        let node = node.clone();
        use_effect_with(attributes, move |attributes| {
            interop::define_element(folder(&interop::address()));
            interop::set_attributes(&node, attributes);
        });
    }
    {
        let (node, dispatch) = (node.clone(), props.dispatch.clone());
        use_effect_with(embed.needs, move |known| {
            let known = *known;
            let heard = interop::watch_height(&node, move |needs| {
                if needs != known {
                    dispatch.emit(Action::Page(Page::Needs(needs)));
                }
            });
            move || drop(heard)
        });
    }
    let class = classes!("share__frame", (!embed.is_narrow).then_some("share__frame--half"));
    html! { <split-point ref={node} {class} loading="eager"></split-point> }
}

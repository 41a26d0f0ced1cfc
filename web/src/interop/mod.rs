//! The only module that calls the browser.

mod address;
mod archive;
mod breath;
mod clerk;
mod drawing;
mod element;
mod event;
mod file;
mod gateway;
mod host;
mod lock;
mod log;
mod markup;
mod memory;
mod notes;
mod style;

pub(crate) use address::{
    address, copy_or_select, entry, fragment, open_window, parameter, print, watch_history, watch_leave, write_history,
};
pub(crate) use archive::{ARCHIVE, Archive};
pub(crate) use breath::Breath;
pub(crate) use clerk::{Clerk, Client, Hire};
pub(crate) use drawing::{picture_address, save_png};
pub(crate) use element::{
    Room, SeenWatch, SizeWatch, around_focus, close_dialog, columns, copy, focus, focus_field, focus_pane, height_of,
    is_asking, is_coarse, keep_focus, now, open_dialog, options, options_of_address, random, room, say, scroll_to_top,
    scroll_top, set_scroll_top, set_zoom, show_in_pane, size, type_into, vacate, walk_tabs, wanted_height,
};
pub(crate) use event::{
    IdleWatch, KeyWatch, caret, chosen, clicked, dragged, hands_over, height_within, select, shows_focus, typed, within,
};
pub(crate) use file::{Picked, drags_file, dropped, made, picked, read_text, save, select_line};
pub(crate) use gateway::{ask, east, meta, today};
pub(crate) use host::{
    Handed, Letter, define_element, handed, is_framed, reply, set_attributes, tell, watch_height, watch_host,
};
pub(crate) use lock::Hold;
pub(crate) use log::{log, note};
pub(crate) use markup::{Piece, pieces};
pub(crate) use memory::{ASIDE, BESIDE, DESK, MARK, Memory, is_beside, starts_afresh};
pub(crate) use notes::{Notes, NotesHost, fill_screen, listen_to_notes};
pub(crate) use style::adopt;

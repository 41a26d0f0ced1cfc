//! The change of a field as a change of the form it stands in.

use yew::Callback;

/// Hears the new contents of one field and tells the whole form, as it then is.
pub(crate) fn edit<F: Clone + 'static, T: 'static>(
    form: &F,
    on_change: &Callback<F>,
    put: fn(&mut F, T),
) -> Callback<T> {
    let (form, on_change) = (form.clone(), on_change.clone());
    Callback::from(move |value: T| {
        let mut form = form.clone();
        put(&mut form, value);
        on_change.emit(form);
    })
}

/// Hears the new contents of one field of one item of a list.
pub(crate) fn edit_item<F: Clone + 'static, I: 'static, T: 'static>(
    form: &F,
    on_change: &Callback<F>,
    index: usize,
    list: fn(&mut F) -> &mut Vec<I>,
    put: fn(&mut I, T),
) -> Callback<T> {
    let (form, on_change) = (form.clone(), on_change.clone());
    Callback::from(move |value: T| {
        let mut form = form.clone();
        if let Some(item) = list(&mut form).get_mut(index) {
            put(item, value);
        }
        on_change.emit(form);
    })
}

/// A click that adds an item to a list, or takes one away.
pub(crate) fn edit_list<F: Clone + 'static, E: 'static>(
    form: &F,
    on_change: &Callback<F>,
    alter: impl Fn(&mut F) + 'static,
) -> Callback<E> {
    let (form, on_change) = (form.clone(), on_change.clone());
    Callback::from(move |_: E| {
        let mut form = form.clone();
        alter(&mut form);
        on_change.emit(form);
    })
}

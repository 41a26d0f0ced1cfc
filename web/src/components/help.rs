//! Keys, what is drawn, what is modelled and what is not.

use super::choice::check;
use super::dialog::Dialog;
use super::hear;
use crate::session::action::{Action, Page};
use crate::session::key::LIST;
use yew::prelude::*;

/// What is left out, in sentences.
const LIMITS: [&str; 6] = [
    "Time is simulated: a step takes one millisecond, and nothing happens between steps.",
    "There is one master and it never fails; ZooKeeper, HDFS and replication are not there. Files are kept in memory.",
    "Sizes are counted without compression or encoding of blocks.",
    "Clients retry as HBase's do, but pauses take no time that you would have to wait for.",
    "No access control, quotas, namespaces beyond the name, snapshots or bulk load of HFiles.",
    "Coprocessors: only MultiRowMutationEndpoint.",
];

/// The help. `letters`: whether single letters are keys.
pub(crate) fn help(letters: bool, dispatch: &Callback<Action>) -> Html {
    let on_letters = hear::tick(dispatch, |on| Action::Page(Page::Letters(on)));
    html! {
        <Dialog title="Help" wide={true} close={Action::Page(Page::Overlay(None))} dispatch={dispatch.clone()}>
            <div class="help">
                <section>
                    <h3 class="help__title">{ "How it works" }</h3>
                    <p>{ "Choose something to do, fill in the form and press Step: the client takes one step, the picture shows \
                        what it touched, and the sentence at the bottom says it. Run goes to the end. Every step can be \
                        undone, and whatever you do in the past begins a branch; the old future stays." }</p>
                    <h3 class="help__title">{ "What is drawn" }</h3>
                    <ul class="help__list">
                        <li>{ "Smallest key on top, one line a cell. Everything on a line belongs to its cell." }</li>
                        <li>{ "A card is a region, the stripe on its left the server. The bracket's filled dot is the first key, \
                            included; the hollow dot is the end, excluded." }</li>
                        <li>{ "A square is a cell in memory, a dash in a bar one in that store file, a hollow red mark a delete marker." }</li>
                        <li>{ "A dashed line inside a card is where HBase would cut the region now; between cards, where it did." }</li>
                        <li>{ "A line across everything with a letter is that client's scanner." }</li>
                    </ul>
                    <h3 class="help__title">{ "What is modelled" }</h3>
                    <p>{ "The data model of Apache HBase 2.6: what its client, region servers and master do with rows, \
                        cells, regions and files, step by step and without chance. It differs in this:" }</p>
                    <ul class="help__list">
                        for limit in LIMITS {
                            <li>{ limit }</li>
                        }
                    </ul>
                    <p class="soft">{ "Splitpoint is not affiliated with the Apache Software Foundation. Apache HBase is its trademark." }</p>
                </section>
                <section>
                    <h3 class="help__title">{ "Keys" }</h3>
                    <table class="help__keys">
                        <thead class="spoken"><tr><th scope="col">{ "Keys" }</th><th scope="col">{ "What they do" }</th></tr></thead>
                        <tbody>
                            for line in LIST {
                                <tr key={line.keys} class={classes!((line.letter && !letters).then_some("help__off"))}>
                                    <th scope="row" class="help__key">{ line.keys }</th>
                                    <td>{ line.what }</td>
                                </tr>
                            }
                        </tbody>
                    </table>
                    <div class="field">{ check("Single letters are keys", letters, on_letters) }</div>
                </section>
            </div>
        </Dialog>
    }
}

//! A bridge on a real socket, before a gateway that a test makes up: what it answers, and whom it does not.

mod answer;
mod caller;
mod hostile;
mod stage;
mod tls;

//! Files of lessons with one fault each, and the player.

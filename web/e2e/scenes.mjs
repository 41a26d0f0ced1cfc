// What `cargo xtask shots` takes pictures of: by name, how to get there from the page as it opens.

export const scenes = {
  sandbox: async () => {},
};

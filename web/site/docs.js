// Light or dark: what was chosen here or in the playground holds in both. Without a choice, the system decides.

const name = 'splitpoint.theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const sources = 'source[media="(prefers-color-scheme: dark)"], source[data-dark]';

const kept = () => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // no storage here
  }
};

/** Whether it is dark, after `choice`, or what is kept. */
let choice = kept();
const isDark = () => choice === 'dark' || choice !== 'light' && system.matches;

function show() {
  const root = document.documentElement;
  if (choice === 'light' || choice === 'dark') root.dataset.theme = choice;
  else delete root.dataset.theme;
  // Pictures that are there for both follow.
  for (const source of document.querySelectorAll(sources)) {
    source.dataset.dark = '';
    source.media = root.dataset.theme ? (choice === 'dark' ? 'all' : 'not all') : '(prefers-color-scheme: dark)';
  }
  for (const button of document.querySelectorAll('.docs__theme')) {
    button.hidden = false;
    button.textContent = isDark() ? '☀ Light' : '☾ Dark';
  }
}

show(); // before anything is painted
addEventListener('DOMContentLoaded', () => {
  show();
  document.querySelector('.docs__theme')?.addEventListener('click', () => {
    choice = isDark() ? 'light' : 'dark';
    try {
      localStorage.setItem(name, choice);
    } catch {
      // it holds for this page
    }
    show();
  });
});
addEventListener('storage', event => {
  if (event.key !== name) return;
  choice = event.newValue;
  show();
});
system.addEventListener('change', show);

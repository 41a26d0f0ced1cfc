// The theme that was chosen in the playground holds in its documentation too. Without one, the system decides.

try {
  const theme = localStorage.getItem('splitpoint.theme');
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.theme = theme;
    // Pictures that are there for both follow.
    addEventListener('DOMContentLoaded', () => {
      for (const source of document.querySelectorAll('source[media="(prefers-color-scheme: dark)"]')) {
        source.media = theme === 'dark' ? 'all' : 'not all';
      }
    });
  }
} catch {
  // no storage here
}

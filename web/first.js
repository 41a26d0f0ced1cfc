// Shows the first view as soon as there is something to show it with: what the program will draw at first, taken from it
// as markup (web/first), in the arrangement that suits the window. It is inert until the program puts the page itself in
// its place. This script stands behind the markup and is waited for, so that nothing else is painted before.

(() => {
  const app = document.currentScript.parentElement;
  const templates = [...app.querySelectorAll('template')];

  /** What the address says behind its `#`. */
  const said = name => new URLSearchParams(location.hash.slice(1)).get(name);
  const kept = (name, folder = '') => {
    try {
      if ((said('keep') ?? (parent === window ? 'yes' : 'no')) === 'no') return null;
      return localStorage.getItem(`splitpoint.${folder}${name}`) ?? localStorage.getItem(`splitpoint.${name}`);
    } catch {
      return null; // a frame without storage
    }
  };
  const theme = said('theme') ?? kept('theme');
  // What was done last, or what a link says, is not what the first view shows.
  const isOther = location.hash.length > 1 || (kept('session', location.pathname.replace(/[^/]*$/, '')) && location.search !== '?fresh');

  /**
   * How many times as large everything is drawn as it is made: as much as the letters that the reader has chosen in the
   * browser are larger than usual, as if the page were zoomed. It never gets narrower by that than a small phone. What
   * stands in another page is drawn as that page wants it.
   */
  const enlarge = () => {
    const { style } = document.documentElement;
    const letters = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    const zoom = parent === window ? Math.min(letters, Math.max(1, innerWidth / 320)) : 1;
    if (zoom === Number(style.zoom || 1)) return zoom;
    style.zoom = zoom;
    style.setProperty('--zoom', zoom);
    return zoom;
  };
  addEventListener('resize', enlarge);

  let page;
  const show = () => {
    const zoom = enlarge();
    const fits = ({ dataset }) => matchMedia(dataset.window.replace(/\d+/, width => width * zoom)).matches;
    page?.remove();
    page = templates.find(fits).content.firstElementChild.cloneNode(true);
    page.inert = true;
    page.setAttribute('aria-busy', 'true');
    page.classList.toggle('page--blank', isOther);
    if (theme === 'light' || theme === 'dark') page.dataset.theme = theme;
    if (['mini', 'race', 'story', 'heat', 'bytes'].includes(said('view'))) page.replaceChildren(); // an excerpt has another frame
    for (const element of page.querySelectorAll('[data-style]')) element.style.cssText = element.dataset.style;
    app.prepend(page);
    if (page.firstChild) measure();
  };

  /** What the program does when it knows its size. */
  const measure = () => {
    const find = name => page.querySelector(name);
    const [map, overview] = [find('.map'), find('.overview')];
    for (const [, column, least] of (map.dataset.fit ?? '').matchAll(/(\S+):(\d+)/g)) {
      map.classList.toggle(`map--${column}`, map.clientWidth < least);
    }
    const axis = find('.map__axis');
    const [whole, seen] = [axis.offsetHeight, map.clientHeight - find('.map__head').offsetHeight];
    axis.style.minHeight = `${seen}px`;
    overview.classList.toggle('overview--whole', whole <= seen);
    find('.overview__seen').setAttribute('height', seen * overview.viewBox.baseVal.height / whole);
  };

  const again = () => {
    if (page.isConnected) show();
    else removeEventListener('resize', again);
  };
  addEventListener('resize', again);
  show();

  // The page is loaded, and what begins the program is not: it is a module, which no browser loads from a file. Without a
  // word the first view would stay for ever, and look as if it could be used.
  addEventListener('load', () => {
    if (performance.getEntriesByName('splitpoint:begun').length) return;
    page.remove();
    app.querySelector('.boot__status').textContent = location.protocol === 'file:'
      ? 'Splitpoint cannot start from a file: browsers load no modules from there. Serve its folder, for instance with '
        + '“python3 -m http.server”, and open the address that this names.'
      : 'Splitpoint could not start: the script that begins it cannot be loaded. Reload the page. If that does not help, its '
        + 'copy on this server is not complete.';
  });
})();

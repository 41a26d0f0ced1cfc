// Shows the first view as early as possible: what the program will draw first, saved from it as markup (web/first), in
// the layout for this window. It is inert until the program replaces it by the page. This script comes after the markup
// and blocks, so that nothing else is painted before.

(() => {
  const app = document.currentScript.parentElement;
  const templates = [...app.querySelectorAll('template')];

  /** A value in the fragment of the address. */
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
  // The first view does not show kept work, or what a link opens.
  const isOther = location.hash.length > 1 || (kept('session', location.pathname.replace(/[^/]*$/, '')) && location.search !== '?fresh');

  /**
   * The zoom at which everything is drawn. If the reader has chosen larger letters in the browser, the page is
   * zoomed by that factor, but not so far that it gets narrower than a small phone. In another page, that page decides.
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

  /** Does what the program will do once it knows its size. */
  const measure = () => {
    const find = name => page.querySelector(name);
    const [map, overview] = [find('.map'), find('.overview')];
    for (const [, state, least] of (map.dataset.fit ?? '').matchAll(/(\S+):(\d+)/g)) {
      map.classList.toggle(`map--${state}`, map.clientWidth < least);
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

  // The page was loaded without the script that starts the program: it is a module, which browsers do not load from a
  // file. Without a message the first view would stay, and look as if it could be used.
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

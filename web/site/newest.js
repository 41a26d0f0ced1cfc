// A link that was made for the playground may name the top of a site: it is opened by the newest version.

if (location.hash.includes('=') || location.hash.startsWith('#v1.') || location.search) {
  const { href } = document.querySelector('link[rel="canonical"]');
  location.replace(href + location.search + location.hash);
}

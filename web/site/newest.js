// Leads from the top of a site to its newest version, with whatever stands behind the address.

const { href } = document.querySelector('link[rel="canonical"]');
location.replace(href + location.search + location.hash);

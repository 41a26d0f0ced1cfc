// Asks the browser to keep this version, so that it works without a network from the next visit on. That comes after the
// page has started and has nothing else to do. Where the browser forbids it, or a frame has no storage, nothing happens.

const idle = globalThis.requestIdleCallback ?? (act => setTimeout(act, 1000));

async function keep() {
  if (navigator.connection?.saveData) return;
  void localStorage.length; // throws where this frame has no storage
  const workers = navigator.serviceWorker; // throws in a sandbox, is missing where the page is not secure
  if (!workers) return;
  // What is loaded when it is wanted is kept for who opened the page itself. A frame keeps what it has loaded.
  const loaded = () => performance.getEntriesByType('resource').map(({ name }) => name);
  const ask = () => workers.controller?.postMessage(self === top ? 'everything' : loaded());
  workers.addEventListener('controllerchange', ask);
  await workers.register('./worker.js', { updateViaCache: 'none' });
  ask();
}

new PerformanceObserver((list, observer) => {
  if (!list.getEntriesByName('splitpoint:started').length) return;
  observer.disconnect();
  idle(() => keep().catch(() => {}), { timeout: 5000 });
}).observe({ type: 'mark', buffered: true });

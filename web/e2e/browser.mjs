// Starts the Chromium of a program, which tests and other tools share.

import { chromium } from 'playwright-core';

let browser;

/**
 * Features of Chromium that are off. Of several such lists only the last counts, so Playwright's own is part of it. Ours
 * is the list below the address bar: for each window Chromium loads two pages for it, which nobody sees, and which
 * took a quarter of the time of all tests.
 */
const off = [
  'AimEnabled', 'AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable', 'HttpsUpgrades', 'LensOverlay', 'MediaRouter', 'NetworkTimeServiceQuerying',
  'OptimizationHints', 'PaintHolding', 'PreconnectToSearch', 'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxPopup',
];

export async function launch() {
  browser ??= await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
      '--disable-background-networking', '--disable-component-update', '--disable-sync',
      `--disable-features=${off.join(',')}`,
    ],
  });
  return browser;
}

export async function close() {
  await browser?.close();
  browser = undefined;
}

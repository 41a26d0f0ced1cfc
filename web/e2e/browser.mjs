// Starts the Chromium of a program, which tests and other tools share.

import { chromium } from 'playwright-core';

let browser;

/**
 * Features of Chromium that are off. Chromium reads only the last such list, so this one repeats Playwright's. Added are
 * the three of `WebUIOmnibox`: for the suggestions below the address bar Chromium loads two pages in each window, which
 * nobody sees in a test, and which took a quarter of the processor time of all tests.
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

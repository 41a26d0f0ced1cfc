// Starts the Chromium of a program, which tests and other tools share.

import { chromium } from 'playwright-core';

let browser;

export async function launch() {
  browser ??= await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
      '--disable-background-networking', '--disable-component-update', '--disable-sync',
    ],
  });
  return browser;
}

export async function close() {
  await browser?.close();
  browser = undefined;
}

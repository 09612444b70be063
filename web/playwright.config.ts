import { defineConfig } from '@playwright/test'
import { chromiumSwitches } from './e2e/chromium-switches.ts'

export default defineConfig({
  testDir: './e2e',
  globalSetup: './e2e/global-setup.ts',
  // Each has a product and what people have around it. A test waits as much as it works, so two cores carry two.
  workers: 2,
  // The other engines' stories come one after the other, in a worker of their own: begun first, they are told beside the rest.
  projects: [
    { name: 'engines', testMatch: 'engines.spec.ts' },
    { name: 'chromium', testIgnore: 'engines.spec.ts' },
  ],
  fullyParallel: true,
  // The longest take 40 s on two cores that do little else, and the first of a worker starts the product: several times that where much else goes on.
  timeout: 240_000,
  // A fresh device first makes its database: seconds, on a machine that does nothing else. What waits to be tried again waits for half a minute at most.
  expect: { timeout: 60_000 },
  retries: 0,
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // Recording costs as much as the app: `--trace on` when looking for a failure.
    trace: 'off',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      // Playwright's own are left out: they switch features off that people have (stack.ts).
      args: [...chromiumSwitches],
    },
  },
})

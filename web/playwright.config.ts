import { defineConfig, devices } from '@playwright/test'

export default defineConfig({
  testDir: './e2e',
  globalSetup: './e2e/global-setup.ts',
  // Each test has a stack of its own: database, simulator, worker, server, browsers. It waits as much as it works, so two cores carry two.
  workers: 2,
  fullyParallel: true,
  timeout: 240_000,
  // A fresh device first makes its database: seconds, on a machine that does nothing else.
  expect: { timeout: 30_000 },
  retries: 0,
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // Recording costs as much as the app: `--trace on` when looking for a failure.
    trace: 'off',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A microphone that beeps once a second, and nobody who has to allow it.
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    },
  },
})

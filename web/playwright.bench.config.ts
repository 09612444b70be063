import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

/** The figures: one after the other, nothing else on the machine, each with a product of its own and devices that never had the app. */
export default defineConfig<{ ownBuild: boolean }>({
  ...tests,
  testDir: './bench',
  testMatch: '*.bench.ts',
  workers: 1,
  fullyParallel: false,
  timeout: 600_000,
  reporter: [['line']],
  use: { ...tests.use, trace: 'off', ownBuild: true },
})

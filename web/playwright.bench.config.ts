import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

/** The figures: one after the other, nothing else on the machine. */
export default defineConfig({
  ...tests,
  testDir: './bench',
  testMatch: '*.bench.ts',
  workers: 1,
  fullyParallel: false,
  timeout: 600_000,
  reporter: [['line']],
  use: { ...tests.use, trace: 'off' },
})

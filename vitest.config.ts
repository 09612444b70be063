import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{db,sync-server,whatsapp-worker,web}/{src,simulator,soak}/**/*.test.ts'],
    globalSetup: ['./vitest.global-setup.ts'],
    // A path through real parts; a hang fails the test long before it fails the run.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})

import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: {
    alias: {
      '@lingui/core/macro': `${import.meta.dirname}/web/src/lib/test-macros.ts`,
      // As in the app; the one for Node takes no Blob.
      'tus-js-client': 'tus-js-client/lib.es5/browser/index.js',
    },
  },
  test: {
    include: [
      '{db,sync-server,sync-server/shapes,whatsapp-worker,web}/{src,simulate,simulator,soak}/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    globalSetup: ['./vitest.global-setup.ts'],
    setupFiles: ['./vitest.setup.ts'],
    // What a test needs for itself it makes: databases, servers, folders. Loading the modules anew for each file cost more than the tests.
    isolate: false,
    // They wait as much as they work: two cores carry three.
    maxWorkers: 3,
    // A path through real parts, of which some took 28 seconds on a machine that did much else: only a hang fails the test, long before it fails the run.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
})

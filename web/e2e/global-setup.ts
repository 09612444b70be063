import { seedDemo } from 'db/node/seed.ts'
import { startTestPostgres } from 'db/node/test-postgres.ts'

/** Each test's stack starts with the demo companies. */
export default () => startTestPostgres(seedDemo)

import { startTestPostgres } from 'db/node/postgres/test-postgres.ts'
import { seedWorld } from './world.ts'

/** What every product starts with. */
export default () => startTestPostgres(seedWorld)

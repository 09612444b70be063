import { startTestPostgres } from './db/src/node/test-postgres.ts'

export const setup = () => startTestPostgres()

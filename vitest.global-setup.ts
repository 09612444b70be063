import { startTestPostgres } from './db/src/node/postgres/test-postgres.ts'

export const setup = () => startTestPostgres()

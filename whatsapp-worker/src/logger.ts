export { createLogger, type Log } from 'db/node/log.ts'

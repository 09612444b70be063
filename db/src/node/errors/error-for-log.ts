// What a log says of an error: what kind it is, where it comes from, which statement or constraint it concerns.
// Invariant: nothing that a person wrote. Messages quote parameters, rows, JSON and addresses, so the only ones that are kept are our own, which
// name none of that, and the engine's without what they quote. A message of ours is thrown by `new Error` in a file of ours, or is a ToldError's.
import { DrizzleQueryError } from 'drizzle-orm'
import { AppError } from '../../kit/errors.ts'
import { ToldError } from '../../kit/told-error.ts'

export interface LoggedError {
  type: string
  message?: string
  /** SQLSTATE, errno, a library's own, an HTTP status. */
  code?: string | number
  /** Facts that Postgres (constraint, table, routine) and the network (syscall, address, port) give an error. */
  constraint?: string
  table?: string
  routine?: string
  syscall?: string
  address?: string
  port?: string
  /** SQL text with placeholders, never values; cut after some hundred characters. */
  query?: string
  at?: string[]
  cause?: LoggedError
}

const longestQuery = 600
const mostFrames = 12
const mostCauses = 4

export function errorForLog(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error }
  const at = framesOf(error)
  const message = messageOf(error, at)
  return {
    type: error.constructor.name,
    ...(message !== undefined && { message }),
    ...factsOf(error),
    ...(error instanceof DrizzleQueryError && { query: error.query.slice(0, longestQuery) }),
    ...(at.length > 0 && { at }),
    ...(error.cause !== undefined && depth < mostCauses && { cause: errorForLog(error.cause, depth + 1) }),
  }
}

/** By the names that Node, postgres.js, node-postgres and Boom give them; identifiers and numbers, never values. */
function factsOf(error: Error) {
  const { code, output, constraint_name, constraint, table_name, table, routine, syscall, address, port } =
    error as unknown as Record<string, unknown>
  const status = typeof output === 'object' && output !== null && 'statusCode' in output ? output.statusCode : undefined
  const said = {
    code: typeof code === 'number' ? String(code) : (code ?? (typeof status === 'number' ? String(status) : undefined)),
    constraint: constraint_name ?? constraint,
    table: table_name ?? table,
    routine,
    syscall,
    address,
    port: typeof port === 'number' ? String(port) : undefined,
  }
  return Object.fromEntries(Object.entries(said).filter((entry): entry is [string, string] => isIdentifier(entry[1])))
}

const isIdentifier = (value: unknown) => typeof value === 'string' && /^[\w.:-]{1,64}$/.test(value)

function messageOf(error: Error, at: readonly string[]): string | undefined {
  if (error instanceof AppError) return error.code
  if (error instanceof ToldError) return error.message
  const [origin = ''] = at
  if (error.constructor === Error && isOurs(origin)) return error.message
  return isOfEngine(error) ? withoutQuotes(error.message) : undefined
}

const isOurs = (frame: string) =>
  /[\\/]((db|sync-server|whatsapp-worker)[\\/]src|scripts)[\\/]/.test(frame) && !frame.includes('node_modules')

/** Node's own have a code and quote what they were given. */
const isOfEngine = (error: Error) =>
  !('code' in error) && [TypeError, RangeError, ReferenceError].some((type) => error.constructor === type)

/** From the first quote to the last: what is quoted may have quotes in it. */
const withoutQuotes = (message: string) => message.replace(/['"`].*['"`]/s, '…').slice(0, 200)

const frame = /^ {4}at ((?:(?:async |new )*[\w$.<>[\] #]+ \()?(?:file:\/\/|node:|\/|[A-Za-z]:\\)[^()]*:\d+:\d+\)?)$/

/** The end of the stack: it begins with type and message, or with what the message was before a library changed it. */
function framesOf({ name, message, stack = '' }: Error): string[] {
  const head = message === '' ? name : `${name}: ${message}`
  const lines = (stack.startsWith(head) ? stack.slice(head.length) : stack).split('\n')
  return lines
    .flatMap((line) => frame.exec(line)?.[1] ?? [])
    .slice(0, mostFrames)
    .map((line) => line.replace(/[^( ]*[\\/]\.pnpm[\\/][^\\/]+[\\/]/, ''))
}

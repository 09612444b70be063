// Every failure leaves the API here: {error: code, details?}. What is not an AppError is a bug: logged, answered without its text.
import { AppError } from 'db/kit/errors.ts'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { routePath } from 'hono/route'
import { isPassing } from 'db/node/errors/passing-error.ts'
import { isPrimaryKey, violatedUnique } from 'db/node/errors/postgres-errors.ts'
import type { Logger } from 'pino'

export const errorBody = (error: AppError) => ({ error: error.code, ...(error.details && { details: error.details }) })

/** Constraints that two people can meet at the same time: the check before them answers better, they decide. */
const constraintErrors: Record<string, () => AppError> = {
  tickets_one_open: () => new AppError('ERR_OTHER_OPEN_TICKET'),
  messages_whatsapp_id: () => new AppError('ERR_DUPLICATED_ID'),
  message_actions_whatsapp_id: () => new AppError('ERR_DUPLICATED_ID'),
  queues_company_color: () => new AppError('ERR_QUEUE_COLOR_ALREADY_EXISTS', { field: 'color' }),
  connections_company_name: () => new AppError('ERR_DUPLICATED_NAME', { field: 'name' }),
}

/** The refusal behind an error, or null when there is none. */
export function refusalOf(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  const constraint = violatedUnique(error)
  if (constraint === null) return null
  // Whoever has a row of this id, of whichever company: the same is said.
  if (isPrimaryKey(constraint)) return new AppError('ERR_DUPLICATED_ID')
  return constraintErrors[constraint]?.() ?? null
}

/** Whoever knows only HTTP waits as long as whoever reads the details. */
function retryAfter({ details }: AppError): Record<string, string> {
  const seconds = details?.['retryAfter']
  return typeof seconds === 'number' ? { 'retry-after': String(seconds) } : {}
}

export function onError(logger: Logger) {
  return (error: Error, c: Context) => {
    if (error instanceof HTTPException) return error.getResponse()
    const refusal = refusalOf(error)
    if (refusal) return c.json(errorBody(refusal), refusal.status, retryAfter(refusal))
    // The route's path, not the request's: that may name anything.
    logger.error({ err: error, method: c.req.method, route: routePath(c) }, 'request failed')
    return c.json({ error: 'ERR_INTERNAL' }, isPassing(error) ? 503 : 500)
  }
}

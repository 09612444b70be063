// Bodies of PUT: a client puts back the whole of what it read, with what it means to change. What the row has already, as it is read, is no
// change, and may be what could not be written: its id, or what follows from other rows.
import { parseArgs } from 'db/kit/define-mutation.ts'
import { isSame } from 'db/kit/merge-changes.ts'
import type { Context } from 'hono'
import * as v from 'valibot'
import type { Authenticated } from './context.ts'
import { isBody, type Body } from './openapi/loose-values.ts'
import { readJson } from './read-json.ts'

interface Changed<Row extends object> {
  /** As GET answers it. */
  before: Row
  /** Null: nothing is changed. What is no object comes as it is. */
  changed: unknown
}

/** As `changesOf`, of the request's own body. */
export const readChanged = async <Row extends object>(
  c: Context<Authenticated>,
  read: () => Promise<Row>,
  readOther?: () => Promise<object>,
): Promise<Changed<Row>> => changesOf(await readJson(c), read, readOther)

/** What a body changes of the row that `read` finds, and `readOther` in another form. @throws AppError ERR_VALIDATION; whatever `read` does */
export async function changesOf<Row extends object>(
  given: unknown,
  read: () => Promise<Row>,
  readOther?: () => Promise<object>,
): Promise<Changed<Row>> {
  // What could not be stored is refused before anything is looked for.
  const body = parseArgs(v.unknown(), given)
  const before = await read()
  if (!isBody(body)) return { before, changed: body }
  return { before, changed: changedIn(body, before, readOther ? await readOther() : {}) }
}

/** `body` without what any of the answers has; null: nothing is left. */
function changedIn(body: Body, ...shown: readonly object[]): Body | null {
  const answers = shown.map((answer) => new Map(Object.entries(answer)))
  const changed = Object.entries(body).filter(
    ([key, value]) => !answers.some((one) => one.has(key) && isSame(value, one.get(key))),
  )
  return changed.length > 0 ? Object.fromEntries(changed) : null
}

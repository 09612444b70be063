// A question as it goes from a tab's worker to the leader: with what it means to the build that asks, because the leader may be a tab that
// was opened before an update and knows the name otherwise, or not at all. A server is only told name and arguments.
import type { QueryCall } from 'db/kit/define-query.ts'
import { textOf } from 'db/queries.ts'

export interface AskedQuery extends QueryCall {
  /** Over the local views. */
  readonly text: string
  readonly params: readonly unknown[]
}

/** @throws AppError ERR_UNKNOWN_QUERY, ERR_VALIDATION */
export function askedQuery(call: QueryCall): AskedQuery {
  const { text, params } = textOf(call, 'device')
  return { ...call, text, params }
}

// The registry of queries: what a device reads and the routes of the server come from it. Whatever a queries file exports is in it; those of resources come from theirs.
import * as companies from './companies/queries.ts'
import type { AnyQuery, QueryCall, Side } from './kit/define-query.ts'
import * as kanban from './kanban/queries.ts'
import { parseArgs } from './kit/define-mutation.ts'
import { AppError } from './kit/errors.ts'
import type { SqlText } from './kit/sql/sql-text.ts'
import * as mentions from './mentions/queries.ts'
import * as messages from './messages/queries.ts'
import * as outbox from './mutation-log/queries.ts'
import * as presences from './presences/queries.ts'
import * as push from './push/queries.ts'
import { resources } from './resources.ts'
import * as settings from './settings/queries.ts'
import * as ticketList from './tickets/list-queries.ts'
import * as tickets from './tickets/queries.ts'
import * as ticketSearch from './tickets/search-queries.ts'
import * as unread from './tickets/unread/queries.ts'

const files: readonly object[] = [
  ...resources.map((resource) => resource.queries),
  companies,
  kanban,
  mentions,
  messages,
  outbox,
  presences,
  push,
  settings,
  ticketList,
  tickets,
  ticketSearch,
  unread,
]

const definitionOf = (exported: unknown): AnyQuery[] =>
  typeof exported === 'function' && 'definition' in exported ? [exported.definition as AnyQuery] : []

/** By name. */
export const queries: ReadonlyMap<string, AnyQuery> = new Map(
  files.flatMap((file) => Object.values(file).flatMap(definitionOf)).map((query) => [query.name, query]),
)

/** What a call means on a side; `only`: of a page, those of these rows. @throws AppError ERR_UNKNOWN_QUERY, ERR_VALIDATION */
export function textOf(
  { name, args }: Pick<QueryCall, 'name' | 'args'>,
  side: Side,
  only: readonly string[] | null = null,
): SqlText {
  const query = queries.get(name)
  if (!query) throw new AppError('ERR_UNKNOWN_QUERY', { name })
  return query.sql(parseArgs(query.args, args), side, only)
}

// The registry of queries: what a device reads and the routes of the server come from it. Whatever a queries file exports is in it.
import * as companies from './companies/queries.ts'
import * as connections from './connections/queries.ts'
import * as contacts from './contacts/queries.ts'
import * as fileLists from './file-lists/queries.ts'
import * as helps from './helps/queries.ts'
import type { AnyQuery, QueryCall, Side } from './kit/define-query.ts'
import { parseArgs } from './kit/define-mutation.ts'
import { AppError } from './kit/errors.ts'
import type { SqlText } from './kit/sql-text.ts'
import * as messages from './messages/queries.ts'
import * as outbox from './mutation-log/queries.ts'
import * as presences from './presences/queries.ts'
import * as push from './push/queries.ts'
import * as queues from './queues/queries.ts'
import * as quickMessages from './quick-messages/queries.ts'
import * as schedules from './schedules/queries.ts'
import * as settings from './settings/queries.ts'
import * as tags from './tags/queries.ts'
import * as ticketList from './tickets/list-queries.ts'
import * as tickets from './tickets/queries.ts'
import * as ticketSearch from './tickets/search-queries.ts'
import * as unread from './tickets/unread-queries.ts'
import * as users from './users/queries.ts'

const files: readonly object[] = [
  companies,
  connections,
  contacts,
  fileLists,
  helps,
  messages,
  outbox,
  presences,
  push,
  queues,
  quickMessages,
  schedules,
  settings,
  tags,
  ticketList,
  tickets,
  ticketSearch,
  unread,
  users,
]

const definitionOf = (exported: unknown): AnyQuery[] =>
  typeof exported === 'function' && 'definition' in exported ? [exported.definition as AnyQuery] : []

/** By name. */
export const queries: ReadonlyMap<string, AnyQuery> = new Map(
  files.flatMap((file) => Object.values(file).flatMap(definitionOf)).map((query) => [query.name, query]),
)

/** What a call means on a side. @throws AppError ERR_UNKNOWN_QUERY, ERR_VALIDATION */
export function textOf({ name, args }: Pick<QueryCall, 'name' | 'args'>, side: Side): SqlText {
  const query = queries.get(name)
  if (!query) throw new AppError('ERR_UNKNOWN_QUERY', { name })
  return query.sql(parseArgs(query.args, args), side)
}

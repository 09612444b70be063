// When what a customer wrote is a row, told by a trigger: tables are their owner's to change.
import { connect } from 'db/node/connect.ts'
import { urlsOf } from 'db/node/roles.ts'
import type { World } from './world.ts'

/** How the texts begin that are listened for. */
export const arrivalPrefix = 'chegada '

export interface Arrivals {
  /** Resolves with the commit of the row that says so. */
  of(text: string): Promise<void>
  stop(): Promise<void>
}

export async function listenForArrivals({ db, postgres }: Pick<World, 'db' | 'postgres'>): Promise<Arrivals> {
  const owner = connect(urlsOf(postgres.url).owner, { max: 1 })
  await owner.sql`create function tell_stored() returns trigger language plpgsql as
    $$ begin perform pg_notify('stored', left(new.body, 100)); return null; end $$`
  await owner.sql.unsafe(`create trigger tell_stored after insert on messages for each row
    when (new.body like '${arrivalPrefix}%') execute function tell_stored()`)
  const waiting = new Map<string, PromiseWithResolvers<void>>()
  const { unlisten } = await db.sql.listen('stored', (body) => waiting.get(body)?.resolve())
  return {
    of(text) {
      const stored = Promise.withResolvers<void>()
      waiting.set(text, stored)
      return stored.promise
    },
    async stop() {
      await unlisten()
      await owner.sql`drop function tell_stored cascade`
      await owner.end()
    },
  }
}

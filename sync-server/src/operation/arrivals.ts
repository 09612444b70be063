// How old a new message is when it goes out to a device that waited for it.
import { noteDelay } from 'db/node/delays.ts'
import type { Changes } from 'shapes/engine.ts'
import * as v from 'valibot'

/** Of a transaction with more, an import for example, it says nothing. */
const mostMessages = 5
/** ms; what is older was written by a device without network, or by a clock that is wrong. */
const longest = 120_000

const inserted = v.object({
  headers: v.looseObject({ operation: v.literal('insert') }),
  value: v.looseObject({ created_at: v.pipe(v.string(), v.nonEmpty()) }),
})

export function noteArrivals(companyId: string, news: Changes['shapes'][number] | undefined, now: number): void {
  if (!news || news === 'refetch' || news.messages.length > mostMessages) return
  for (const message of news.messages) {
    const read = v.safeParse(inserted, JSON.parse(message))
    if (!read.success) continue
    const age = now - Date.parse(read.output.value.created_at)
    if (age >= 0 && age < longest) noteDelay('device', companyId, age)
  }
}

// What the server says of the people of a list.
import * as v from 'valibot'

export const itemPage = v.object({
  contacts: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      number: v.string(),
      email: v.string(),
      /** Null: it was not asked yet. */
      isWhatsappValid: v.nullable(v.boolean()),
    }),
  ),
  cursor: v.nullable(v.string()),
  /** Those that the search finds. */
  count: v.number(),
})
export type Item = v.InferOutput<typeof itemPage>['contacts'][number]

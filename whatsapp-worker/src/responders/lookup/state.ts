// Where the look-up stands in a conversation, as it is kept between two answers. No name but the masked one, and no bill, is in it.
import * as v from 'valibot'

const found = v.object({
  system: v.picklist(['asaas', 'ixc', 'mkauth']),
  refs: v.array(v.string()),
  /** Masked. */
  name: v.string(),
})
export type Found = v.InferOutput<typeof found>

/** How often it was a wrong document, or none. */
const wrong = v.number()

const state = v.variant('step', [
  v.object({ step: v.literal('begin') }),
  v.object({ step: v.literal('document'), wrong }),
  /** Who they may be, the likeliest first. */
  v.object({ step: v.literal('confirm'), wrong, people: v.array(found) }),
  v.object({ step: v.literal('told') }),
])
export type State = v.InferOutput<typeof state>

/** What nobody understands any more begins anew. */
export function parsed(kept: unknown): State {
  const result = v.safeParse(state, kept)
  return result.success ? result.output : { step: 'begin' }
}

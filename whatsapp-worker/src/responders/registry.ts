// The responders by their kinds.
import type { ResponderKind } from 'db/responders/kinds.ts'
import { makeLookup } from './lookup/lookup.ts'
import type { Responder, ResponderParts } from './responder.ts'

export type Responders = Partial<Record<ResponderKind, Responder>>

export function makeResponders(parts: ResponderParts): Responders {
  return { lookup: makeLookup(parts) }
}

import { useLingui } from '@lingui/react'
import type { Resource, ResourceWords } from './resource.ts'

/** In the language of the moment: who shows them is drawn again when it changes. */
export function useWords<Row extends { id: string }>(resource: Resource<Row>): ResourceWords {
  useLingui()
  return resource.words()
}

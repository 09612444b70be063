import { useLingui } from '@lingui/react'

/** In the language of the moment: who shows them is drawn again when it changes. */
export function useWords<Words>(resource: { words(): Words }): Words {
  useLingui()
  return resource.words()
}

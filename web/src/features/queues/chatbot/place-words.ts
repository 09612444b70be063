import type { OptionRow } from 'db/queues/queries.ts'
import { t } from '@lingui/core/macro'
import type { OptionPlace } from './option-tree.ts'

/** Where an option has come to stand, for those who hear it. */
export function placeWords(options: readonly OptionRow[], id: string, { parentId, index }: OptionPlace): string {
  const titleOf = (wanted: string | null) => options.find((option) => option.id === wanted)?.title ?? ''
  const [title, parent, number] = [titleOf(id), titleOf(parentId), index + 1]
  return parentId === null ? t`${title}: opção ${number} do início` : t`${title}: opção ${number} de ${parent}`
}

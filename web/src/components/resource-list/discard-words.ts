import { plural } from '@lingui/core/macro'

/** What discarding an entry of the outbox means, and what becomes of the others that wait for it. */
export function discardWords(
  meaning: string,
  entryId: string,
  outbox: readonly { heldBy?: string | undefined }[],
): string {
  const dependents = outbox.filter(({ heldBy }) => heldBy === entryId).length
  if (dependents === 0) return meaning
  const others = plural(dependents, {
    one: '# ação espera por esta e será tentada sem ela.',
    other: '# ações esperam por esta e serão tentadas sem ela.',
  })
  return `${meaning} ${others}`
}

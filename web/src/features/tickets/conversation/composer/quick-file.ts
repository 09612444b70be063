import type { QuickMessageChoice } from 'db/quick-messages/queries.ts'
import { t } from '@lingui/core/macro'
import { prepareFile, type ChosenFile } from '../../../../desk/files/chosen-files.ts'
import { mediaOf } from '../../../../sync/client.ts'

/** What a quick message brings along, as if it had been chosen here. @throws TypeError without network, when it is not on this device */
export async function fileOfQuickMessage(message: QuickMessageChoice): Promise<ChosenFile | undefined> {
  const { mediaHash, mediaName, mediaMime } = message
  if (mediaHash === null) return undefined
  const blob = await mediaOf(mediaHash)
  return prepareFile(new File([blob], mediaName ?? t`arquivo`, { type: mediaMime ?? blob.type }))
}

import { saveBlob } from '../../../lib/media/save-blob.ts'
import { mediaOf } from '../../../sync/client.ts'

/** Saves a message's file under its name. Never opened in a tab: it would run as part of this app. @throws as mediaOf does */
export async function downloadFile(hash: string, name: string) {
  saveBlob(name, await mediaOf(hash))
}

import { mediaOf } from '../../../../sync/client.ts'

/** Saves a message's file under its name. Never opened in a tab: it would run as part of this app. @throws as mediaOf does */
export async function downloadFile(hash: string, name: string) {
  const url = URL.createObjectURL(await mediaOf(hash))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

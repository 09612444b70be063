// The files of a browser's local databases.
import type { Page } from '@playwright/test'

export function databaseFolders(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names: string[] = []
    for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name)
    return names.filter((name) => name.startsWith('balcao-'))
  })
}

/** What was done here and is not back from the server yet, with what is on its way into the outbox. */
export function outboxSize(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { promise: opened, resolve: open } = Promise.withResolvers<IDBDatabase>()
    const opening = indexedDB.open('balcao')
    opening.addEventListener('success', () => open(opening.result))
    const store = await opened
    const { promise: counted, resolve } = Promise.withResolvers<number>()
    const counting = store.transaction('outbox').objectStore('outbox').count()
    counting.addEventListener('success', () => resolve(counting.result))
    const kept = await counted
    store.close()
    return kept + Object.keys(localStorage).filter((key) => key.startsWith('appending:')).length
  })
}

/** Folders of people's databases, without the one that waits for whoever logs in next. */
export async function ownedFolders(page: Page): Promise<string[]> {
  const spare = await spareFolder(page)
  return (await databaseFolders(page)).filter((name) => name !== spare)
}

/** Folder of the database that waits for whoever logs in next; undefined until it is whole. */
export function spareFolder(page: Page): Promise<string | undefined> {
  return page.evaluate(async () => {
    const { promise: opened, resolve: open } = Promise.withResolvers<IDBDatabase>()
    const opening = indexedDB.open('balcao')
    opening.addEventListener('success', () => open(opening.result))
    const store = await opened
    const { promise: found, resolve } = Promise.withResolvers<{ complete: boolean; folder: string } | undefined>()
    const asking = store.transaction('device').objectStore('device').get(IDBKeyRange.bound('spare-', 'spare.'))
    asking.addEventListener('success', () => resolve(asking.result))
    const spare = await found
    store.close()
    return spare?.complete ? spare.folder : undefined
  })
}

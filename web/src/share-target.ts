// What another app shares with this one: the service worker takes it out of the system's POST and keeps it in a cache until a person
// says where it goes. Invariant: it belongs to who was logged in when it came, and one share replaces the one before.
const cacheName = 'shared'
const factsPath = '/share/facts'
const filePath = (index: number) => `/share/file/${index}`

interface Facts {
  /** null: nobody was logged in; who logs in next shared it. */
  userId: string | null
  text: string
  names: string[]
}

export interface Shared {
  text: string
  files: readonly File[]
}

/** The answer to the system's POST: on to the screen that asks where it goes. */
export async function takeShare(request: Request, userId: string | null): Promise<Response> {
  const form = await request.formData()
  const files = form.getAll('files').filter((entry) => entry instanceof File)
  await discardShared()
  const cache = await caches.open(cacheName)
  await Promise.all(files.map((file, index) => cache.put(filePath(index), new Response(file))))
  const facts: Facts = { userId, text: textOf(form), names: files.map(({ name }) => name) }
  // Last: without it there is no share.
  await cache.put(factsPath, Response.json(facts))
  return Response.redirect('/share', 303)
}

/** null when there is nothing for this user. */
export async function readShared(userId: string): Promise<Shared | null> {
  await discardSharedOfOthers(userId)
  const cache = await caches.open(cacheName)
  const facts = await factsOf(cache)
  if (!facts) return null
  const files = await Promise.all(facts.names.map((name, index) => readFile(cache, name, index)))
  return { text: facts.text, files: files.filter((file) => file !== null) }
}

export async function discardShared(): Promise<void> {
  await caches.delete(cacheName)
}

/** A session that ended without a tab open left it. */
export async function discardSharedOfOthers(userId: string): Promise<void> {
  const facts = await factsOf(await caches.open(cacheName))
  if (facts && facts.userId !== null && facts.userId !== userId) await discardShared()
}

async function factsOf(cache: Cache): Promise<Facts | undefined> {
  return (await (await cache.match(factsPath))?.json()) as Facts | undefined
}

async function readFile(cache: Cache, name: string, index: number): Promise<File | null> {
  const kept = await cache.match(filePath(index))
  if (!kept) return null
  const blob = await kept.blob()
  return new File([blob], name, { type: blob.type })
}

/** Apps fill in title, text and url as they like, often the same twice. */
function textOf(form: FormData): string {
  const parts = ['title', 'text', 'url'].map((field) => form.get(field)).filter((part) => typeof part === 'string')
  const said = parts.map((part) => part.trim()).filter((part) => part !== '')
  return said
    .filter((part, index) => !said.some((other, at) => at !== index && repeats(other, part, at < index)))
    .join('\n')
}

/** `other` says all of `part`; of two equal ones the first stays. */
const repeats = (other: string, part: string, earlier: boolean) => other.includes(part) && (other !== part || earlier)

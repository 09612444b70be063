// What a ZIP becomes when it is unpacked, counted by unpacking it and not by what it says of itself.
import { fromBuffer, type Entry, type ZipFile } from 'yauzl'

/** Bytes of all entries together: twenty thousand rows of contacts are a sixth of it. */
const maxUnpacked = 48 * 1024 * 1024
const maxEntries = 2000

/** @throws Error when it is too much, or a broken ZIP. What is no ZIP passes. */
export async function assertUnpackable(bytes: Buffer): Promise<void> {
  if (bytes.subarray(0, 2).toString('latin1') !== 'PK') return
  const zip = await opened(bytes)
  let sum = 0
  for await (const entry of entriesOf(zip)) {
    for await (const chunk of await contentOf(zip, entry)) {
      sum += (chunk as Buffer).length
      if (sum > maxUnpacked) throw new Error('too much to unpack')
    }
  }
}

function opened(bytes: Buffer): Promise<ZipFile> {
  const { promise, resolve, reject } = Promise.withResolvers<ZipFile>()
  fromBuffer(bytes, { lazyEntries: true }, (error, zip) => (error ? reject(error) : resolve(zip)))
  return promise
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  if (zip.entryCount > maxEntries) throw new Error('too many entries')
  for (let left = zip.entryCount; left > 0; left--) {
    const { promise, resolve, reject } = Promise.withResolvers<Entry>()
    zip.once('entry', resolve).once('error', reject)
    zip.readEntry()
    yield await promise
  }
}

function contentOf(zip: ZipFile, entry: Entry): Promise<NodeJS.ReadableStream> {
  const { promise, resolve, reject } = Promise.withResolvers<NodeJS.ReadableStream>()
  zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)))
  return promise
}

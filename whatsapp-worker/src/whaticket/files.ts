// The old installation's public folder: a file that a row names goes into the company's media store.
// Invariant: a name leads nowhere outside of the folder.
import { realpath, stat } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import { mediaTypeOf, type MediaType } from 'db/media/media-type.ts'
import type { Database } from 'db/node/connect.ts'
import type { MediaStore } from 'db/node/media/media-store.ts'
import { isShowable, pictureSize } from 'db/node/media/picture-size.ts'
import { sha256Of, takeInFile } from 'db/node/media/take-in-file.ts'
import type { Tally } from './report.ts'

export interface TakenFile {
  hash: string
  mime: string
  size: number
  mediaType: MediaType
  width: number | null
  height: number | null
}

export interface OldFiles {
  /** Where it lies; null when it is not there. `company` is the old id: some forks have a folder for each. */
  find(name: string, company: number): Promise<string | null>
  /** Puts it into the store. Null when it cannot be kept. */
  takeIn(path: string, companyId: string): Promise<TakenFile | null>
}

/** A row's size is an integer of Postgres'. */
const largest = 2 ** 31 - 1

export async function openOldFiles(
  folder: string | null,
  { db, media, tally }: { db: Database; media: MediaStore; tally: Tally },
): Promise<OldFiles> {
  const root = folder === null ? null : await realpath(folder)
  return {
    async find(name, company) {
      const path = pathOf(name)
      if (root === null || path === null) return null
      for (const place of [path, join(`company${company}`, path), join(String(company), path)]) {
        const found = await realpath(join(root, place)).catch(() => null)
        if (found?.startsWith(root + sep) && (await stat(found)).isFile()) return found
      }
      return null
    },
    async takeIn(path, companyId) {
      const { size } = await stat(path)
      if (size === 0 || size > largest) return null
      const report = tally.of('files')
      report.read++
      const hash = await sha256Of(path)
      const { mime } = await takeInFile({ db, media }, { companyId, hash }, path)
      const mediaType = mediaTypeOf(mime)
      const pixels = mediaType === 'image' ? await pictureSize(path) : null
      const shown = pixels && isShowable(pixels) ? pixels : null
      report.added++
      return { hash, mime, size, mediaType, width: shown?.width ?? null, height: shown?.height ?? null }
    },
  }
}

/** Within the folder: rows hold a name, a path, or the whole address under which the old server had it. */
export function pathOf(name: string): string | null {
  const path = name.replace(/^https?:\/\/[^/]+\/(?:public\/)?/i, '').replace(/^\/?public\//, '')
  const decoded = /^https?:/i.test(name) ? decode(path) : path
  return decoded === '' || decoded.includes('\0') ? null : decoded
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** As the sender called it: old names begin with the moment of their arrival. */
export const ownNameOf = (path: string) =>
  basename(path)
    .replace(/^\d{10,16}[-_]/, '')
    .slice(0, 255)

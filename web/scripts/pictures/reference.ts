// The reference pictures: of each screen one small sheet (desk and phone, light and dark), kept in the repository, and what differs from it.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { fromRoot } from '../../../scripts/paths.ts'
import { sizes } from './browser.ts'
import { differences, sideBySide } from './sheet.ts'

const kept = fromRoot('web/pictures')
const fileOf = (screen: string) => join(kept, `${screen}.webp`)

/** A third of a desk's picture: what is moved, missing or of another colour is seen, a word that reads otherwise hardly. */
const format = { height: 300, quality: 0.6 }

/** Of a screen all pictures, by what they are called ("desk, light"), in the order of the sheet. */
export type Taken = ReadonlyMap<string, Map<string, Buffer>>

/** Of the parts of its sheet. */
const widthsIn = (pictures: ReadonlyMap<string, Buffer>) =>
  [...pictures.keys()].map((name) => {
    const { width, height } = sizes[name.startsWith('desk') ? 'desk' : 'phone']
    return Math.round((width * format.height) / height)
  })

export async function accept(studio: Page, taken: Taken) {
  await rm(kept, { recursive: true, force: true })
  await mkdir(kept)
  let bytes = 0
  for (const [screen, pictures] of taken) {
    const sheet = await sideBySide(studio, [...pictures.values()], format)
    bytes += sheet.length
    await writeFile(fileOf(screen), sheet)
  }
  console.log(`${taken.size} reference sheets, ${Math.round(bytes / 1024)} KB in all`)
}

interface Comparison {
  /** A folder for what is marked. */
  out: string
  /** All screens were taken: a reference without one is of none. */
  whole: boolean
}

/** A sentence for each screen that is not as its reference; what differs is marked in a picture in `out`. */
export async function compare(studio: Page, taken: Taken, { out, whole }: Comparison): Promise<string[]> {
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  const found: string[] = []
  for (const [screen, pictures] of taken) {
    if (!existsSync(fileOf(screen))) {
      found.push(`${screen}: has no reference`)
      continue
    }
    const now = await sideBySide(studio, [...pictures.values()], format)
    const before = readFileSync(fileOf(screen))
    const { parts, marked } = await differences(studio, { before, now, widths: widthsIn(pictures) })
    if (parts.length === 0) continue
    const file = join(out, `${screen}.png`)
    await writeFile(file, marked)
    const names = [...pictures.keys()]
    found.push(`${screen} (${parts.map((at) => names[at]).join('; ')}): ${file}`)
  }
  const known = whole && existsSync(kept) ? readdirSync(kept) : []
  for (const name of known) {
    const screen = name.replace(/\.webp$/, '')
    if (!taken.has(screen)) found.push(`${screen}: is no screen any more`)
  }
  return found
}

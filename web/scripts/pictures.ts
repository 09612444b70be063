// `pnpm pictures [--out FOLDER] [--only /PATH] [--url ADDRESS]`: a picture of every screen with the month of invented work in it, on a phone and at
// a desk, light and dark: of a product of its own, at a moment that is always the same, or of one that runs. With `--compare` they are held
// against the reference sheets in web/pictures; `--accept` makes those. `--guide` (`pnpm docs:pictures`): those of the user's guide and of the app's manifest.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Browser } from '@playwright/test'
import { findOrInstallChromium } from '../../scripts/browsers/chromium.ts'
import { fromRoot } from '../../scripts/paths.ts'
import { chromiumSwitches } from '../e2e/chromium-switches.ts'
import { openDevice, pictureIn, sizes, themes, type Size } from './pictures/browser.ts'
import { takeGuide } from './pictures/guide.ts'
import { moment, startPicturedProduct } from './pictures/product.ts'
import { accept, compare } from './pictures/reference.ts'
import { people, walk } from './pictures/screens.ts'

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    only: { type: 'string' },
    url: { type: 'string' },
    compare: { type: 'boolean', default: false },
    accept: { type: 'boolean', default: false },
    guide: { type: 'boolean', default: false },
  },
})
if (values.accept && (values.only ?? values.url) !== undefined)
  throw new Error('References are of all screens, at their own moment: --accept goes without --only and --url.')

/** They show what day the server has, which no clock of ours stops: taken, not compared. */
const byServersClock = new Set(['dashboard', 'audit', 'security', 'settings-companies', 'subscription'])

const out = values.out ?? fromRoot('.pictures')
const product = values.url === undefined ? await startPicturedProduct() : null
const url = values.url ?? product?.url ?? ''
let code = 0
try {
  const executablePath = findOrInstallChromium()
  const args = [...chromiumSwitches, ...(product?.switches ?? [])]
  const browser = await chromium.launch({ executablePath, args })
  if (values.guide) await takeGuide(browser, url, values.out)
  else code = await everyScreen(browser)
  await browser.close()
} catch (error) {
  console.error(error)
  code = 1
}
await product?.stop()
process.exit(code)

/** Whose device of which size shows what. */
function walks() {
  const isAsked = (path: string) => values.only === undefined || path === values.only
  return (Object.keys(sizes) as Size[])
    .flatMap((size) => people.map(({ email, screens }) => ({ size, email, screens: screens.filter(isAsked) })))
    .filter(({ screens }) => screens.length > 0)
}

async function everyScreen(browser: Browser): Promise<number> {
  await mkdir(out, { recursive: true })
  const taken = new Map<string, Map<string, Buffer>>()
  for (const { size, email, screens } of walks()) {
    const page = await openDevice(browser, { url, size, email, moment: product && moment })
    await walk(page, {
      url,
      screens,
      size,
      async shoot(of, name) {
        const pictures = taken.get(name) ?? new Map<string, Buffer>()
        taken.set(name, pictures)
        for (const theme of themes) {
          const picture = await pictureIn(of, theme)
          pictures.set(`${size}, ${theme}`, picture)
          await writeFile(join(out, `${name}.${size}.${theme}.png`), picture)
        }
        console.log(`${name}, ${size}`)
      },
    })
    await page.context().close()
  }
  const studio = await browser.newPage()
  const comparable = new Map([...taken].filter(([name]) => !byServersClock.has(name)))
  if (values.accept) await accept(studio, comparable)
  if (!values.compare) return 0
  const found = await compare(studio, comparable, {
    out: join(out, 'differences'),
    whole: values.only === undefined,
  })
  for (const line of found) console.error(line)
  console.log(
    found.length === 0 ? `All ${comparable.size} screens are as their references.` : `${found.length} differ.`,
  )
  return found.length === 0 ? 0 : 1
}

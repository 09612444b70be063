// What the page looked like when it was last left: shown at the next start at the same address before any code of the app is there
// (public/before-paint.js), as an inert picture. Kept are the address that was left and the one at which the installed app starts. In localStorage,
// the only store that is there before the first paint. Invariant: only screens that ask for it are kept, never what is secret; they go with the login.
import { kept, type KeptKey } from '../data/kept.ts'
const keyOf = (address: string): KeptKey => `last-page ${address}`

/** Of the installed app. */
export const startAddress = '/tickets'

/** Characters; all that the browser keeps here are five million. */
const most = 400_000

interface LastPage {
  /** Id of the user who saw it. */
  owner: string
  /** Pixels: of another width the page looks otherwise. */
  width: number
  /** Address of the style sheet that it was drawn with. */
  styles: string
  html: string
}

const shown = () => document.querySelector<HTMLElement>('[data-last-page]')

export const isLastPageShown = () => shown() !== null

/** The picture goes; returns the address of the link that was clicked in it. */
export function removeLastPage(): string | null {
  const page = shown()
  page?.remove()
  return page?.dataset['lastPage'] || null
}

const keptKeys = () => kept.keys().filter((key) => key.startsWith(keyOf('')))

const ownerOf = (key: KeptKey) => (JSON.parse(kept.get(key) ?? '{}') as Partial<LastPage>).owner

/** Unless they are theirs. Nobody: null. */
export function forgetLastPagesOfOthers(owner: string | null): void {
  for (const key of keptKeys()) if (ownerOf(key) !== owner) kept.remove(key)
}

export function keepLastPage(owner: string): void {
  const root = document.querySelector('#root')
  const styles = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.href
  // Nothing is drawn yet, or, in development, with styles that are no file.
  if (!root || !styles || isLastPageShown()) return
  const key = keyOf(location.pathname + location.search)
  for (const other of keptKeys()) if (other !== keyOf(startAddress)) kept.remove(other)
  const page: LastPage = { owner, width: innerWidth, styles, html: pictureOf(root).innerHTML }
  try {
    if (page.html.length <= most) return kept.set(key, JSON.stringify(page))
  } catch {
    // A convenience: without space there is none.
  }
  kept.remove(key)
}

/** Without what is alive, or true of its moment alone (`data-momentary`). */
function pictureOf(root: Element): Element {
  const picture = root.cloneNode(true) as Element
  const copies = picture.querySelectorAll<HTMLElement>('*')
  root.querySelectorAll<HTMLElement>('*').forEach((element, index) => {
    const copy = copies[index]
    if (copy && element.scrollTop !== 0) moveUp(copy, element.scrollTop)
    if (copy && element instanceof HTMLInputElement && element.type !== 'password')
      copy.setAttribute('value', element.value)
    if (copy && element instanceof HTMLTextAreaElement) copy.textContent = element.value
  })
  for (const element of picture.querySelectorAll('script, style, iframe, video, audio, [data-sonner-toaster]'))
    element.remove()
  for (const element of picture.querySelectorAll<HTMLElement>('[data-momentary]')) element.style.visibility = 'hidden'
  // The files that they are addresses of are gone with the page.
  for (const image of picture.querySelectorAll('img[src^="blob:"]')) image.removeAttribute('src')
  return picture
}

/** As scrolled: where something is scrolled to is no part of it. */
function moveUp(scroller: HTMLElement, pixels: number) {
  for (const child of scroller.children) {
    if (child instanceof HTMLElement) child.style.translate = `0 ${-pixels}px`
  }
}

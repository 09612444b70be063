// A browser as a person has it, whichever engine is in it. Playwright drives Chromium alone as people have it; what it calls Firefox and WebKit are
// its own builds. Things are found by XPath, the one way that all drivers know; each act waits for its thing, no longer than `patienceMs`.

/** A fresh device first makes its database. */
export const patienceMs = 60_000

/** Without what is a picture of how the page was left (decision 0099). */
export const inUse = (xpath: string) => `(${xpath})[not(ancestor::*[@data-last-page])]`

export interface Tab {
  open(url: string): Promise<void>
  reload(): Promise<void>
  go(way: 'back' | 'forward'): Promise<void>
  /** Until it is shown. */
  see(xpath: string): Promise<void>
  /** Until it is not shown. */
  miss(xpath: string): Promise<void>
  click(xpath: string): Promise<void>
  /** Key by key, with Enter after it when `enter`. */
  write(xpath: string, text: string, enter?: 'enter'): Promise<void>
  /** What an expression is worth in the page; a promise's value. */
  read(expression: string): Promise<unknown>
  close(): Promise<void>
}

export interface Browser {
  tab(): Promise<Tab>
  close(): Promise<void>
}

export interface Engine {
  name: string
  /** `folder` is empty and becomes its profile, where the engine lets one choose. */
  launch(folder: string): Promise<Browser>
}

/** A failed act's error, with what the page showed: where only the output is left, it is all there is to go by. */
export async function telling<T>({ read }: Pick<Tab, 'read'>, act: Promise<T>): Promise<T> {
  try {
    return await act
  } catch (error) {
    const shown = await read(`(${whatIsThere.toString()})()`).catch(String)
    throw new Error(`${String(error)}\n${String(shown)}`, { cause: error })
  }
}

/** In the page. Where nothing is drawn, what of it has come, and which service worker it has, say why. */
function whatIsThere() {
  const came = performance
    .getEntriesByType('resource')
    .map(({ name, duration }) => `${name} ${Math.round(duration)} ms`)
  const worker = navigator.serviceWorker.controller?.state ?? 'no service worker'
  const text = document.body.innerText
  return [location.href, text, ...(text.trim() === '' ? [document.readyState, worker, ...came] : [])].join('\n')
}

// Firefox (by WebDriver BiDi), and Chromium where a figure is compared with its.
import { launch, type LaunchOptions, type Page } from 'puppeteer-core'
import { chromiumSwitches } from '../chromium-switches.ts'
import { inUse, patienceMs, telling, type Browser, type Engine, type Tab } from './browser.ts'

const viewport = { width: 1440, height: 900 }

export const firefox = (executablePath: string): Engine => ({
  name: 'Firefox',
  launch: (userDataDir) =>
    start({
      browser: 'firefox',
      executablePath,
      userDataDir,
      // It starts in nobody else's home alone.
      env: { ...process.env, HOME: userDataDir },
    }),
})

export const chromium = (executablePath: string): Engine => ({
  name: 'Chromium',
  launch: (userDataDir) =>
    start({
      browser: 'chrome',
      executablePath,
      userDataDir,
      // None of the driver's own: as in profile.ts.
      ignoreDefaultArgs: true,
      args: [...chromiumSwitches, '--headless', '--remote-debugging-port=0', `--user-data-dir=${userDataDir}`],
    }),
})

async function start(options: LaunchOptions): Promise<Browser> {
  const browser = await launch({ headless: true, defaultViewport: viewport, timeout: patienceMs, ...options })
  const first = await browser.pages()
  return {
    tab: async () => openTab(first.pop() ?? (await browser.newPage())),
    close: () => browser.close(),
  }
}

function openTab(page: Page): Tab {
  page.setDefaultTimeout(patienceMs)
  const read = (expression: string) => page.evaluate(expression)
  const find = async (xpath: string, state: { visible: true } | { hidden: true }) =>
    telling({ read }, page.waitForSelector(`xpath/${inUse(xpath)}`, state))
  const shown = async (xpath: string) => {
    const element = await find(xpath, { visible: true })
    if (!element) throw new Error(`not there: ${xpath}`)
    return element
  }
  return {
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    go: async (way) => void (await read(`void setTimeout(() => history.${way}())`)),
    see: async (xpath) => void (await shown(xpath)),
    miss: async (xpath) => void (await find(xpath, { hidden: true })),
    async click(xpath) {
      // The driver's own way waits by `new Function`, which the page's policy forbids; since 140.12 Firefox holds the driver to it.
      let element = await shown(xpath)
      while (!(await telling({ read }, element.evaluate(isAtRest)))) element = await shown(xpath)
      await element.click()
    },
    async write(xpath, text, enter) {
      const element = await shown(xpath)
      await element.type(text)
      if (enter) await element.press('Enter')
    },
    read,
    close: () => page.close(),
  }
}

/** In the page: whether it came to stay where it is, and can be pressed. */
const isAtRest = (element: Element) =>
  new Promise<boolean>((resolve) => {
    const look = (before: string) =>
      requestAnimationFrame(() => {
        const now = JSON.stringify(element.getBoundingClientRect())
        if (!element.isConnected) resolve(false)
        else if (now === before && !element.matches(':disabled')) resolve(true)
        else look(now)
      })
    look('')
  })

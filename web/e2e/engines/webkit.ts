// WebKit as Debian packs it (webkit2gtk): its driver starts its MiniBrowser on a screen that nobody sees.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from 'db/node/postgres/embedded-postgres.ts'
import { Builder, By, Key, type WebDriver, type WebElement } from 'selenium-webdriver'
import { atRest } from './at-rest.ts'
import { inUse, patienceMs, telling, type Browser, type Engine, type Tab } from './browser.ts'

/** Its profile is in memory: so is every session that a driver begins. */
export const webkit = (driver: string, xvfb: string): Engine => ({
  name: 'WebKit',
  async launch(home) {
    const running: ChildProcess[] = []
    const { display, screen } = await openScreen(xvfb)
    running.push(screen)
    const port = await freePort()
    const driving = spawn(driver, [`--port=${port}`], {
      stdio: 'ignore',
      env: { ...process.env, DISPLAY: display, HOME: home },
    })
    running.push(driving)
    // A test that is given up closes nothing.
    const kill = () => running.toReversed().forEach((child) => child.kill())
    process.once('exit', kill)
    await whenAnswering(`http://127.0.0.1:${port}/status`)
    const session = await new Builder()
      .disableEnvironmentOverrides()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities({ browserName: 'MiniBrowser' })
      .build()
    await session.manage().window().setRect({ x: 0, y: 0, width: 1440, height: 900 })
    const rest = () => atRest(driving.pid ?? 0, patienceMs)
    return browserOf(session, rest, () => {
      process.off('exit', kill)
      kill()
    })
  },
})

function browserOf(session: WebDriver, rest: () => Promise<void>, stop: () => void): Browser {
  let used = false
  return {
    async tab() {
      if (used) await session.switchTo().newWindow('tab')
      used = true
      return openTab(session, rest, await session.getWindowHandle())
    },
    async close() {
      await session.quit()
      stop()
    },
  }
}

/** The driver speaks to one tab at a time: each act goes to its own first. `rest`: before the page is left, see at-rest.ts. */
function openTab(session: WebDriver, rest: () => Promise<void>, handle: string): Tab {
  const here = () => session.switchTo().window(handle)
  const leave = async () => {
    await here()
    await rest()
  }
  const shown = (xpath: string) => async () => {
    for (const element of await session.findElements(By.xpath(inUse(xpath)))) if (await isShown(element)) return element
    return null
  }
  const read = async (expression: string) => {
    await here()
    return session.executeAsyncScript(
      `const done = arguments[arguments.length - 1]; Promise.resolve(${expression}).then(done)`,
    )
  }
  const wait = async <T>(condition: () => Promise<T>, what: string): Promise<T> => {
    await here()
    return telling({ read }, session.wait(condition, patienceMs, what))
  }
  const see = async (xpath: string) => {
    const element = await wait(shown(xpath), `not shown: ${xpath}`)
    if (!element) throw new Error(`not there: ${xpath}`)
    return element
  }
  return {
    async open(url) {
      await leave()
      await session.get(url)
    },
    async reload() {
      await leave()
      await session.navigate().refresh()
    },
    async go(way) {
      await leave()
      await read(`void setTimeout(() => history.${way}())`)
    },
    see: async (xpath) => void (await see(xpath)),
    miss: async (xpath) => void (await wait(async () => !(await shown(xpath)()), `still shown: ${xpath}`)),
    click: async (xpath) => (await see(xpath)).click(),
    write: async (xpath, text, enter) => (await see(xpath)).sendKeys(text, ...(enter ? [Key.ENTER] : [])),
    read,
    async close() {
      await leave()
      await session.close()
    },
  }
}

/** What is drawn anew while it is looked at is not shown yet. */
const isShown = (element: WebElement) => element.isDisplayed().catch(() => false)

async function openScreen(xvfb: string) {
  const screen = spawn(xvfb, ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const told = screen.stdio[3]
  if (!told) throw new Error('a screen tells its number')
  const [number] = await once(told, 'data')
  return { screen, display: `:${String(number).trim()}` }
}

/** @throws Error when it does not come up. */
async function whenAnswering(url: string) {
  for (const end = Date.now() + patienceMs; Date.now() < end; await delay(50)) {
    if (await fetch(url).catch(() => undefined)) return
  }
  throw new Error(`${url} does not answer`)
}

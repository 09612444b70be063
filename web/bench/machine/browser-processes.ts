// The processes of a browser, as it tells them: those that it forks others from are not among them.
import type { BrowserContext } from '@playwright/test'

export async function browserProcesses(context: BrowserContext) {
  const session = await context.browser()?.newBrowserCDPSession()
  const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] }
  await session?.detach()
  return processInfo
}

// Things that stand beside each other, at any size of the window.
import { expect, type Locator } from '@playwright/test'

/** Once the window has the size that it was given. */
export async function expectApart(one: Locator, other: Locator) {
  const areApart = async () => {
    const [a, b] = [await one.boundingBox(), await other.boundingBox()]
    if (!a || !b) return false
    const beside = a.x + a.width <= b.x || b.x + b.width <= a.x
    const below = a.y + a.height <= b.y || b.y + b.height <= a.y
    return beside || below
  }
  await expect.poll(areApart, `${String(one)} and ${String(other)} are apart`).toBe(true)
}

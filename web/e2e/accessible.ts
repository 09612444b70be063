import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** axe rules that look at colours: only colours differ between themes, so the dark one is checked with them alone. */
const ofColours = ['color-contrast', 'link-in-text-block']

/** In the page: what fades in has other colours on the way, and what began before `reducedMotion` goes on as it was. */
async function animationsEnd() {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(ending.map(({ finished }) => finished))
}

/** Nothing that axe finds, light and dark. */
export async function expectAccessible(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(animationsEnd)
    // In the page itself: the other way opens a second one for each look, for the sake of frames of other origins. Ours are those of others.
    const axe = new AxeBuilder({ page }).setLegacyMode()
    const { violations } = await (colorScheme === 'dark' ? axe.withRules(ofColours) : axe).analyze()
    expect(violations.map(({ id, nodes }) => [id, colorScheme, ...nodes.map((node) => node.html)])).toEqual([])
  }
}

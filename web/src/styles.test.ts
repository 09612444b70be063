// Colours by what WCAG asks of them, read from the style sheet that people get.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { personColors } from './lib/text/person-color.ts'

const sheet = readFileSync(new URL('styles.css', import.meta.url), 'utf8')
const themes = { light: blockOf(':root,\n.light'), dark: blockOf('.dark') }
const people = Array.from({ length: personColors }, (_, n) => `--person-${n + 1}`)

test.each(['light', 'dark'] as const)('initials are read on their tint, and the tint is no grey: %s', (theme) => {
  const values = themes[theme]
  const share = Number(values('--tint-share').replace('%', '')) / 100
  for (const person of people) {
    const color = rgbOf(values(person))
    const tint = mixed(color, rgbOf(values('--surface')), share)
    expect(contrast(color, tint), `${person} on its tint`).toBeGreaterThanOrEqual(4.5)
    expect(Math.max(...tint) - Math.min(...tint), `${person} is seen`).toBeGreaterThan(12)
  }
})

test('every tint is that share of its colour', () => {
  for (const person of people) {
    const tint = `--color-${person.slice(2).replace('person', 'tint')}`
    expect(sheet).toContain(`${tint}: color-mix(in srgb, var(${person}) var(--tint-share), var(--surface));`)
  }
})

type Rgb = readonly [number, number, number]

function blockOf(selector: string) {
  const start = sheet.indexOf(`\n${selector} {`)
  const block = sheet.slice(start, sheet.indexOf('\n}', start))
  return (name: string) => {
    const value = new RegExp(`${name}: ([^;]+);`).exec(block)?.[1]
    if (value === undefined) throw new Error(`${selector} has no ${name}`)
    return value
  }
}

function rgbOf(hex: string): Rgb {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return [red, green, blue]
}

function mixed(a: Rgb, b: Rgb, share: number): Rgb {
  const part = (n: 0 | 1 | 2) => a[n] * share + b[n] * (1 - share)
  return [part(0), part(1), part(2)]
}

/** WCAG 2.2, "relative luminance". */
function luminance(color: Rgb) {
  const linear = color.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const [red = 0, green = 0, blue = 0] = linear
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(a: Rgb, b: Rgb) {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((one, other) => one - other)
  return (light + 0.05) / (dark + 0.05)
}

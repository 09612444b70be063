// Pictures made smaller, put side by side and held against each other: in the browser that took them, which has a canvas and every codec.
import type { Page } from '@playwright/test'

interface Format {
  /** Of the result, in pixels. */
  height: number
  /** Of WebP, up to 1. */
  quality: number
}

const base64 = (picture: Buffer) => picture.toString('base64')
const fromDataUrl = (url: string) => Buffer.from(url.split(',')[1] ?? '', 'base64')

/** Pictures at one height beside each other, as one WebP. */
export async function sideBySide(studio: Page, pngs: readonly Buffer[], format: Format): Promise<Buffer> {
  const made = await studio.evaluate(
    async ({ parts, height, quality }) => {
      const load = async (part: string) =>
        createImageBitmap(await (await fetch(`data:image/png;base64,${part}`)).blob())
      const images = await Promise.all(parts.map(load))
      const widths = images.map((image) => Math.round((image.width * height) / image.height))
      const canvas = document.createElement('canvas')
      canvas.width = widths.reduce((sum, width) => sum + width, 0)
      canvas.height = height
      const context = canvas.getContext('2d')
      if (!context) throw new Error('a canvas can be drawn on')
      context.imageSmoothingQuality = 'high'
      let x = 0
      for (const [at, image] of images.entries()) {
        context.drawImage(image, x, 0, widths[at] ?? 0, height)
        x += widths[at] ?? 0
      }
      return canvas.toDataURL('image/webp', quality)
    },
    { parts: pngs.map(base64), ...format },
  )
  return fromDataUrl(made)
}

interface Sheets {
  before: Buffer
  now: Buffer
  /** Of their parts, from the left. */
  widths: number[]
}

/** Which of the parts differ, and a picture to look at: as it was, as it is, and that with the differences marked. */
export async function differences(studio: Page, sheets: Sheets) {
  const { parts, marked } = await studio.evaluate(
    async ({ before, now, widths }) => {
      /** Edge of a square that is looked at as one, and from how far apart its mean counts, of 255. */
      const [edge, apart] = [6, 14]
      const load = async (sheet: string) =>
        createImageBitmap(await (await fetch(`data:image/webp;base64,${sheet}`)).blob())
      const [old, fresh] = await Promise.all([load(before), load(now)])
      const [width, height] = [Math.max(old.width, fresh.width), Math.max(old.height, fresh.height)]
      const canvas = document.createElement('canvas')
      canvas.width = width
      canvas.height = height * 3
      const context = canvas.getContext('2d', { willReadFrequently: true })
      if (!context) throw new Error('a canvas can be drawn on')
      context.drawImage(old, 0, 0)
      context.drawImage(fresh, 0, height)
      context.drawImage(fresh, 0, height * 2)
      const was = context.getImageData(0, 0, width, height).data
      const is = context.getImageData(0, height, width, height).data
      context.fillStyle = 'rgb(220 38 38 / 60%)'
      const found = new Set<number>()
      for (let top = 0; top < height; top += edge) {
        for (let left = 0; left < width; left += edge) {
          let sum = 0
          for (let y = top; y < Math.min(top + edge, height); y++) {
            for (let x = left; x < Math.min(left + edge, width); x++) {
              const at = (y * width + x) * 4
              for (let channel = 0; channel < 3; channel++)
                sum += Math.abs((was[at + channel] ?? 0) - (is[at + channel] ?? 0))
            }
          }
          if (sum / (edge * edge * 3) < apart) continue
          context.fillRect(left, height * 2 + top, edge, edge)
          let end = 0
          const part = widths.findIndex((each) => left < (end += each))
          found.add(part === -1 ? widths.length - 1 : part)
        }
      }
      return { parts: [...found].toSorted((a, b) => a - b), marked: canvas.toDataURL('image/png') }
    },
    { before: base64(sheets.before), now: base64(sheets.now), widths: sheets.widths },
  )
  return { parts, marked: fromDataUrl(marked) }
}

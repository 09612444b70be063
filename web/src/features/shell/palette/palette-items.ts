// What the palette offers, and what of it fits the words that were typed. Pure.
import { foldText } from 'db/kit/sql/search-text.ts'
import type { LucideIcon } from 'lucide-react'

export interface PaletteItem {
  id: string
  label: string
  /** Second to the label, and searched as well. */
  detail?: string
  icon: LucideIcon
  /** Keys that do the same. */
  keys?: string
  /** Other words that somebody may look for. */
  words?: string
  run(): void
}

export interface PaletteGroup {
  label: string
  items: readonly PaletteItem[]
}

/** Those that have each word somewhere, begun words first. Groups without any are left out. */
export function groupsFor(groups: readonly PaletteGroup[], term: string): PaletteGroup[] {
  const words = foldText(term).split(/\s+/).filter(Boolean)
  return groups
    .map(({ label, items }) => ({ label, items: words.length === 0 ? items : fitting(items, words) }))
    .filter(({ items }) => items.length > 0)
}

function fitting(items: readonly PaletteItem[], words: readonly string[]): PaletteItem[] {
  const found = items.flatMap((item) => {
    const text = foldText([item.label, item.detail, item.words].filter(Boolean).join(' '))
    return words.every((word) => text.includes(word)) ? [{ item, begins: begins(text, words[0] ?? '') }] : []
  })
  return found.toSorted((a, b) => Number(b.begins) - Number(a.begins)).map(({ item }) => item)
}

const begins = (text: string, word: string) => text.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word))

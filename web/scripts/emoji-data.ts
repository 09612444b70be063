// The emoji of one language as `virtual:emoji/<language>`: of emojibase's data what the picker reads, about a third of it.
import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

interface Emojibase {
  emoji: string
  label: string
  version: number
  group?: number
  tags?: string[]
  skins?: { emoji: string; tone: number | number[] }[]
}
interface Messages {
  groups: { key: string; message: string; order: number }[]
  skinTones: { key: string; message: string }[]
}

/** emojibase says "switches". */
const corrected: Record<string, string> = { 'pt/flags': 'bandeiras' }

const prefix = 'virtual:emoji/'
const tones = ['light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const

export function emojiData(): Plugin {
  return {
    name: 'emoji-data',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined
      const language = id.slice(prefix.length + 1)
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(await readData(language)))})`
    },
  }
}

async function readData(language: string) {
  const read = async (name: string) =>
    JSON.parse(
      await readFile(new URL(import.meta.resolve(`emojibase-data/${language}/${name}.json`)), 'utf8'),
    ) as unknown
  const [emoji, messages] = [(await read('data')) as Emojibase[], (await read('messages')) as Messages]
  return {
    locale: language,
    emojis: emoji.filter(({ group }) => group !== undefined).map(shortened),
    categories: messages.groups
      .filter(({ key }) => key !== 'component')
      .map(({ key, order, message }) => ({
        index: order,
        label: capitalised(corrected[`${language}/${key}`] ?? message),
      })),
    skinTones: Object.fromEntries(
      tones.map((tone) => [tone, messages.skinTones.find(({ key }) => key === tone)?.message ?? tone]),
    ),
  }
}

function shortened({ emoji, label, version, group, tags = [], skins }: Emojibase) {
  const single = skins?.filter(({ tone }) => typeof tone === 'number')
  return {
    emoji,
    category: group,
    label,
    version,
    tags,
    ...(single?.length === tones.length && {
      skins: Object.fromEntries(single.map((skin) => [tones[Number(skin.tone) - 1], skin.emoji])),
    }),
  }
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

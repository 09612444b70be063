import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'

/** msgid → msgstr, both unquoted and in one piece. */
async function catalogue(language: string): Promise<Map<string, string>> {
  const text = await readFile(new URL(`${language}.po`, import.meta.url), 'utf8')
  const entries = text.matchAll(/^msgid ((?:".*"\n)+)msgstr ((?:".*"(?:\n|$))+)/gm)
  return new Map([...entries].map(([, id = '', translation = '']) => [unquote(id), unquote(translation)]))
}

const unquote = (lines: string) =>
  lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as string)
    .join('')

const variables = (text: string) => [...new Set(text.match(/\{\w+(?=[,}])|<\/?\d+>/g))].toSorted()

describe.each(['en', 'es'])('%s', (language) => {
  test('has every message of the Portuguese one, none empty', async () => {
    const [source, translated] = [await catalogue('pt'), await catalogue(language)]
    expect([...translated.keys()].toSorted()).toEqual([...source.keys()].toSorted())
    expect([...translated].filter(([, translation]) => translation === '')).toEqual([])
  })

  test('keeps the variables and elements of each message', async () => {
    for (const [id, translation] of await catalogue(language)) {
      if (id !== '') expect([id, variables(translation)]).toEqual([id, variables(id)])
    }
  })
})

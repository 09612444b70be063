// What a source file of ours needs of the repository.
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fromRoot } from './paths.ts'

/** Another part's file by the name of its package. */
const packaged = /^(db|shapes)\/(.+)$/

/** A file's imports of ours, as paths from the root. */
export function importsOf(file: string): string[] {
  const text = readFileSync(fromRoot(file), 'utf8')
  const specifiers = text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^'\n]+)'/g)
  return [...specifiers].flatMap(([, specifier = '']) => {
    if (specifier.startsWith('.')) return [normalize(join(dirname(file), specifier))]
    const [, part, path] = packaged.exec(specifier) ?? []
    const folder = part === 'shapes' ? 'sync-server/shapes' : part
    return folder ? [`${folder}/src/${path}`] : []
  })
}

/** Files and folders that it finds by where it is itself (`new URL('…', import.meta.url)`), as paths from the root. */
export function locatedBy(file: string): string[] {
  const text = readFileSync(fromRoot(file), 'utf8')
  const located = text.matchAll(/new URL\(\s*['`](\.[^'`$?]*)[^'`]*['`],\s*import\.meta\.url\s*,?\s*\)/g)
  return [...located].flatMap(([, path = '']) => (path === '.' ? [] : [normalize(join(dirname(file), path))]))
}

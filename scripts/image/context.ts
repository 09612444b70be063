// What the builder of the image is given, and what is in each of its stages, from .dockerignore and the Dockerfile.
import { readdirSync } from 'node:fs'
import { posix } from 'node:path'
import { fromRoot } from '../paths.ts'

/**
 * By Docker's own rules: the last line that matches a path or a folder above it decides, `!` takes back in, `**` is any number of folders, `*` and `?`
 * stay within one.
 */
export function ignores(dockerignore: string): (path: string) => boolean {
  const rules = dockerignore
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ takesBack: line.startsWith('!'), pattern: patternOf(line.replace(/^!/, '')) }))
  return (path) => {
    const above = path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))
    return rules.reduce(
      (ignored, { takesBack, pattern }) => (above.some((one) => pattern.test(one)) ? !takesBack : ignored),
      false,
    )
  }
}

function patternOf(line: string): RegExp {
  const clean = posix.normalize(line).replace(/^\/|\/$/g, '')
  const source = clean.replaceAll(/\*\*\/?|\*|\?|\[[^\]]+\]|\\.|[.+^${}()|]/g, (part) => {
    if (part.startsWith('**')) return part.endsWith('/') ? '(?:.*/)?' : '.*'
    if (part === '*') return '[^/]*'
    if (part === '?') return '[^/]'
    return part.startsWith('[') || part.startsWith('\\') ? part : `\\${part}`
  })
  return new RegExp(`^${source}$`)
}

/** What is never given is not looked through: node_modules has a hundred thousand files. */
const passedBy = new Set(['node_modules', '.git', '.data'])

/** Paths from the root of what the builder is given. */
export function contextFiles(dockerignore: string): string[] {
  const ignored = ignores(dockerignore)
  const below = (folder: string): string[] =>
    readdirSync(fromRoot(folder || '.'), { withFileTypes: true })
      .filter(({ name }) => !passedBy.has(name))
      .flatMap((entry) => {
        const path = posix.join(folder, entry.name)
        return entry.isDirectory() ? below(path) : [path]
      })
  return below('').filter((path) => !ignored(path))
}

interface Copy {
  sources: string[]
  target: string
}

export interface Stage {
  /** Another stage's name, or an image's. */
  from: string
  /** From the context. */
  copies: Copy[]
}

/** By name; the last one's is `image`. */
export function stagesOf(dockerfile: string): Map<string, Stage> {
  const stages = new Map<string, Stage>()
  let current: Stage | undefined
  for (const line of dockerfile.replaceAll(/\\\n/g, ' ').split('\n')) {
    const [, from, name = 'image'] = /^FROM (\S+)(?: AS (\S+))?$/.exec(line) ?? []
    if (from !== undefined) {
      current = { from, copies: [] }
      stages.set(name, current)
    }
    const [, copied] = /^COPY (?!--from)(.+)$/.exec(line) ?? []
    const sources = copied?.split(/\s+/) ?? []
    const target = sources.pop()
    if (target !== undefined) current?.copies.push({ sources, target })
  }
  return stages
}

/** Paths below the working folder that a stage has from the context, with those of the stages that it begins from. */
export function filesOfStage(stages: Map<string, Stage>, name: string, context: readonly string[]): Set<string> {
  const stage = stages.get(name)
  if (!stage) return new Set()
  const files = filesOfStage(stages, stage.from, context)
  for (const { sources, target } of stage.copies)
    for (const source of sources)
      for (const path of context)
        if (path === source || path.startsWith(`${source}/`)) files.add(placeOf(path, source, target))
  return files
}

/** Docker copies what is in a folder, and a file by its name where the target ends with a slash. */
function placeOf(path: string, source: string, target: string) {
  if (path !== source) return posix.normalize(`${target}/${path.slice(source.length + 1)}`)
  return posix.normalize(target.endsWith('/') ? `${target}${posix.basename(path)}` : target)
}

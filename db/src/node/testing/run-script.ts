// A command of the repository as an operator runs it, with an environment of its own.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface Ran {
  code: number
  stdout: string
  stderr: string
}

/** `name` is a file of `scripts`. What it is not told of the environment it does not know. */
export function runScript(name: string, args: readonly string[], env: Record<string, string>): Promise<Ran> {
  const file = fileURLToPath(new URL(`../../../../scripts/${name}.ts`, import.meta.url))
  const cache = fileURLToPath(new URL('../../../../node_modules/.cache/node', import.meta.url))
  const { PATH = '', HOME = '', LANG = '' } = process.env
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [file, ...args],
      { env: { PATH, HOME, LANG, NODE_COMPILE_CACHE: cache, ...env } },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr }),
    )
  })
}

// Processes of the image, as compose.yaml runs them: its file system read-only, /tmp in memory, as its user, without a capability. The network is
// the machine's.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Image } from './build.ts'

export interface Inside {
  /** Resolves with the line that has `text` in it. @throws Error with what was printed when it ends before */
  line(text: string): Promise<string>
  printed(): string
  /** Resolves with its exit code; null: killed. */
  ended: Promise<number | null>
  /** SIGTERM, as compose ends it. */
  stop(): Promise<number | null>
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** `volumes`: folders of this machine by where they are in the image. Arguments stand where the shell of the mounts does not read them. */
export function startInside(
  { root, config }: Image,
  command: readonly string[],
  env: Record<string, string> = {},
  volumes: Record<string, string> = {},
): Inside {
  const mounts = [
    'mount --bind "$0" "$0"',
    'mount -o remount,bind,ro "$0"',
    'mount -t proc proc "$0/proc"',
    'mount --rbind /dev "$0/dev"',
    'mount -t tmpfs tmpfs "$0/tmp"',
    ...Object.entries(volumes).map(([inside, folder]) => `mount --bind '${folder}' "$0"'${inside}'`),
    'exec chroot "$0" "$@"',
  ].join(' && ')
  const user = ['setpriv', '--reuid', config.User, '--regid', config.User, '--clear-groups', '--no-new-privs']
  const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const within = ['env', '-C', config.WorkingDir, '-i', ...config.Env, ...settings]
  const inside = [...user, '--bounding-set=-all', ...within]
  const child = spawn(
    'unshare',
    ['--mount', '--propagation', 'private', 'sh', '-c', mounts, root, ...inside, ...command],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  running.add(child)
  const lines: string[] = []
  const heard = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => {
      lines.push(line)
      for (const hear of heard) hear()
    })
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child)
    for (const hear of heard) hear()
    return code as number | null
  })
  const printed = () => lines.join('\n')
  return {
    printed,
    ended,
    line: (text) =>
      new Promise((resolve, reject) => {
        const hear = () => {
          const found = lines.find((line) => line.includes(text))
          if (found !== undefined) resolve(found)
          else if (!running.has(child)) reject(new Error(`${command.join(' ')} ended before "${text}":\n${printed()}`))
        }
        heard.add(hear)
        hear()
      }),
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

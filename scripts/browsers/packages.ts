// Programs that the browser tests need: where they are, and how to get them where we may.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Absolute path of the first of `names` that is installed. */
export function onPath(...names: string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(':')
  return names.flatMap((name) => folders.map((folder) => `${folder}/${name}`)).find((file) => existsSync(file))
}

/** Only root on Debian may. */
export const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

let updated = false

/** Debian's packages. What comes of it shows in `onPath`. */
export function install(...packages: string[]): void {
  console.log(`installing ${packages.join(', ')} …`)
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  if (!updated) apt('update', '-q')
  updated = true
  apt('install', '-yq', '--no-install-recommends', ...packages)
}

// A stand-in for the Dockerfile's base image where no registry of images is asked: Debian's own packages, the Node of the lockfile, npm.
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromRoot } from '../paths.ts'

export interface Base {
  /** With its tag, as the Dockerfile has it. */
  name: string
  version: string
  /** Debian's. */
  suite: string
}

/** @throws Error when the Dockerfile begins from something else than Node on a slim Debian */
export function baseOf(dockerfile: string): Base {
  const [, name = '', version = '', suite = ''] = /^FROM (node:([\d.]+)-(\w+)-slim) AS base$/m.exec(dockerfile) ?? []
  if (!name) throw new Error('the Dockerfile begins from no Node on a slim Debian')
  return { name, version, suite }
}

export const dockerfile = () => readFileSync(fromRoot('deploy/Dockerfile'), 'utf8')

const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

/** Fills `root`, which is not there yet. */
export function makeBase(root: string, { version, suite }: Base, mirror: string): void {
  if (process.versions.node !== version)
    throw new Error(`the image has Node ${version}, the lockfile ${process.version}`)
  run('debootstrap', '--variant=minbase', '--include=ca-certificates,libatomic1', suite, root, mirror)
  cpSync(process.execPath, join(root, 'usr/local/bin/node'))
  const npm = `npm@${run('npm', '--version').trim()}`
  run('npm', 'install', '--global', '--no-audit', '--no-fund', '--prefix', join(root, 'usr/local'), npm)
  run('chroot', root, 'groupadd', '--gid', '1000', 'node')
  run('chroot', root, 'useradd', '--uid', '1000', '--gid', 'node', '--create-home', 'node')
}

// What the image is built and run with on a machine without Docker: Debian's packages, and the rights of root over mounts.
import { spawnSync } from 'node:child_process'
import { canInstall, install, onPath } from '../browsers/packages.ts'

const programs = ['buildah', 'debootstrap']

export interface Tools {
  /** Where this machine gets Debian's packages from. */
  mirror: string
}

/** Or why the image can't be built here. */
export function findOrInstallTools(): Tools | { missing: string } {
  if (!canInstall()) return { missing: 'only root on Debian builds it' }
  const absent = programs.filter((name) => !onPath(name))
  if (absent.length > 0) install(...absent)
  const still = programs.filter((name) => !onPath(name))
  if (still.length > 0) return { missing: `${still.join(', ')} could not be installed` }
  if (spawnSync('unshare', ['--mount', 'true']).status !== 0)
    return { missing: 'this machine lets nobody mount anything' }
  const mirror = findMirror()
  return mirror ? { mirror } : { missing: 'apt has no mirror of Debian' }
}

/** Debian's Caddy, or undefined. */
export function findOrInstallCaddy(): string | undefined {
  if (!onPath('caddy') && canInstall()) install('caddy')
  return onPath('caddy')
}

function findMirror(): string | undefined {
  const format = '$(LABEL) $(COMPONENT) $(REPO_URI)'
  const { stdout } = spawnSync('apt-get', ['indextargets', '--format', format, 'Created-By: Packages'], {
    encoding: 'utf8',
  })
  return /^Debian main (\S+)$/m.exec(stdout)?.[1]
}

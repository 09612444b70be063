// Builds deploy/Dockerfile as `docker compose build` would, with buildah: its own store in a folder, the machine's network, no registry of images.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { fromRoot } from '../paths.ts'
import { baseOf, dockerfile, makeBase } from './base.ts'

export interface Image {
  /** Its file system. */
  root: string
  config: v.InferOutput<typeof inspected>['OCIv1']['config']
  /** Ends its mount. */
  close(): void
}

const inspected = v.object({
  OCIv1: v.object({
    config: v.object({ User: v.string(), WorkingDir: v.string(), Env: v.array(v.string()), Cmd: v.array(v.string()) }),
  }),
})

const tag = 'balcao:check'

/** In `folder`, which is left full. @throws Error when it can't be built; the builder's output is this process's. */
export function buildImage(folder: string, mirror: string): Image {
  const store = ['--root', join(folder, 'images'), '--runroot', join(folder, 'run')]
  const buildah = (...args: string[]) =>
    execFileSync('buildah', [...store, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 1024 ** 3,
    }).trim()
  const base = baseOf(dockerfile())
  makeBase(join(folder, 'base'), base, mirror)
  execFileSync('tar', ['-C', join(folder, 'base'), '-cf', join(folder, 'base.tar'), '.'])
  const scratch = buildah('from', 'scratch')
  buildah('add', '--quiet', scratch, join(folder, 'base.tar'), '/')
  buildah('config', '--env', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', scratch)
  buildah('commit', '--quiet', scratch, `docker.io/library/${base.name}`)
  buildah('rm', scratch)

  const mounts = npmMounts(folder).flatMap((mount) => ['--volume', mount])
  const build = ['build', '--isolation', 'chroot', '--network', 'host', '--pull-never', ...mounts]
  const context = ['--file', fromRoot('deploy/Dockerfile'), '--tag', tag, fromRoot('.')]
  execFileSync('buildah', [...store, ...build, ...context], { stdio: ['ignore', 'inherit', 'inherit'] })
  const container = buildah('from', '--pull-never', tag)
  const { OCIv1 } = v.parse(inspected, JSON.parse(buildah('inspect', '--type', 'image', tag)))
  return {
    root: buildah('mount', container),
    config: OCIv1.config,
    close: () => void buildah('umount', container),
  }
}

/** npm's settings of this machine, which say where packages come from and whose certificates are believed. */
function npmMounts(folder: string): string[] {
  const settings: Record<string, unknown> = JSON.parse(
    execFileSync('npm', ['config', 'list', '--json'], { cwd: folder, encoding: 'utf8' }),
  )
  const user = settings['userconfig']
  const authority = settings['cafile'] ?? process.env['NODE_EXTRA_CA_CERTS']
  const inside = '/run/authorities.crt'
  const kept = ['registry', 'proxy', 'https-proxy', 'noproxy', 'strict-ssl'].flatMap((name) => {
    const value = settings[name]
    return value === null || value === undefined || String(value) === '' ? [] : [`${name}=${String(value)}`]
  })
  const lines = [
    ...(typeof user === 'string' && existsSync(user) ? [readFileSync(user, 'utf8')] : []),
    ...kept,
    ...(typeof authority === 'string' ? [`cafile=${inside}`] : []),
  ]
  const file = join(folder, 'npmrc')
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, lines.join('\n'), { mode: 0o600 })
  return [`${file}:/root/.npmrc:ro`, ...(typeof authority === 'string' ? [`${authority}:${inside}:ro`] : [])]
}

// What lies outside of the database: disks, the store of files, and the server as a browser finds it.
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import * as v from 'valibot'
import { mediaSettings, openMediaStore, type MediaSettings } from '../media/media-store.ts'
import { readSettings, SettingsError } from '../settings.ts'
import { error, ok, warning, type Finding } from './finding.ts'
import { judgeDisk } from './rules.ts'
import type { Settings } from './settings.ts'

export interface Places {
  /** By what each is for; folders that are not there yet count where they would be made. */
  folders: Record<string, string>
  /** A folder that nobody but its owner may read; null: there is none. */
  privateFolder: string | null
  /** Where the server should answer; null: not asked. */
  serverUrl: string | null
}

export async function checkPlaces(places: Places, env: Settings): Promise<Finding[]> {
  return [
    ...(await checkDisks(places.folders)),
    ...(places.privateFolder === null ? [] : await checkPrivate(places.privateFolder)),
    await checkFiles(env),
    ...(places.serverUrl === null ? [] : [await checkServing(places.serverUrl)]),
  ]
}

/** Each disk once, however many of our folders it holds. */
async function checkDisks(folders: Record<string, string>): Promise<Finding[]> {
  const disks = new Map<number, { names: string[]; total: number; free: number }>()
  for (const [name, folder] of Object.entries(folders)) {
    const there = existing(resolve(folder))
    const [{ dev }, { bsize, blocks, bavail }] = await Promise.all([stat(there), statfs(there)])
    const disk = disks.get(dev) ?? { names: [], total: blocks * bsize, free: bavail * bsize }
    disks.set(dev, { ...disk, names: [...disk.names, name] })
  }
  return [...disks.values()].map(({ names, ...disk }) => judgeDisk(names.join(', '), disk))
}

const existing = (folder: string): string => (existsSync(folder) ? folder : existing(dirname(folder)))

async function checkPrivate(folder: string): Promise<Finding[]> {
  if (!existsSync(folder)) return []
  const { mode } = await stat(folder)
  return (mode & 0o067) === 0
    ? [ok('Pasta da instalação: só o dono lê')]
    : [error(`Pasta da instalação: outros podem ler ${folder}`, 'npm start a fecha; ou chmod 710 na pasta')]
}

async function checkFiles(env: Settings): Promise<Finding> {
  try {
    return await checkStore(readSettings(v.object(mediaSettings), env))
  } catch (failure) {
    if (!(failure instanceof SettingsError)) throw failure
    return error(`Arquivos: ${failure.message}`, 'corrija a variável; docs/operations.md diz o que ela espera')
  }
}

/** A small file goes in, comes back and goes: nobody's, by a company that there is not. */
async function checkStore(settings: MediaSettings): Promise<Finding> {
  const [where, bucket] = [settings.S3_BUCKET ? 'no S3' : 'na pasta', settings.S3_BUCKET !== undefined]
  const folder = await mkdtemp(join(tmpdir(), 'balcao-doctor-'))
  try {
    const content = randomBytes(32)
    const key = {
      companyId: '00000000-0000-0000-0000-000000000000',
      hash: createHash('sha256').update(content).digest('hex'),
    }
    await writeFile(join(folder, 'file'), content)
    const store = await openMediaStore(settings)
    await store.put(key, join(folder, 'file'))
    const back = Buffer.concat((await (await store.read(key))?.toArray()) ?? [])
    await store.remove(key)
    return back.equals(content)
      ? ok(`Arquivos: grava e lê ${where}`)
      : error(
          `Arquivos: o que volta ${where} é outra coisa`,
          'troque o armazenamento; restaure os arquivos de uma cópia',
        )
  } catch (failure) {
    const code = failure instanceof Error ? ('code' in failure ? String(failure.code) : failure.name) : 'erro'
    return error(
      `Arquivos: não dá para gravar ${where} (${code})`,
      bucket
        ? 'confira S3_ENDPOINT, S3_BUCKET e as chaves'
        : `confira dono, permissões e espaço de ${settings.MEDIA_DIR}`,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const healthAnswer = v.object({
  status: v.literal('ok'),
  shapes: v.looseObject({ status: v.optional(v.string()), alarm: v.optional(v.nullable(v.string())) }),
})

async function checkServing(url: string): Promise<Finding> {
  try {
    const answer = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(5000) })
    const told = v.safeParse(healthAnswer, await answer.json())
    if (!told.success) return error(`Servidor: responde ${answer.status}`, 'veja os registros dele')
    const { alarm, status } = told.output.shapes
    if (alarm) return error(`Servidor: alarme do motor de sincronização: ${alarm}`, 'docs/operations.md, Alarm')
    return status === 'active'
      ? ok(`Servidor: responde em ${url}`)
      : warning(`Servidor: a sincronização está em ${status}`, 'espere; se outro servidor a tem, pare um dos dois')
  } catch {
    return warning(`Servidor: ninguém responde em ${url}`, 'npm start, ou docker compose up -d; veja os registros')
  }
}

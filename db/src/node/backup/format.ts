// How a backup lies in its folder, which several share: `media/` has the content of files, once each, whoever of the backups names it, and each
// backup is a folder named by its moment, with what the manifest says, a file for each table, and the secrets.
// Invariant: what stands under a backup's name is whole: it is written under another and renamed at the end.
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { ToldError } from '../../kit/told-error.ts'
import type { MediaKey } from '../media/media-store.ts'

/** 1: what is derived was copied too. */
const version = 2

const name = v.pipe(v.string(), v.regex(/^[a-z_][a-z0-9_]*$/))

const backupTable = v.object({
  schema: v.picklist(['public', 'pgboss']),
  name,
  /** Without those that Postgres computes. */
  columns: v.array(v.string()),
  rows: v.number(),
  /** SHA-256 of what COPY told of it, in the order of its key: after a restore it has to be the same. */
  sha256: v.string(),
})
export type BackupTable = v.InferOutput<typeof backupTable>

const sequence = v.object({ schema: v.picklist(['public', 'pgboss']), name, value: v.string() })

const manifest = v.object({
  version: v.picklist([1, version]),
  takenAt: v.pipe(v.string(), v.isoTimestamp()),
  /** What the tables were made by: a restore makes them so, and brings them up to date afterwards. */
  migrations: v.array(v.string()),
  /** Of the key that stored secrets are sealed with; null when it was not known. */
  keyId: v.nullable(v.string()),
  tables: v.array(backupTable),
  sequences: v.array(sequence),
  files: v.object({
    count: v.number(),
    bytes: v.number(),
    /** `company/hash`, which the store had not, or had broken. */
    missing: v.array(v.string()),
  }),
})
export type Manifest = v.InferOutput<typeof manifest>

/** The content of all files, of every backup in `folder`. */
export const contentFolder = (folder: string) => join(folder, 'media')
export const tableFile = (backup: string, table: Pick<BackupTable, 'schema' | 'name'>) =>
  join(backup, 'tables', `${table.schema}.${table.name}.zst`)
export const manifestFile = (backup: string) => join(backup, 'manifest.json')
/** Whose content it needs, a line each. */
export const filesList = (backup: string) => join(backup, 'files.txt')
export const secretsFile = (backup: string) => join(backup, 'secrets.json')

export const keyLine = ({ companyId, hash }: MediaKey) => `${companyId}/${hash}`
export function keyIn(line: string): MediaKey {
  const [companyId = '', hash = ''] = line.split('/')
  return { companyId, hash }
}

export const emptyManifest = (takenAt: Date) => ({ version, takenAt: takenAt.toISOString() }) as const

/** Sorts as time does. */
export const backupName = (takenAt: Date) => takenAt.toISOString().replaceAll(':', '-')
const isName = (text: string) => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/.test(text)
/** Of one that is being written, or that was when the machine failed. */
export const unfinished = (folder: string, takenAt: Date) => join(folder, `${backupName(takenAt)}.unfinished`)

/** Of backups that were interrupted; removed when no other is being made. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const entry of await readdir(folder)) {
    const stem = entry.replace(/\.unfinished$/, '')
    if (stem !== entry && isName(stem)) await rm(join(folder, entry), { recursive: true })
  }
}

/** Whole ones, the oldest first. */
export async function backupsIn(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return []
  return (await readdir(folder))
    .filter(isName)
    .toSorted()
    .map((each) => join(folder, each))
}

/** The backup that `from` names, or the newest in that folder. @throws BackupProblem */
export async function findBackup(from: string): Promise<string> {
  if (/\.unfinished\/*$/.test(from)) throw new BackupProblem(`${from} não foi terminada: escolha outra`)
  if (existsSync(manifestFile(from))) return from
  const newest = (await backupsIn(from)).at(-1)
  if (newest === undefined) throw new BackupProblem(`não há cópia inteira em ${from}`)
  return newest
}

/** @throws BackupProblem when it is none, or of another version of this program than can be read here. */
export async function readManifest(backup: string): Promise<Manifest> {
  const parsed = v.safeParse(manifest, JSON.parse(await readFile(manifestFile(backup), 'utf8')))
  if (!parsed.success) throw new BackupProblem(`${manifestFile(backup)} não é o índice de uma cópia desta versão`)
  return parsed.output
}

/** For nobody else: it has everything that the installation knows, and the keys to it. */
export const makePrivate = (folder: string) => mkdir(folder, { recursive: true, mode: 0o700 })

/** Why it does not work, as the operator is told. */
export class BackupProblem extends ToldError {}

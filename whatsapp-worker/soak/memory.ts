// What a run's processes take, where the system tells (Linux).
import { readFile } from 'node:fs/promises'
import type { Part } from './part.ts'

/** A line of the report. */
export async function memoryLine(parts: readonly Part[]): Promise<[string, string]> {
  const all = await Promise.all(parts.map(async (part) => [part.name, await residentMegabytes(part.pid)] as const))
  return ['memory, MB', all.map(([name, megabytes]) => `${name} ${megabytes ?? '–'}`).join(', ')]
}

/** Null where the system does not tell. */
export async function residentMegabytes(pid: number | undefined): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /VmRSS:\s+(\d+)/.exec(status)?.[1]
  return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024)
}

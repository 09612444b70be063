// For tests: uploads of one person, as a device makes them (tus), and what is left of them.
import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { mediaFiles } from 'db/media/table.ts'
import { and, eq } from 'drizzle-orm'
import type { TestApi } from '../test-api.ts'

export const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
export const pdf = (size: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size)])
const base64 = (text: string) => Buffer.from(text).toString('base64')

type Init = { method: string; headers?: Record<string, string>; body?: RequestInit['body'] }
export type TestUploads = ReturnType<typeof testUploads>

/** `token` of somebody in the company; each call may be made by somebody else. */
export function testUploads(api: TestApi, company: { id: string }, token: string) {
  const ask = (path: string, init: Init, as = token) =>
    api.fetch(path.replace(/^\/api/, ''), {
      ...init,
      headers: { authorization: `Bearer ${as}`, 'tus-resumable': '1.0.0', ...init.headers },
      ...(init.body instanceof ReadableStream && { duplex: 'half' }),
    })
  return {
    ask,
    async begin(length: number, hash: string, name = 'foto.png', as = token) {
      const headers = {
        'upload-length': String(length),
        'upload-metadata': `sha256 ${base64(hash)},filename ${base64(name)}`,
      }
      const answer = await ask('/uploads', { method: 'POST', headers }, as)
      return { answer, location: answer.headers.get('location') ?? '' }
    },
    patch(location: string, offset: number, body: RequestInit['body'], as = token) {
      const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
      return ask(location, { method: 'PATCH', headers, body }, as)
    },
    async position(location: string, as = token) {
      const answer = await ask(location, { method: 'HEAD' }, as)
      return { status: answer.status, offset: answer.headers.get('upload-offset') }
    },
    rowOf: async (hash: string, companyId = company.id) =>
      (
        await api.db.orm
          .select()
          .from(mediaFiles)
          .where(and(eq(mediaFiles.hash, hash), eq(mediaFiles.companyId, companyId)))
      )[0],
    fileOf: (location: string) => join(api.folder, 'uploads', company.id, location.split('/').at(-1) ?? ''),
    left: async () => (await readdir(join(api.folder, 'uploads', company.id))).toSorted(),
  }
}

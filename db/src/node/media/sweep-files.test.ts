import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contacts } from '../../contacts/table.ts'
import { newId } from '../../kit/new-id.ts'
import { storedBytes } from '../../media/quota.ts'
import { referenceNames } from '../../media/references.ts'
import { companyStorage, mediaFiles } from '../../media/table.ts'
import { voiceNotes } from '../../media/voice-notes-table.ts'
import { quickMessages } from '../../quick-messages/table.ts'
import { openMediaStore, type MediaStore } from './media-store.ts'
import { graceDays, sweepFiles } from './sweep-files.ts'
import { noteUse, takeInFile } from './take-in-file.ts'
import { useTestDatabase } from '../testing/test-file-database.ts'
import { testCompany, type TestCompany } from '../testing/test-world.ts'

const db = useTestDatabase()
let media: MediaStore
let folder: string
let ours: TestCompany
let theirs: TestCompany
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sweep-'))
  media = await openMediaStore({
    MEDIA_DIR: folder,
    S3_REGION: '',
    S3_ACCESS_KEY_ID: '',
    S3_SECRET_ACCESS_KEY: '',
  })
  ours = await testCompany(db)
  theirs = await testCompany(db)
})
afterAll(() => rm(folder, { recursive: true }))

const past = (days: number) => new Date(Date.now() - days * 86_400_000)
const later = (days: number) => new Date(Date.now() + days * 86_400_000)

async function stored(content: string, company = ours) {
  const path = join(folder, newId())
  await writeFile(path, content)
  const hash = createHash('sha256').update(content).digest('hex')
  await takeInFile({ db, media }, { companyId: company.id, hash }, path)
  return hash
}
const kept = async () => (await db.orm.select({ hash: mediaFiles.hash }).from(mediaFiles)).map(({ hash }) => hash)
const there = async (hash: string, company = ours) => {
  const content = await media.read({ companyId: company.id, hash })
  content?.destroy()
  return content !== null
}

test('what a message, its preview, a contact or something kept ready names stays, also where only one company names it', async () => {
  const ticketId = await ours.ticket()
  const [sent, preview, picture, ready] = [
    await stored('foto'),
    await stored('previa'),
    await stored('rosto'),
    await stored('tabela'),
  ]
  await ours.message(ticketId, { mediaHash: sent, thumbnailHash: preview })
  await db.orm
    .update(contacts)
    .set({ pictureHash: picture })
    .where(eq(contacts.id, await ours.contact('Ana')))
  const now = new Date()
  await db.orm.insert(quickMessages).values({
    id: newId(),
    companyId: ours.id,
    userId: (await ours.user('user')).userId,
    shortcode: 'x',
    message: '',
    geral: false,
    mediaHash: ready,
    createdAt: now,
    updatedAt: now,
  })
  const alone = await stored('ninguem')
  const theirsAlone = await stored('foto', theirs)
  expect(await sweepFiles({ db, media }, later(graceDays + 1))).toEqual({ files: 2, bytes: 11 })
  expect((await kept()).toSorted()).toEqual([sent, preview, picture, ready].toSorted())
  expect(await there(alone)).toBe(false)
  expect(await there(theirsAlone, theirs)).toBe(false)
  expect(await there(sent)).toBe(true)
})

test('what is young, or was asked for lately, is still about to be named', async () => {
  const young = await stored('novo')
  const asked = await stored('perguntado')
  await db.orm
    .update(mediaFiles)
    .set({ usedAt: past(graceDays + 1) })
    .where(eq(mediaFiles.hash, asked))
  await noteUse(db, { companyId: ours.id, hash: asked }, new Date())
  await sweepFiles({ db, media }, new Date())
  expect(await kept()).toEqual(expect.arrayContaining([young, asked]))
})

test('who names a file while it is being removed finds it, or finds that it is gone', async () => {
  const hash = await stored('disputado')
  const ticketId = await ours.ticket()
  const locked = Promise.withResolvers<void>()
  const naming = db.orm.transaction(async (tx) => {
    await tx.select().from(mediaFiles).where(eq(mediaFiles.hash, hash)).for('key share')
    locked.resolve()
    await db.sql`select 1`
    return ours.message(ticketId, { mediaHash: hash })
  })
  await locked.promise
  await Promise.all([naming, sweepFiles({ db, media }, later(graceDays + 1))])
  expect(await there(hash)).toBe(true)
})

test('the encoding of a recording goes after the recording', async () => {
  const [recording, encoded] = [await stored('gravado'), await stored('ogg')]
  const note = { companyId: ours.id, recordingHash: recording, hash: encoded, seconds: 1, waveform: '' }
  await db.orm.insert(voiceNotes).values({ ...note, createdAt: new Date() })
  await sweepFiles({ db, media }, later(graceDays + 1))
  expect(await there(recording)).toBe(false)
  await sweepFiles({ db, media }, later(graceDays + 1))
  expect(await there(encoded)).toBe(false)
})

test('the bytes of a company are those of its files', async () => {
  await stored('12345', theirs)
  await stored('12345', theirs)
  const [{ bytes } = { bytes: 0 }] =
    await db.sql`select sum(size)::int as bytes from media_files where company_id = ${theirs.id}`
  expect(await storedBytes(db.orm, theirs.id)).toBe(bytes)
  await sweepFiles({ db, media }, later(graceDays + 1))
  expect(await storedBytes(db.orm, theirs.id)).toBe(0)
  expect(await db.orm.select().from(companyStorage).where(eq(companyStorage.companyId, newId()))).toEqual([])
})

test('every column that holds the hash of a file is known', async () => {
  const rows = await db.sql`select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name like '%hash' and table_name not in ('schema_migrations')`
  const otherHashes = [
    'media_files.hash',
    'media_uploads.hash',
    'recovery_codes.code_hash',
    'login_steps.token_hash',
    'account_links.token_hash',
    'pending_signups.password_hash',
    'pending_signups.token_hash',
    'users.password_hash',
    'connections.token_hash',
    'sessions.token_hash',
  ]
  const unknown = rows
    .map(({ name }) => String(name))
    .filter(
      (name) => !referenceNames.includes(name) && !otherHashes.includes(name) && name !== 'voice_notes.recording_hash',
    )
  expect(unknown).toEqual([])
})

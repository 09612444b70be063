import { takeInFile, sha256Of } from 'db/node/media/take-in-file.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ResponderParts } from '../responder.ts'

/** Puts a bill's PDF into the company's media store; resolves with its hash there. */
export async function keepPdf(
  { db, media }: Pick<ResponderParts, 'db' | 'media'>,
  companyId: string,
  pdf: Buffer,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-bill-'))
  try {
    const path = join(folder, 'bill')
    await writeFile(path, pdf)
    const hash = await sha256Of(path)
    await takeInFile({ db, media }, { companyId, hash }, path)
    return hash
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

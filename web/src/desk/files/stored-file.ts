// The file of a row that keeps one ready, e.g. of a quick message: chosen here, kept on the device with its entry until the server has it.
import type { storedFile } from 'db/media/media-args.ts'
import { useState } from 'react'
import type { FormValues } from '../../components/resource-form/check-fields.ts'
import type { FileWithHash } from '../../sync/client.ts'
import { prepareFile } from './chosen-files.ts'

export type StoredFile = FormValues<typeof storedFile>

export const noFile: StoredFile = { mediaHash: null, mediaName: null, mediaMime: null, mediaSize: null }

export interface NewFiles {
  /** Undefined when it can't be read or sent, which is told. */
  take(file: File): Promise<StoredFile | undefined>
  /** Those among the chosen ones that the values name. */
  named(files: readonly StoredFile[]): FileWithHash[]
}

/** The files chosen in one form. */
export function useNewFiles(): NewFiles {
  const [chosen] = useState(() => new Map<string, FileWithHash>())
  return {
    async take(file) {
      const prepared = await prepareFile(file)
      if (!prepared) return undefined
      const { hash, name, mime, size } = prepared.media
      chosen.set(hash, { hash, name, blob: prepared.blob })
      return { mediaHash: hash, mediaName: name, mediaMime: mime, mediaSize: size }
    },
    named: (files) => files.flatMap(({ mediaHash }) => chosen.get(mediaHash ?? '') ?? []),
  }
}

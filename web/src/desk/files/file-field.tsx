// One file of a form: chosen, replaced or taken away. It is part of what Save saves.
import { Trans, useLingui } from '@lingui/react/macro'
import { Paperclip, X } from 'lucide-react'
import { useRef, type ChangeEvent } from 'react'
import { formatFileSize } from '../../lib/media/file-size.ts'
import type { NewFiles, StoredFile } from './stored-file.ts'
import { noFile } from './stored-file.ts'
import { Button } from '../../components/ui/button.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'

interface FileFieldProps {
  label: string
  value: StoredFile
  /** As it is saved. */
  before: StoredFile
  files: NewFiles
  /** Kinds to choose from, as `accept` of an input names them; else any. */
  accept?: string
  error?: string | null
  onChange(file: StoredFile): void
}

export function FileField({ label, value, before, files, accept, error = null, onChange }: FileFieldProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // The same file may be chosen again.
    const stored = file && (await files.take(file))
    target.value = ''
    if (stored) onChange(stored)
  }
  const { mediaHash, mediaName, mediaSize } = value
  const changed = mediaHash !== before.mediaHash || mediaName !== before.mediaName
  const name = mediaName ?? t`arquivo`
  return (
    <div role="group" aria-label={label} className="flex flex-col items-start gap-1">
      <p className="text-sm font-medium">{label}</p>
      <input ref={input} type="file" accept={accept} hidden aria-label={label} onChange={(event) => void take(event)} />
      {mediaHash !== null && (
        <div className="flex w-full items-center gap-2 rounded-md border border-line py-1 pr-1 pl-3">
          <Paperclip aria-hidden className="size-4 shrink-0 text-muted" />
          <span className="min-w-0 flex-1 truncate">{name}</span>
          {mediaSize !== null && (
            <span className="shrink-0 text-xs text-muted tabular">{formatFileSize(mediaSize)}</span>
          )}
          <IconButton label={t`Remover ${name}`} onClick={() => onChange(noFile)}>
            <X aria-hidden />
          </IconButton>
        </div>
      )}
      <Button size="sm" onClick={() => input.current?.click()}>
        <Paperclip aria-hidden />
        {mediaHash === null ? <Trans>Escolher arquivo</Trans> : <Trans>Trocar arquivo</Trans>}
      </Button>
      {error !== null && (
        <p role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
      <p role="status" className="text-xs text-muted">
        {changed && mediaHash !== null && error === null && (
          <Trans>Clique em salvar para registar as alterações.</Trans>
        )}
      </p>
    </div>
  )
}

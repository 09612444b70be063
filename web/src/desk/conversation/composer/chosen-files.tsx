import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { FileThumbnail } from '../../../components/file-thumbnail.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import type { ChosenFile } from '../../files/chosen-files.ts'
import { formatFileSize } from '../../../lib/media/file-size.ts'

interface ChosenFilesProps {
  files: readonly ChosenFile[]
  preparing: number
  onRemove(id: string): void
}

/** What will be sent with the text, above the field. */
export function ChosenFiles({ files, preparing, onRemove }: ChosenFilesProps) {
  const { t } = useLingui()
  if (files.length + preparing === 0) return null
  return (
    <ul aria-label={t`Arquivos escolhidos`} className="flex max-h-40 flex-wrap gap-2 overflow-y-auto px-2 pt-2 sm:px-4">
      {files.map((file) => (
        <Chip key={file.id} file={file} onRemove={() => onRemove(file.id)} />
      ))}
      {Array.from({ length: preparing }, (_, index) => (
        <li key={index} aria-label={t`Lendo o arquivo`}>
          <Skeleton className="h-14 w-56 rounded-md" />
        </li>
      ))}
    </ul>
  )
}

function Chip({ file, onRemove }: { file: ChosenFile; onRemove: () => void }) {
  const { t } = useLingui()
  const { name, size } = file.media
  return (
    <li className="flex h-14 w-56 items-center gap-2 rounded-md border border-line bg-raised p-1.5">
      <FileThumbnail blob={file.blob} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm">{name}</span>
        <span className="block text-xs text-muted tabular">{formatFileSize(size)}</span>
      </span>
      <IconButton size="sm" label={t`Remover ${name}`} onClick={onRemove}>
        <X />
      </IconButton>
    </li>
  )
}

import { useLingui } from '@lingui/react/macro'
import { FileThumbnail } from '../../components/file-thumbnail.tsx'
import { formatFileSize } from '../../lib/media/file-size.ts'
import type { Shared } from '../../share-target.ts'

/** What came, so that one sees that it is the right thing before picking for whom. */
export function SharedContents({ shared }: { shared: Shared }) {
  const { t } = useLingui()
  return (
    <section aria-label={t`O que foi compartilhado`} className="mx-4 rounded-md border border-line bg-canvas p-2">
      {shared.files.length > 0 && (
        <ul className="flex gap-2 overflow-x-auto">
          {shared.files.map((file, index) => (
            <li key={index} className="flex w-48 shrink-0 items-center gap-2">
              <FileThumbnail blob={file} />
              <span className="min-w-0">
                <span className="block truncate text-sm">{file.name}</span>
                <span className="block text-xs text-muted tabular">{formatFileSize(file.size)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {shared.text !== '' && <p className="line-clamp-3 py-1 text-sm break-words whitespace-pre-wrap">{shared.text}</p>}
    </section>
  )
}

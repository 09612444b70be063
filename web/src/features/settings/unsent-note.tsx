import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { RefusedNote } from '../../components/resource-list/row-note.tsx'
import { Button, buttonVariants } from '../../components/ui/button.tsx'
import { toastError } from '../../lib/app/toast.ts'
import { discardEntry, retryEntry, type OutboxEntry } from '../../sync/client.ts'

/** Below a setting whose last change the server refused: it stands as it was. */
export function UnsentNote({ entry, to }: { entry: OutboxEntry; to: '/settings' | '/settings/hours' }) {
  return (
    <RefusedNote code={entry.code} details={entry.details}>
      <span className="flex flex-wrap gap-2">
        {entry.code === 'ERR_CONFLICT' ? (
          <Link to={to} search={{ resolve: entry.id }} className={buttonVariants({ size: 'sm' })}>
            <Trans>Resolver</Trans>
          </Link>
        ) : (
          <Button size="sm" onClick={() => void retryEntry(entry.id).catch(toastError)}>
            <Trans>Tentar de novo</Trans>
          </Button>
        )}
        <Button size="sm" onClick={() => void discardEntry(entry.id).catch(toastError)}>
          <Trans>Descartar</Trans>
        </Button>
      </span>
    </RefusedNote>
  )
}

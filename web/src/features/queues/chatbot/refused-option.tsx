import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { RefusedNote } from '../../../components/resource-list/row-note.tsx'
import { Button, buttonVariants } from '../../../components/ui/button.tsx'
import { toastError } from '../../../lib/app/toast.ts'
import { discardEntry, type OutboxEntry } from '../../../sync/client.ts'

/** Why the last change of an option was refused, and the way on. */
export function RefusedOption({ entry: { id, code, details } }: { entry: OutboxEntry }) {
  return (
    <div className="px-3 pb-2">
      <RefusedNote code={code} details={details}>
        <span className="flex gap-2">
          {code === 'ERR_CONFLICT' && (
            <Link to="." search={(before) => ({ ...before, resolve: id })} className={buttonVariants({ size: 'sm' })}>
              <Trans>Resolver</Trans>
            </Link>
          )}
          <Button size="sm" onClick={() => void discardEntry(id).catch(toastError)}>
            <Trans>Descartar</Trans>
          </Button>
        </span>
      </RefusedNote>
    </div>
  )
}

import { contactNames } from 'db/contacts/queries.ts'
import type { MessageRow } from 'db/messages/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog, DialogBody } from '../../../components/ui/dialog.tsx'
import { useQuery } from '../../../sync/client.ts'
import { ContactAvatar } from '../../contact-avatar.tsx'
import { contactName } from '../../contact-name.ts'
import { useConversationActions } from './conversation-actions.ts'
import { self } from './reaction-counts.ts'

interface ReactionsDialogProps {
  message: MessageRow
  onClose(): void
}

/** Who reacted with what; ours first. */
export function ReactionsDialog({ message, onClose }: ReactionsDialogProps) {
  const { t } = useLingui()
  const { ticketId, react } = useConversationActions()
  const removable = react !== null && message.ticketId === ticketId
  const [open, setOpen] = useState(true)
  const { [self]: own, ...others } = message.reactions
  const { rows } = useQuery(contactNames({ ids: Object.keys(others).toSorted() }))
  const people = new Map(rows.map((row) => [row.id, row]))
  const takeBack = () => {
    react?.(message, '')
    setOpen(false)
  }
  return (
    <Dialog open={open} onOpenChange={setOpen} onClosed={onClose} title={t`Reações`} className="sm:max-w-80">
      <DialogBody className="pb-4">
        <ul role="list">
          {own && (
            <Row name={t`Você`} emoji={own}>
              {removable && (
                <Button size="sm" variant="quiet" onClick={takeBack}>
                  <Trans>Remover</Trans>
                </Button>
              )}
            </Row>
          )}
          {Object.entries(others).map(([id, emoji]) => {
            const person = people.get(id)
            const name = person ? contactName(person) : '…'
            return emoji !== '' && <Row key={id} name={name} pictureHash={person?.contactPicture} emoji={emoji} />
          })}
        </ul>
      </DialogBody>
    </Dialog>
  )
}

interface RowProps {
  name: string
  pictureHash?: string | null | undefined
  emoji: string
  children?: React.ReactNode
}

function Row({ name, pictureHash, emoji, children }: RowProps) {
  return (
    <li className="flex h-12 items-center gap-3">
      <ContactAvatar name={name} pictureHash={pictureHash} />
      <span dir="auto" className="min-w-0 flex-1 truncate text-left">
        {name}
      </span>
      {children}
      <span className="max-w-24 truncate text-xl">{emoji}</span>
    </li>
  )
}

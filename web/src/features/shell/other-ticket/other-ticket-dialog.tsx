// The server did not open a ticket, because its contact has one already: whose that is, what was written meanwhile, and the ways on.
// Where this person sees the other one and has written nothing, there is nothing to ask: it is opened instead.
import { ticketDetail, type OpenTicket } from 'db/tickets/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../components/ui/dialog.tsx'
import { useChosenFiles } from '../../../desk/files/chosen-files.ts'
import { otherTicketIn, otherTicketWords, unseenTicketWords } from '../../../desk/tickets/other-ticket.ts'
import { useDraft } from '../../../lib/data/drafts.ts'
import { toastDone, toastError } from '../../../lib/app/toast.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { retryEntry, useOutbox, useQuery, type OutboxEntry } from '../../../sync/client.ts'
import { useSession } from '../../../sync/session-client.ts'
import { entryBody, entryWords } from '../outbox/entry-words.ts'
import { useNames } from '../outbox/use-names.ts'
import { carryOver, discardAll } from './carry-over.ts'
import { writtenIn } from './written.ts'

interface OtherTicketDialogProps {
  entryId: string | undefined
  onClose(): void
}

interface Question {
  entry: OutboxEntry
  other: OpenTicket
  /** What waits for it. */
  held: readonly OutboxEntry[]
}

export function OtherTicketDialog({ entryId, onClose }: OtherTicketDialogProps) {
  const entry = useOutbox((entries) => entries.find(({ id }) => id === entryId))
  const held = useOutbox((entries) => dependentsOf(entries, entry))
  const asked = questionOf(entry, held)
  // What is answered stays while it leaves the screen.
  const [shown, setShown] = useState<Question>()
  if (asked && (asked.entry !== shown?.entry || asked.held.length !== shown.held.length)) setShown(asked)
  return shown && <Ways key={shown.entry.id} {...shown} open={asked !== undefined} onClose={onClose} />
}

/** What waits for it; after one that was to be opened again, what was written in it, which was refused on its own. */
function dependentsOf(entries: readonly OutboxEntry[], entry: OutboxEntry | undefined): OutboxEntry[] {
  if (!entry) return []
  const isWritten = ({ state, seq, args }: OutboxEntry) =>
    state === 'refused' && seq > entry.seq && args['ticketId'] === entry.args['id']
  return entries.filter((each) => each.heldBy === entry.id || isWritten(each))
}

function questionOf(entry: OutboxEntry | undefined, held: readonly OutboxEntry[]): Question | undefined {
  const other = entry && otherTicketIn(entry)
  return entry && other ? { entry, other, held } : undefined
}

interface WaysProps extends Question {
  open: boolean
  onClose(): void
}

function Ways({ entry, other, held, open, onClose }: WaysProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { rows, ready } = useQuery(ticketDetail({ id: other.ticketId }))
  const visible = rows.length > 0
  const ticketId = String(entry.args['id'])
  const written = writtenIn(ticketId, held)
  const texts = useTexts(ticketId, [...written.drafts.map((each) => each.entry), ...written.others])
  const refused = { entryId: entry.id, ticketId, written }
  const goOn = useStable(async () => {
    await carryOver(refused, other.ticketId)
    await navigate({ to: '/tickets/$ticketId', params: { ticketId: other.ticketId }, replace: true })
  })
  const nothingToAsk = visible && texts.length === 0
  const due = open && nothingToAsk
  useEffect(() => {
    if (due) goOn().catch(toastError)
  }, [due, goOn])
  return (
    <Dialog
      open={open && ready && !nothingToAsk}
      onOpenChange={(next) => !next && onClose()}
      title={t`Este contato já está em atendimento`}
      description={otherTicketWords(other)}
    >
      <DialogBody className="flex flex-col gap-3 text-base">
        {!visible && <p>{unseenTicketWords()}</p>}
        {texts.length > 0 && <WhatWasWritten texts={texts} />}
      </DialogBody>
      <DialogFooter>
        <Discard asks={texts.length > 0} onDiscard={() => discardAll(refused).then(onClose, toastError)} />
        <Button onClick={onClose}>
          <Trans>Decidir depois</Trans>
        </Button>
        {visible ? (
          <Button variant="primary" onClick={() => void goOn().catch(toastError)}>
            <Trans>Levar para o atendimento aberto</Trans>
          </Button>
        ) : (
          <Button variant="primary" onClick={() => void retryEntry(entry.id).then(onClose, toastError)}>
            <Trans>Tentar de novo</Trans>
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}

/** What waits, then what is still in the composer. */
function useTexts(ticketId: string, waiting: readonly OutboxEntry[]): readonly string[] {
  const nameOf = useNames(waiting)
  const [draft] = useDraft(ticketId)
  const { files } = useChosenFiles(ticketId)
  const writer = useSession()?.user.name ?? ''
  const said = waiting.map((entry) => entryBody(entry, writer) || entryWords(entry, nameOf))
  return [...said, draft.trim(), ...files.map(({ media }) => media.name)].filter((text) => text !== '')
}

function WhatWasWritten({ texts }: { texts: readonly string[] }) {
  const { t } = useLingui()
  const copy = () => void navigator.clipboard.writeText(texts.join('\n')).then(() => toastDone(t`Copiado`), toastError)
  return (
    <section aria-label={t`O que você escreveu`} className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-sm font-medium">
          <Trans>O que você escreveu</Trans>
        </h3>
        <Button size="sm" variant="ghost" onClick={copy}>
          <Copy aria-hidden />
          <Trans>Copiar</Trans>
        </Button>
      </div>
      <ul className="max-h-48 divide-y divide-line overflow-y-auto rounded-lg border border-line">
        {texts.map((text, index) => (
          <li key={index} className="px-3 py-2 text-sm break-words whitespace-pre-wrap">
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Discard({ asks, onDiscard }: { asks: boolean; onDiscard(): Promise<void> }) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="dangerQuiet" onClick={() => (asks ? setAsking(true) : void onDiscard())}>
        <Trans>Descartar</Trans>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t`Descartar?`}
        description={t`O que você escreveu não será enviado.`}
        confirm={t`Descartar`}
        onConfirm={() => void onDiscard()}
      />
    </>
  )
}

// An edit and the newer one that it met, field by field, both values side by side, for its author to choose.
// It asks about any resource: what a field is called is field-words.ts.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../components/ui/dialog.tsx'
import { toastError } from '../../../lib/app/toast.ts'
import { discardEntry, retryEntry, useOutbox, type OutboxEntry } from '../../../sync/client.ts'
import { ConflictField } from './conflict-field.tsx'
import { conflictsOf, freeFields, questions, resolvedArgs, type Conflicts, type Side } from './conflicts.ts'
import { entryWords } from './entry-words.ts'
import { fieldWords } from './field-words.ts'
import { useNames } from './use-names.ts'

interface ConflictDialogProps {
  entryId: string | undefined
  onClose(): void
}

interface Question {
  entry: OutboxEntry
  conflicts: Conflicts
}

export function ConflictDialog({ entryId, onClose }: ConflictDialogProps) {
  const { t } = useLingui()
  const asked = questionOf(useOutbox((entries) => entries.find(({ id }) => id === entryId)))
  // What is answered stays while it leaves the screen.
  const [shown, setShown] = useState<Question>()
  if (asked && asked.entry !== shown?.entry) setShown(asked)
  return (
    <Dialog
      open={asked !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t`Sua alteração encontrou outra`}
      description={shown && <Met entry={shown.entry} />}
      className="max-w-2xl"
    >
      {shown && <Form key={shown.entry.id} {...shown} onClose={onClose} />}
    </Dialog>
  )
}

/** Names are asked for by what the open dialog shows: closed it asks for none. */
const useEntryNames = () => useNames(useOutbox())

function Met({ entry }: { entry: OutboxEntry }) {
  const nameOf = useEntryNames()
  return (
    <>
      {entryWords(entry, nameOf)}. <Trans>Alguém mudou o mesmo enquanto isso: escolha o que fica.</Trans>
    </>
  )
}

function questionOf(entry: OutboxEntry | undefined): Question | undefined {
  const conflicts = entry && conflictsOf(entry)
  return entry && conflicts ? { entry, conflicts } : undefined
}

interface FormProps extends Question {
  onClose(): void
}

function Form({ entry, conflicts, onClose }: FormProps) {
  const nameOf = useEntryNames()
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({})
  const fields = questions(conflicts)
  const all = (side: Side) => setChosen(Object.fromEntries(fields.map((field) => [field, side])))
  const apply = () => {
    const args = resolvedArgs(entry.args, conflicts, chosen)
    const done = args ? retryEntry(entry.id, args) : discardEntry(entry.id)
    done.then(onClose, toastError)
  }
  return (
    <>
      <DialogBody className="flex flex-col gap-4">
        {fields.length > 1 && <Shortcuts onChoose={all} />}
        {fields.map((field) => (
          <ConflictField
            key={field}
            field={field}
            label={fieldWords(field)}
            mine={conflicts[field]?.to}
            theirs={conflicts[field]?.current}
            chosen={chosen[field]}
            nameOf={nameOf}
            onChoose={(side) => setChosen((before) => ({ ...before, [field]: side }))}
          />
        ))}
        <Free fields={freeFields(entry, conflicts)} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>
          <Trans>Decidir depois</Trans>
        </Button>
        <Button variant="primary" onClick={apply} disabled={fields.some((field) => chosen[field] === undefined)}>
          <Trans>Aplicar</Trans>
        </Button>
      </DialogFooter>
    </>
  )
}

function Shortcuts({ onChoose }: { onChoose(side: Side): void }) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => onChoose('mine')}>
        <Trans>Ficar com as minhas</Trans>
      </Button>
      <Button onClick={() => onChoose('theirs')}>
        <Trans>Ficar com as do servidor</Trans>
      </Button>
    </div>
  )
}

function Free({ fields }: { fields: readonly string[] }) {
  const { i18n } = useLingui()
  if (fields.length === 0) return null
  const names = new Intl.ListFormat(i18n.locale).format(fields.map(fieldWords))
  return (
    <p className="text-sm text-muted">
      <Trans>O resto da sua alteração não encontrou outra e será salvo: {names}.</Trans>
    </p>
  )
}

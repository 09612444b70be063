// The company's opening hours, saved as a whole. Invariant: an edit is made on the hours that its author saw when they began, and is
// asked about before it is left.
import { Trans, useLingui } from '@lingui/react/macro'
import type { OpeningHours } from 'db/bot/opening-hours.ts'
import { useId, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { hasProblems } from '../../components/hours-editor/edit-hours.ts'
import { HoursEditor } from '../../components/hours-editor/hours-editor.tsx'
import { HoursSummary } from '../../components/hours-editor/hours-summary.tsx'
import { LeavingQuestion } from '../../components/resource-form/leaving-question.tsx'
import { useLeaving } from '../../components/resource-form/use-leaving.ts'
import { WaitingMark } from '../../components/resource-list/row-note.tsx'
import { Button } from '../../components/ui/button.tsx'
import { zoneName } from '../../lib/text/time-zones.ts'
import { toastError, toastProblem } from '../../lib/app/toast.ts'
import { toastSaved } from '../../resource/toast-saved.ts'
import { mutate } from '../../sync/client.ts'
import { UnsentNote } from './unsent-note.tsx'
import type { Company } from './use-company.ts'

interface Edit {
  from: OpeningHours | null
  to: OpeningHours | null
}

export function HoursTab({ company }: { company: Company }) {
  return company.mayEdit ? <EditHours company={company} /> : <ReadHours company={company} />
}

function ReadHours({ company: { company } }: { company: Company }) {
  return (
    <div className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4">
      <HoursSummary hours={company.hours} />
      <Clock timeZone={company.timeZone} />
    </div>
  )
}

function Clock({ timeZone }: { timeZone: string }) {
  const zone = zoneName(timeZone)
  return (
    <span>
      <Trans>
        No{' '}
        <Link to="/settings" className="rounded-sm text-accent underline">
          fuso horário da empresa
        </Link>
        : {zone}.
      </Trans>
    </span>
  )
}

function EditHours({ company: { company, unsent } }: { company: Company }) {
  const { t } = useLingui()
  const { edit, change, discard, save } = useHoursEdit(company)
  // The editor remembers what was switched off: after a discard it begins anew.
  const [round, setRound] = useState(0)
  const headingId = useId()
  const leaving = useLeaving(edit !== null)
  const ofHours = unsent.get('hours')
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-2">
      <h2 id={headingId} className="text-sm font-medium text-muted">
        <Trans>Horário da empresa</Trans>
      </h2>
      <div className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4">
        {typeof ofHours === 'object' && <UnsentNote entry={ofHours} to="/settings/hours" />}
        <HoursEditor
          key={round}
          label={t`Tem horário de atendimento`}
          help={t`Desligado: a empresa está sempre aberta.`}
          value={edit ? edit.to : company.hours}
          onChange={change}
        />
        <p className="flex items-center gap-2 text-sm text-muted">
          <Clock timeZone={company.timeZone} />
          {ofHours === 'waiting' && <WaitingMark />}
        </p>
        {edit && (
          <div className="flex justify-end gap-2">
            <Button
              onClick={() => {
                discard()
                setRound(round + 1)
              }}
            >
              <Trans>Descartar</Trans>
            </Button>
            <Button variant="primary" onClick={() => void save()}>
              <Trans>Salvar</Trans>
            </Button>
          </div>
        )}
      </div>
      <LeavingQuestion leaving={leaving} />
    </section>
  )
}

function useHoursEdit({ id, hours }: { id: string; hours: OpeningHours | null }) {
  const { t } = useLingui()
  const [edit, setEdit] = useState<Edit | null>(null)
  const change = (to: OpeningHours | null) => {
    const from = edit ? edit.from : hours
    setEdit(JSON.stringify(from) === JSON.stringify(to) ? null : { from, to })
  }
  const save = async () => {
    if (!edit) return
    if (hasProblems(edit.to)) return toastProblem(t`Corrija os horários.`)
    try {
      await mutate('company.update', { id, changes: { hours: edit } })
      setEdit(null)
      toastSaved(t`Horários atualizados com sucesso.`)
    } catch (error) {
      toastError(error)
    }
  }
  return { edit, change, discard: () => setEdit(null), save }
}

// The numbers of a report, in the groups in which they add up.
import { useLingui } from '@lingui/react/macro'
import type { Report } from '../answers.ts'
import type { Shown } from './report-people.tsx'
import { Titled } from '../titled.tsx'

type Count = Exclude<keyof Report, 'failures' | 'variants'>

interface ReportNumbersProps {
  data: Report
  /** A question went first. */
  asks: boolean
  onShow(shown: Shown): void
}

export function ReportNumbers({ data, asks, onShow }: ReportNumbersProps) {
  const { t } = useLingui()
  const groups: { title: string; numbers: readonly (readonly [Count, string])[] }[] = [
    {
      title: t`Audiência`,
      numbers: [
        ['all', t`Pessoas`],
        ['valid', t`Válidas`],
        ['invalid', t`Sem WhatsApp`],
        ['optedOut', t`Já tinham saído`],
        ['repeated', t`Repetidas`],
      ],
    },
    {
      title: t`Das válidas`,
      numbers: [
        ['delivered', t`Entregues`],
        ['failed', t`Falharam`],
        ['waiting', t`Por enviar`],
      ],
    },
    ...(asks
      ? [
          {
            title: t`Confirmação`,
            numbers: [
              ['asked', t`Perguntas enviadas`],
              ['confirmed', t`Confirmaram`],
            ] as const,
          },
        ]
      : []),
    {
      title: t`Depois da entrega`,
      numbers: [
        ['received', t`No aparelho`],
        ['read', t`Lidas`],
        ['answered', t`Responderam em 3 dias`],
        ['stopped', t`Pediram para sair`],
      ],
    },
  ]
  return groups.map(({ title, numbers }) => (
    <Titled key={title} title={title}>
      <div className="grid-figures gap-2 sm:grid-cols-3 lg:grid-cols-5">
        {numbers.map(([group, label]) => (
          <Number
            key={group}
            label={label}
            value={data[group]}
            // Of the repeated there is nobody to show: they are somebody else of the audience.
            onOpen={group === 'repeated' ? null : () => onShow({ title: label, group })}
          />
        ))}
      </div>
    </Titled>
  ))
}

interface NumberProps {
  label: string
  value: number
  onOpen: (() => void) | null
}

function Number({ label, value, onOpen }: NumberProps) {
  const words = (
    <>
      <span className="text-2xl font-semibold tabular">{value.toLocaleString()}</span>
      <span className="text-sm text-muted">{label}</span>
    </>
  )
  const look = 'flex flex-col items-start rounded-lg border border-line bg-surface px-4 py-3 text-left'
  if (onOpen === null || value === 0) return <div className={look}>{words}</div>
  return (
    <button type="button" onClick={onOpen} className={`${look} hover:bg-hover`}>
      {words}
    </button>
  )
}

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ImportReport, RowProblem } from 'db/contacts/sheet.ts'
import { Download } from 'lucide-react'
import { Button } from '../../components/ui/button.tsx'
import { saveCsv } from '../../lib/text/csv.ts'
import { Counts } from './counts.tsx'

/** What became of each row. */
export function Report({ report }: { report: ImportReport }) {
  const { t } = useLingui()
  const { created, updated, invalid, withoutEmail = [] } = report
  const told = [...invalid, ...withoutEmail].toSorted((a, b) => a.row - b.row)
  const words: Record<RowProblem, string> = {
    name: t`Nome inválido`,
    number: t`Número inválido`,
    'area-code': t`Número sem DDD`,
    email: t`E-mail inválido; importado sem ele`,
    repeated: t`Número repetido na planilha`,
  }
  const save = () =>
    saveCsv(`${t`linhas-invalidas`}.csv`, [
      [t`Linha`, t`Motivo`, t`Conteúdo`],
      ...told.map(({ row, problem, text }) => [String(row), words[problem], text]),
    ])
  return (
    <div role="status" className="flex flex-col items-start gap-4">
      <Counts created={created} updated={updated}>
        <Plural value={invalid.length} one="# linha inválida" other="# linhas inválidas" />
      </Counts>
      {told.length > 0 && (
        <>
          <ul
            role="list"
            aria-label={t`Linhas inválidas`}
            className="flex w-full flex-col divide-y divide-line text-sm"
          >
            {told.slice(0, 20).map(({ row, problem, text }) => (
              <li key={row} className="flex gap-3 py-1.5">
                <span className="shrink-0 text-muted tabular">
                  <Trans>Linha {row}</Trans>
                </span>
                <span className="shrink-0">{words[problem]}</span>
                <span className="min-w-0 truncate text-muted">{text}</span>
              </li>
            ))}
          </ul>
          <Button onClick={save}>
            <Download aria-hidden />
            <Trans>Baixar linhas inválidas</Trans>
          </Button>
        </>
      )}
    </div>
  )
}

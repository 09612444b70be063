// Which message did better, and why some failed.
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Report } from '../answers.ts'
import type { Shown } from './report-people.tsx'
import { Titled } from '../titled.tsx'
import { useCampaignFailureWords } from './failure-words.ts'

interface ReportTablesProps {
  data: Report
  onShow(shown: Shown): void
}

export function ReportTables({ data: { variants, failures }, onShow }: ReportTablesProps) {
  const { t } = useLingui()
  const failureWords = useCampaignFailureWords()
  const share = (part: number, of: number) => (of === 0 ? '—' : `${Math.round((100 * part) / of)}%`)
  return (
    <>
      {variants.length > 1 && (
        <Table
          title={t`Por versão da mensagem`}
          heads={[t`Versão`, t`Entregues`, t`Lidas`, t`Responderam`, t`Saíram`]}
          rows={variants.map(({ variant, delivered, read, answered, stopped }) => {
            const number = variant + 1
            const title = t`Mensagem ${number}`
            return {
              key: String(variant),
              cells: [
                title,
                delivered.toLocaleString(),
                share(read, delivered),
                share(answered, delivered),
                share(stopped, delivered),
              ],
              onOpen: () => onShow({ title, group: 'all', variant }),
            }
          })}
        />
      )}
      {failures.length > 0 && (
        <Table
          title={t`Por que falharam`}
          heads={[t`Causa`, t`Pessoas`]}
          rows={failures.map(({ error, count }) => ({
            key: error,
            cells: [failureWords(error), count.toLocaleString()],
            onOpen: () => onShow({ title: t`Falharam`, group: 'failed', error }),
          }))}
        />
      )}
    </>
  )
}

interface TableProps {
  title: string
  heads: readonly string[]
  rows: readonly { key: string; cells: readonly string[]; onOpen(): void }[]
}

function Table({ title, heads, rows }: TableProps): ReactNode {
  return (
    <Titled title={title}>
      <div className="overflow-x-auto rounded-lg border border-line bg-surface">
        <table className="w-full text-left text-base">
          <thead>
            <tr className="border-b border-line text-xs text-muted">
              {heads.map((head, place) => (
                <th key={head} scope="col" className={`h-9 px-4 font-medium ${place > 0 ? 'text-right' : ''}`}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map(({ key, cells: [first, ...others], onOpen }) => (
              <tr key={key} className="hover:bg-hover">
                <th scope="row" className="px-4 py-2 font-normal">
                  <button
                    type="button"
                    onClick={onOpen}
                    className="min-h-6 rounded-sm text-left hover:underline touch:min-h-11"
                  >
                    {first}
                  </button>
                </th>
                {others.map((cell, place) => (
                  <td key={heads[place + 1]} className="px-4 py-2 text-right tabular">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Titled>
  )
}

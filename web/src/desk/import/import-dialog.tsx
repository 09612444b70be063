// A spreadsheet of people, in three steps: choose the file, say which column is what, read the report. Only the server does it, so
// it needs the network and says so.
import { t as text } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ImportReport, SheetPreview } from 'db/contacts/sheet.ts'
import { AppError } from 'db/kit/errors.ts'
import { FileSpreadsheet } from 'lucide-react'
import { useRef, useState, type ChangeEvent } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/dialog.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { errorMessage } from '../../lib/text/error-message.ts'
import { useOnline } from '../server/use-online.ts'
import { ColumnMapping } from './column-mapping.tsx'
import { importSheet, mappingOf, previewSheet, type Guess } from './import-sheet.ts'
import { Report } from './report.tsx'

interface ImportDialogProps {
  open: boolean
  title: string
  /** Below /api, where the sheet goes. */
  path: string
  /** Something was taken in. */
  onImported?(): void
  onClose(): void
}

export function ImportDialog({ open, title, ...steps }: ImportDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && steps.onClose()}
      placement="right"
      title={title}
      className="sm:w-md"
    >
      {open && <Steps {...steps} />}
    </Dialog>
  )
}

interface Sheet {
  file: File
  preview: SheetPreview
  mapping: Guess
}

function Steps({ path, onImported, onClose }: Omit<ImportDialogProps, 'open' | 'title'>) {
  const online = useOnline()
  const [sheet, setSheet] = useState<Sheet>()
  const [report, setReport] = useState<ImportReport>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const mapping = sheet && mappingOf(sheet.mapping)

  const during = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem(undefined)
    await work().catch((error: unknown) => setProblem(sheetProblem(error)))
    setBusy(false)
  }
  const choose = (file: File) =>
    during(async () => {
      const preview = await previewSheet(path, file)
      setSheet({ file, preview, mapping: preview.guess })
    })
  const run = () =>
    during(async () => {
      if (!sheet || !mapping) return
      setReport(await importSheet(path, sheet.file, mapping))
      onImported?.()
    })

  return (
    <>
      <DialogBody className="flex flex-col gap-4">
        {!online && (
          <Notice tone="warning">
            <Trans>Você está sem conexão. A importação precisa do servidor.</Trans>
          </Notice>
        )}
        {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
        {report && <Report report={report} />}
        {!report && (
          <ChooseFile name={sheet?.file.name} disabled={busy || !online} onChoose={(file) => void choose(file)} />
        )}
        {!report && sheet && (
          <ColumnMapping
            preview={sheet.preview}
            value={sheet.mapping}
            onChange={(changed) => setSheet({ ...sheet, mapping: changed })}
          />
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{report ? <Trans>Fechar</Trans> : <Trans>Cancelar</Trans>}</Button>
        {!report && (
          <Button variant="primary" disabled={busy || !online || !mapping} onClick={() => void run()}>
            {busy && sheet ? <Trans>Importando…</Trans> : <Trans>Importar</Trans>}
          </Button>
        )}
      </DialogFooter>
    </>
  )
}

function sheetProblem(error: unknown): string {
  return error instanceof AppError && error.code === 'ERR_VALIDATION'
    ? text`Não foi possível ler a planilha. Ela precisa ser .xls ou .xlsx, com um cabeçalho e até 20.000 linhas.`
    : errorMessage(error)
}

interface ChooseFileProps {
  name: string | undefined
  disabled: boolean
  onChoose(file: File): void
}

function ChooseFile({ name, disabled, onChoose }: ChooseFileProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (file) onChoose(file)
    // The same file may be chosen again, changed.
    target.value = ''
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-sm text-muted">
        <Trans>
          Uma planilha .xls ou .xlsx: a primeira linha diz o que é cada coluna, e cada linha abaixo é um contato. Quem
          já existe é encontrado pelo número e atualizado.
        </Trans>
      </p>
      <input ref={input} type="file" accept=".xls,.xlsx" hidden aria-label={t`Planilha`} onChange={take} />
      <Button disabled={disabled} onClick={() => input.current?.click()}>
        <FileSpreadsheet aria-hidden />
        {name === undefined ? <Trans>Escolher planilha</Trans> : <Trans>Trocar planilha</Trans>}
      </Button>
      {name !== undefined && <p className="text-sm font-medium break-all">{name}</p>}
    </div>
  )
}

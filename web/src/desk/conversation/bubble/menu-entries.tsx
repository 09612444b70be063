// What the menus of messages have in common, whatever the conversation.
import type { MessageRow } from 'db/messages/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { Copy, Download, type LucideIcon } from 'lucide-react'
import { MenuItem } from '../../../components/ui/menu.tsx'
import { toastDone, toastError } from '../../../lib/app/toast.ts'
import { downloadFile } from '../media/download-file.ts'

/** What can be done with what it says, or with its file. */
export function ContentEntries({ message }: { message: MessageRow }) {
  const { t } = useLingui()
  const { isDeleted, body, mediaHash, mediaName } = message
  if (isDeleted) return null
  const copy = () => {
    navigator.clipboard.writeText(body).then(() => toastDone(t`Texto copiado`), toastError)
  }
  const download = () => {
    if (mediaHash !== null) downloadFile(mediaHash, mediaName ?? t`arquivo`).catch(toastError)
  }
  return (
    <>
      {body !== '' && <MenuEntry icon={Copy} onClick={copy}>{t`Copiar texto`}</MenuEntry>}
      {mediaHash !== null && <MenuEntry icon={Download} onClick={download}>{t`Baixar`}</MenuEntry>}
    </>
  )
}

interface MenuEntryProps {
  icon: LucideIcon
  danger?: boolean
  onClick(): void
  children: string
}

export function MenuEntry({ icon: Icon, danger = false, onClick, children }: MenuEntryProps) {
  return (
    <MenuItem variant={danger ? 'danger' : 'normal'} onClick={onClick}>
      <Icon aria-hidden />
      {children}
    </MenuItem>
  )
}

// The rows of a contact list: a table where there is room, cards on a phone.
import { useLingui } from '@lingui/react/macro'
import { hasPermission } from 'db/kit/permissions.ts'
import { CircleCheck, CircleDashed, CircleX, Pencil } from 'lucide-react'
import { createContext, use } from 'react'
import { ResourceCards } from '../../components/resource-list/resource-cards.tsx'
import { ResourceTable } from '../../components/resource-list/resource-table.tsx'
import { ConfirmIconButton } from '../../components/ui/confirm-icon-button.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { Tooltip } from '../../components/ui/tooltip.tsx'
import { useActor } from '../../lib/app/actor-context.tsx'
import { phone, useMedia } from '../../lib/media/use-media.ts'
import { formatPhone } from '../../lib/text/phone-number.ts'
import type { Item } from './answers.ts'

export interface ItemHandlers {
  /** Nothing can be written now. */
  disabled: boolean
  onEdit(item: Item): void
  onDelete(item: Item): Promise<void>
}

/** Null: whoever looks may only look. */
const Handlers = createContext<ItemHandlers | null>(null)

interface ItemsProps {
  items: readonly Item[]
  count: number
  handlers: ItemHandlers | null
  onEndNear(): void
}

export function Items({ items, count, handlers, onEndNear }: ItemsProps) {
  const { t } = useLingui()
  const Rows = useMedia(phone) ? ResourceCards : ResourceTable
  return (
    <Handlers value={handlers}>
      <Rows
        label={t`Contatos da lista`}
        rows={items}
        columns={[
          { label: t`Nome`, Cell: Name, width: 'w-1/3' },
          { label: t`Número`, Cell: Number },
          { label: t`E-mail`, Cell: Email },
          { label: t`WhatsApp`, Cell: Validity, width: 'w-28' },
        ]}
        Note={NoNote}
        Actions={Actions}
        total={count}
        onEndNear={onEndNear}
      />
    </Handlers>
  )
}

interface CellProps {
  row: Item
}

/** Nothing of them waits on the device. */
const NoNote = () => null
const Name = ({ row: { name } }: CellProps) => (
  <span dir="auto" className="block truncate font-medium">
    {name}
  </span>
)
const Number = ({ row: { number } }: CellProps) => <span className="tabular">{formatPhone(number)}</span>
const Email = ({ row: { email } }: CellProps) => <span className="block truncate">{email || '—'}</span>

function Validity({ row: { isWhatsappValid } }: CellProps) {
  const { t } = useLingui()
  const [Icon, tone, label] =
    isWhatsappValid === null
      ? ([CircleDashed, 'text-muted', t`Ainda não verificado`] as const)
      : isWhatsappValid
        ? ([CircleCheck, 'text-success', t`Está no WhatsApp`] as const)
        : ([CircleX, 'text-danger', t`Não está no WhatsApp`] as const)
  return (
    <Tooltip content={label}>
      <span role="img" aria-label={label} className={tone}>
        <Icon aria-hidden className="size-5" />
      </span>
    </Tooltip>
  )
}

function Actions({ row }: CellProps) {
  const { t } = useLingui()
  const handlers = use(Handlers)
  const mayDelete = hasPermission(useActor(), 'contacts-page:deleteContact')
  if (!handlers) return null
  const { name } = row
  return (
    <>
      <IconButton label={t`Editar ${name}`} disabled={handlers.disabled} onClick={() => handlers.onEdit(row)}>
        <Pencil aria-hidden />
      </IconButton>
      {mayDelete && (
        <ConfirmIconButton
          label={t`Excluir ${name}`}
          disabled={handlers.disabled}
          title={t`Tirar ${name} da lista?`}
          description={t`O contato fica em Contatos, se estiver lá.`}
          confirm={t`Excluir`}
          onConfirm={() => void handlers.onDelete(row)}
        />
      )}
    </>
  )
}

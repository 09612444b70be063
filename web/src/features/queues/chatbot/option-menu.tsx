import type { OptionRow } from 'db/queues/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowDown, ArrowUp, CornerDownRight, CornerUpLeft, Ellipsis, ListPlus, Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../components/ui/menu.tsx'
import type { LineActions } from './option-line.tsx'
import { directions, step, type Direction } from './option-tree.ts'

interface OptionMenuProps {
  option: OptionRow
  options: readonly OptionRow[]
  actions: LineActions
}

const icons = { up: ArrowUp, down: ArrowDown, in: CornerDownRight, out: CornerUpLeft }

export function OptionMenu({ option, options, actions }: OptionMenuProps) {
  const { t } = useLingui()
  const { id, title, parentId } = option
  const label = t`Ações de ${title}`
  const opener = `menu-${id}`
  const possible = directions.filter((direction) => step(options, id, direction) !== null)
  return (
    <Menu
      label={label}
      trigger={
        <IconButton size="sm" label={label} data-focus={opener}>
          <Ellipsis />
        </IconButton>
      }
    >
      <MenuItem onClick={() => actions.edit(option, opener)}>
        <Pencil aria-hidden />
        <Trans>Editar</Trans>
      </MenuItem>
      <MenuItem onClick={() => actions.add(parentId, opener, option)}>
        <ListPlus aria-hidden />
        <Trans>Adicionar opção depois desta</Trans>
      </MenuItem>
      {possible.length > 0 && <MenuSeparator />}
      {possible.map((direction) => {
        const Icon = icons[direction]
        return (
          <MenuItem key={direction} onClick={() => actions.step(id, direction, opener)}>
            <Icon aria-hidden />
            <DirectionWords direction={direction} />
          </MenuItem>
        )
      })}
      <MenuSeparator />
      <MenuItem variant="danger" onClick={() => actions.askDelete(id)}>
        <Trash2 aria-hidden />
        <Trans>Excluir</Trans>
      </MenuItem>
    </Menu>
  )
}

function DirectionWords({ direction }: { direction: Direction }) {
  switch (direction) {
    case 'up':
      return <Trans>Mover para cima</Trans>
    case 'down':
      return <Trans>Mover para baixo</Trans>
    case 'in':
      return <Trans>Mover para dentro da anterior</Trans>
    case 'out':
      return <Trans>Mover para fora</Trans>
  }
}

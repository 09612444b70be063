import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Badge } from './ui/badge.tsx'
import { Button } from './ui/button.tsx'
import { Menu, MenuCheckbox, MenuItem, MenuSeparator } from './ui/menu.tsx'

interface FilterMenuProps {
  label: string
  icon: ReactNode
  options: readonly { id: string; name: string; mark?: ReactNode }[]
  /** None: everything. */
  chosen: readonly string[]
  onChange(ids: readonly string[]): void
  /** The label is written on it. */
  named?: boolean
}

/** Some of many, or all. */
export function FilterMenu({ label, icon, options, chosen, onChange, named = false }: FilterMenuProps) {
  const { t } = useLingui()
  const count = chosen.length
  const toggle = (id: string, on: boolean) => onChange(on ? [...chosen, id] : chosen.filter((each) => each !== id))
  return (
    <Menu
      label={label}
      align="start"
      trigger={
        <Button
          variant="ghost"
          aria-label={count === 0 ? label : t`${label}: ${count}`}
          className="px-2 touch:min-w-11"
        >
          {icon}
          {named && label}
          {count > 0 && <Badge variant="accent">{count}</Badge>}
        </Button>
      }
    >
      <div className="max-h-80 overflow-y-auto">
        {options.map(({ id, name, mark }) => (
          <MenuCheckbox key={id} checked={chosen.includes(id)} onChange={(on) => toggle(id, on)}>
            {mark}
            <span className="min-w-0 flex-1 truncate">{name}</span>
          </MenuCheckbox>
        ))}
      </div>
      {count > 0 && (
        <>
          <MenuSeparator />
          <MenuItem onClick={() => onChange([])}>
            <Trans>Mostrar tudo</Trans>
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

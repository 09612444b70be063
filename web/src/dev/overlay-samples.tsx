import { LogOut, Pencil } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../components/ui/button.tsx'
import { ConfirmIconButton } from '../components/ui/confirm-icon-button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../components/ui/dialog.tsx'
import { Menu, MenuItem, MenuRadio, MenuSeparator } from '../components/ui/menu.tsx'
import { Popover } from '../components/ui/popover.tsx'
import { toastDone, toastOffer, toastProblem } from '../lib/app/toast.ts'
import type { Sample } from './sample.ts'

export const overlaySamples: readonly Sample[] = [
  { title: 'Dialog', Show: Dialogs },
  {
    title: 'ConfirmIconButton, ConfirmDialog',
    Show: () => (
      <ConfirmIconButton
        label="Excluir Vendas"
        title="Excluir a fila Vendas?"
        description="O que acontece com o que era dela."
        confirm="Excluir"
        onConfirm={() => toastDone('Excluída')}
      />
    ),
  },
  { title: 'Menu', Show: Menus },
  { title: 'Popover', Show: Popovers },
  {
    title: 'Toast',
    Show: () => (
      <>
        <Button onClick={() => toastDone('Feito!')}>toastDone</Button>
        <Button onClick={() => toastProblem('Algo está errado.')}>toastProblem</Button>
        <Button onClick={() => toastOffer('Há algo a fazer.', { label: 'Fazer', onClick: () => undefined })}>
          toastOffer
        </Button>
      </>
    ),
  },
]

function Dialogs() {
  return (['center', 'top', 'right', 'left'] as const).map((placement) => (
    <OneDialog key={placement} placement={placement} />
  ))
}

function OneDialog({ placement }: { placement: 'center' | 'top' | 'right' | 'left' }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{placement}</Button>
      <Dialog open={open} onOpenChange={setOpen} placement={placement} title="Título" description="Uma descrição.">
        <DialogBody>O conteúdo, que rola quando é longo.</DialogBody>
        <DialogFooter>
          <Button onClick={() => setOpen(false)}>Cancelar</Button>
          <Button variant="primary" onClick={() => setOpen(false)}>
            Salvar
          </Button>
        </DialogFooter>
      </Dialog>
    </>
  )
}

function Menus() {
  const [value, setValue] = useState('pt')
  return (
    <Menu label="Exemplo" align="start" trigger={<Button>Abrir menu</Button>}>
      <MenuItem>
        <Pencil aria-hidden />
        Editar
      </MenuItem>
      <MenuSeparator />
      <MenuRadio
        label="Idioma"
        value={value}
        options={[
          { value: 'pt', label: 'Português' },
          { value: 'en', label: 'English' },
        ]}
        onChange={setValue}
      />
      <MenuSeparator />
      <MenuItem variant="danger">
        <LogOut aria-hidden />
        Excluir
      </MenuItem>
    </Menu>
  )
}

function Popovers() {
  const [open, setOpen] = useState(false)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button ref={setAnchor} onClick={() => setOpen(!open)}>
        Abrir painel
      </Button>
      <Popover open={open} onOpenChange={setOpen} anchor={anchor} label="Exemplo">
        <p className="p-4 text-base">Um painel pequeno.</p>
      </Popover>
    </>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Contact, FileUp, MapPin, Plus } from 'lucide-react'
import { useRef, useState, type ChangeEvent } from 'react'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Menu, MenuItem } from '../../../components/ui/menu.tsx'
import { ContactsDialog } from './contacts-dialog.tsx'
import { LocationDialog } from './location-dialog.tsx'
import type { Outgoing } from './outgoing.ts'

interface AttachMenuProps {
  onFiles(files: readonly File[]): void
  onSend(message: Outgoing): void
}

export function AttachMenu({ onFiles, onSend }: AttachMenuProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [dialog, setDialog] = useState<'location' | 'contacts' | null>(null)
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])])
    // The same file may be chosen again.
    target.value = ''
  }
  const send = (message: Outgoing) => {
    setDialog(null)
    onSend(message)
  }
  return (
    <>
      <input ref={input} type="file" multiple hidden aria-label={t`Arquivos`} onChange={take} />
      <Menu
        label={t`Anexar`}
        align="start"
        trigger={
          <IconButton size="lg" label={t`Anexar`}>
            <Plus />
          </IconButton>
        }
      >
        <MenuItem onClick={() => input.current?.click()}>
          <FileUp aria-hidden />
          <Trans>Fotos e arquivos</Trans>
        </MenuItem>
        <MenuItem onClick={() => setDialog('location')}>
          <MapPin aria-hidden />
          <Trans>Localização</Trans>
        </MenuItem>
        <MenuItem onClick={() => setDialog('contacts')}>
          <Contact aria-hidden />
          <Trans>Contato</Trans>
        </MenuItem>
      </Menu>
      <LocationDialog
        open={dialog === 'location'}
        onOpenChange={(open) => setDialog(open ? 'location' : null)}
        onSend={(location) => send({ body: '', location })}
      />
      <ContactsDialog
        open={dialog === 'contacts'}
        onOpenChange={(open) => setDialog(open ? 'contacts' : null)}
        onSend={(contactIds) => send({ body: '', contactIds })}
      />
    </>
  )
}

import { AttachFrame } from '../../../../desk/conversation/composer/attach-frame.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { Braces, Contact, MapPin, Zap } from 'lucide-react'
import { memo, useState } from 'react'
import { MenuCheckbox, MenuGroup, MenuItem, MenuSeparator } from '../../../../components/ui/menu.tsx'
import { ContactsDialog } from './contacts-dialog.tsx'
import { LocationDialog } from './location-dialog.tsx'
import { variableNames, type VariableName } from './message-text.ts'
import type { Outgoing } from '../../../../desk/conversation/composer/outgoing.ts'

interface AttachMenuProps {
  onFiles(files: readonly File[]): void
  onSend(message: Outgoing): void
  /** Into the text, where the caret is. */
  onInsert(text: string): void
  /** As of a menu. */
  focusAfter(): HTMLElement | null
  onBrowseQuick(): void
  signs: boolean
  onSigns(on: boolean): void
}

/** Everything that is not text, and what helps to write it. Rendered once: nobody waits for it while typing. */
export const AttachMenu = memo(function AttachMenu(props: AttachMenuProps) {
  const { onFiles, onSend, onInsert, focusAfter, onBrowseQuick, signs, onSigns } = props
  const { t } = useLingui()
  const words: Record<VariableName, string> = {
    firstName: t`Primeiro nome`,
    name: t`Nome completo`,
    ms: t`Saudação`,
    protocol: t`Protocolo`,
    date: t`Data`,
    hour: t`Hora`,
  }
  const [dialog, setDialog] = useState<'location' | 'contacts' | null>(null)
  const send = (message: Outgoing) => {
    setDialog(null)
    onSend(message)
  }
  return (
    <>
      <AttachFrame onFiles={onFiles} focusAfter={focusAfter}>
        <MenuItem onClick={() => setDialog('location')}>
          <MapPin aria-hidden />
          <Trans>Localização</Trans>
        </MenuItem>
        <MenuItem onClick={() => setDialog('contacts')}>
          <Contact aria-hidden />
          <Trans>Contato</Trans>
        </MenuItem>
        <MenuItem onClick={onBrowseQuick}>
          <Zap aria-hidden />
          <Trans>Mensagem rápida</Trans>
        </MenuItem>
        <MenuSeparator />
        <MenuGroup label={t`Inserir no texto`}>
          {variableNames.map((name) => (
            <MenuItem key={name} onClick={() => onInsert(`{{${name}}}`)}>
              <Braces aria-hidden />
              <span className="flex-1">{words[name]}</span>
            </MenuItem>
          ))}
        </MenuGroup>
        <MenuSeparator />
        <MenuCheckbox checked={signs} onChange={onSigns}>
          <Trans>Assinar mensagens</Trans>
        </MenuCheckbox>
      </AttachFrame>
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
})

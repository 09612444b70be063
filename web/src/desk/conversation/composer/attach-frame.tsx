import { Trans, useLingui } from '@lingui/react/macro'
import { FileUp, Plus } from 'lucide-react'
import { useRef, type ChangeEvent, type ReactNode } from 'react'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Menu, MenuItem } from '../../../components/ui/menu.tsx'

interface AttachFrameProps {
  onFiles(files: readonly File[]): void
  /** As of a menu. */
  focusAfter?(): HTMLElement | null
  /** What can be added beside files. */
  children: ReactNode
}

/** The menu beside the field: files first. */
export function AttachFrame({ onFiles, focusAfter, children }: AttachFrameProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])])
    // The same file may be chosen again.
    target.value = ''
  }
  return (
    <>
      <input ref={input} type="file" multiple hidden aria-label={t`Arquivos`} onChange={take} />
      <Menu
        label={t`Anexar`}
        align="start"
        {...(focusAfter && { focusAfter })}
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
        {children}
      </Menu>
    </>
  )
}

import { useLingui } from '@lingui/react/macro'
import { Paperclip } from 'lucide-react'
import { useRef, type ChangeEvent } from 'react'
import { IconButton } from '../../../components/ui/icon-button.tsx'

export function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
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
      <IconButton size="lg" label={t`Anexar arquivos`} onClick={() => input.current?.click()}>
        <Paperclip />
      </IconButton>
    </>
  )
}

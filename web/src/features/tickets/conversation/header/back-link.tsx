import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, X } from 'lucide-react'
import { buttonVariants } from '../../../../components/ui/button.tsx'
import { cn } from '../../../../lib/class-names.ts'
import { useTicketFrame } from '../../ticket-frame.ts'

/** On a phone, where the conversation has the whole screen, and where it stands beside something else. */
export function BackLink() {
  const { t } = useLingui()
  const { home, narrow } = useTicketFrame()
  return (
    <Link
      to={home}
      aria-label={narrow ? t`Fechar a conversa` : t`Voltar para a lista`}
      className={buttonVariants({
        variant: 'ghost',
        className: cn('p-0', narrow ? 'size-8 touch:size-11' : 'size-11 sm:hidden'),
      })}
    >
      {narrow ? <X /> : <ArrowLeft />}
    </Link>
  )
}

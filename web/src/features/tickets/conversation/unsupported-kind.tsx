import { Trans } from '@lingui/react/macro'
import { Paperclip } from 'lucide-react'
import type { ReactNode } from 'react'

const kinds: Record<string, ReactNode> = {
  image: <Trans>Imagem</Trans>,
  video: <Trans>Vídeo</Trans>,
  audio: <Trans>Áudio</Trans>,
  document: <Trans>Documento</Trans>,
  application: <Trans>Documento</Trans>,
  sticker: <Trans>Figurinha</Trans>,
  location: <Trans>Localização</Trans>,
  contact: <Trans>Contato</Trans>,
  poll: <Trans>Enquete</Trans>,
  viewOnce: <Trans>Visualização única</Trans>,
}

/** What WhatsApp can send and this desk can't show yet is named, not hidden. */
export function UnsupportedKind({ mediaType }: { mediaType: string }) {
  const kind = mediaType.replace(/^unsupported:/, '')
  return (
    <span className="mb-0.5 flex items-center gap-1.5 text-sm text-muted">
      <Paperclip aria-hidden className="size-3.5 shrink-0" />
      <span>
        {kinds[kind] ?? <Trans>Mensagem especial</Trans>} · <Trans>veja no celular</Trans>
      </span>
    </span>
  )
}

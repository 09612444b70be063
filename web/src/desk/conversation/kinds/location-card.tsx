import type { MessageRow } from 'db/messages/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { ExternalLink, MapPin } from 'lucide-react'
import { coordinates, mapLinks } from './location-links.ts'
import { LongText } from './long-text.tsx'

/** A place in words. No map is drawn: its tiles would tell somebody where our customers are. */
export function LocationCard({ message }: { message: MessageRow }) {
  const { t } = useLingui()
  const place = message.details?.location
  if (!place) return null
  const { openStreetMap, googleMaps } = mapLinks(place)
  return (
    <div className="w-72 max-w-full">
      <div className="-mx-1.5 mt-0.5 mb-1 overflow-hidden rounded-md bg-ink/5">
        <div className="flex items-start gap-2.5 p-2.5">
          <span className="flex size-9 shrink-0 items-center justify-center rounded-full bg-danger-soft text-danger">
            <MapPin aria-hidden className="size-4.5" />
          </span>
          <span className="min-w-0 flex-1">
            <span dir="auto" className="line-clamp-2 text-left font-medium wrap-anywhere">
              {place.name || (place.isLive ? t`Localização em tempo real` : t`Localização`)}
            </span>
            {place.address !== '' && (
              <span dir="auto" className="line-clamp-4 text-left text-sm wrap-anywhere whitespace-normal text-quote">
                {place.address}
              </span>
            )}
            <span className="block text-xs text-quote tabular">{coordinates(place)}</span>
          </span>
        </div>
        <div className="flex border-t border-ink/10">
          <MapLink href={googleMaps}>Google Maps</MapLink>
          <span aria-hidden className="w-px bg-ink/10" />
          <MapLink href={openStreetMap}>OpenStreetMap</MapLink>
        </div>
      </div>
      {place.isLive && place.name !== '' && (
        <span className="block text-xs text-quote">
          <Trans>Localização em tempo real</Trans>
        </span>
      )}
      {message.body !== '' && <LongText message={message} />}
    </div>
  )
}

function MapLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="flex h-8 flex-1 items-center justify-center gap-1.5 text-sm font-medium text-link outline-offset-[-2px] hover:bg-ink/5 touch:h-11"
    >
      {children}
      <ExternalLink aria-hidden className="size-3.5" />
    </a>
  )
}

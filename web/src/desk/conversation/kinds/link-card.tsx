import type { MessageDetails } from 'db/messages/details.ts'

/** As WhatsApp sent it along: nothing is fetched, so the site does not learn who reads. */
export function LinkCard({ link }: { link: NonNullable<MessageDetails['link']> }) {
  const host = hostOf(link.url)
  if (host === null) return null
  return (
    <a
      href={link.url}
      target="_blank"
      rel="noopener noreferrer"
      className="-mx-1.5 mt-0.5 mb-1 block rounded-md bg-ink/5 px-2.5 py-2 whitespace-normal hover:bg-ink/8"
    >
      <span dir="auto" className="line-clamp-2 text-sm font-medium wrap-anywhere">
        {link.title || host}
      </span>
      {link.description !== '' && (
        <span dir="auto" className="line-clamp-2 text-xs wrap-anywhere text-quote">
          {link.description}
        </span>
      )}
      <span className="block truncate text-xs text-quote">{host}</span>
    </a>
  )
}

/** null for anything but the web: a customer's client says what the address is. */
function hostOf(url: string): string | null {
  const parsed = URL.parse(url)
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.host : null
}

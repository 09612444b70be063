const hosts = new Set(['www.youtube.com', 'youtube.com', 'm.youtube.com', 'youtu.be', 'www.youtube-nocookie.com'])

/** YouTube's id of a video, from the id itself or any address of it that people copy; null of anything else. */
export function videoId(text: string): string | null {
  const typed = text.trim()
  if (isId(typed)) return typed
  const url = URL.parse(typed)
  if (!url || !hosts.has(url.hostname)) return null
  const id = url.searchParams.get('v') ?? url.pathname.split('/').at(-1) ?? ''
  return isId(id) ? id : null
}

const isId = (text: string) => /^[\w-]{11}$/.test(text)

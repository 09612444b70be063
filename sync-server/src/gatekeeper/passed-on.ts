/** The upstream's headers that are for the client: not what it says to shared caches, other origins, or of its own encoding. */
export const passedOn = (headers: Headers): [string, string][] =>
  [...headers].filter(([name]) => name.startsWith('electric-') || name === 'content-type' || name === 'retry-after')

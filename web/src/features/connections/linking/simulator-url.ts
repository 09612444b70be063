import * as v from 'valibot'

const health = v.object({ simulatorUrl: v.optional(v.pipe(v.string(), v.url())) })

/** Where the simulated phones are, when this server runs with them. */
export async function simulatorUrl(): Promise<string | null> {
  try {
    const response = await fetch('/api/health')
    return v.parse(health, await response.json()).simulatorUrl ?? null
  } catch {
    return null
  }
}

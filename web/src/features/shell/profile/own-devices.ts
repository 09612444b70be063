// Where one is logged in: asked of the server, because nothing of it is kept on the device.
import * as v from 'valibot'
import { authorizedFetch, errorOf } from '../../../sync/session-client.ts'

const instant = v.pipe(
  v.string(),
  v.transform((text) => new Date(text)),
)
const answer = v.object({
  devices: v.array(
    v.object({
      id: v.string(),
      browser: v.nullable(v.string()),
      system: v.nullable(v.string()),
      current: v.boolean(),
      createdAt: instant,
      lastSeenAt: instant,
    }),
  ),
})

export type OwnDevice = v.InferOutput<typeof answer>['devices'][number]

/** The one that was seen last first. @throws AppError; TypeError when the network fails */
export async function readOwnDevices(): Promise<readonly OwnDevice[]> {
  const response = await authorizedFetch('/api/auth/devices')
  if (!response.ok) throw await errorOf(response)
  return v.parse(answer, await response.json()).devices
}

/** One that has logged out meanwhile is as good. @throws as `readOwnDevices` */
export async function endOwnDevice(id: string): Promise<void> {
  const response = await authorizedFetch(`/api/auth/devices/${id}`, { method: 'DELETE' })
  if (!response.ok && response.status !== 404) throw await errorOf(response)
}

// What answers at one origin when a machine is not enough: a balancer, two servers, two shape engines and a bucket, each a process.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fixedPorts } from 'db/node/fixed-ports.ts'
import { Part } from '../../whatsapp-worker/soak/part.ts'
import type { Beneath, Service } from '../../whatsapp-worker/soak/world.ts'
import { jwtSecret } from '../simulate/device-session.ts'
import { startBalancer, type Balancer } from './proxy.ts'

export interface Topology extends Service {
  balancer: Balancer
  engines: readonly Part[]
  bucket: Part
}

const between = 'between-us'
const names = ['a', 'b'] as const

export async function startTopology({ folder, urls, env, ...rest }: Beneath): Promise<Topology> {
  const [balancerPort = 0, bucketPort = 0, ...ports] = await fixedPorts(2 + 2 * names.length)
  const enginePorts = ports.slice(0, names.length)
  const serverPorts = ports.slice(names.length)
  const bucketFolder = join(folder, 'bucket')
  await mkdir(bucketFolder)
  const bucket = new Part({
    ...rest,
    name: 'bucket',
    file: 'db/src/node/testing/bucket-process.ts',
    args: [bucketFolder, String(bucketPort)],
    ready: 'bucket listening',
    env: () => ({}),
  })
  const workerEnv = {
    S3_BUCKET: 'balcao',
    S3_ENDPOINT: `http://127.0.0.1:${bucketPort}`,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  }
  const engines = names.map((name, index) => enginePart({ folder, urls, env, ...rest }, name, enginePorts[index]))
  const electricUrls = enginePorts.map((port) => `http://127.0.0.1:${port}`)
  const servers = names.map(
    (name, index) =>
      new Part({
        ...rest,
        name: `server ${name}`,
        file: 'sync-server/src/main.ts',
        ready: 'listening',
        env: () => ({
          ...env,
          ...workerEnv,
          // Each begins with another one.
          ELECTRIC_URL: (index === 0 ? electricUrls : electricUrls.toReversed()).join(),
          ELECTRIC_SECRET: between,
          PORT: String(serverPorts[index]),
          JWT_SECRET: jwtSecret,
          TRUST_PROXY: '0',
          UPLOADS_DIR: join(folder, 'uploads'),
        }),
      }),
  )
  await Promise.all([bucket, ...engines].map((part) => part.start()))
  const balancer = await startBalancer(balancerPort, serverPorts)
  return { url: balancer.url, servers, workerEnv, balancer, engines, bucket }
}

function enginePart({ folder, urls, env, ...rest }: Beneath, name: string, port: number | undefined): Part {
  return new Part({
    ...rest,
    name: `engine ${name}`,
    file: 'sync-server/shapes/src/main.ts',
    ready: 'shapes active',
    env: () => ({
      DATABASE_URL: urls.shapes,
      PORT: String(port),
      SHAPES_DIR: join(folder, `engine ${name}`),
      PUBLICATION: 'balcao',
      MANAGE_PUBLICATION: '0',
      SLOT: `topology_${name}`,
      PEERS: '1',
      SECRET: between,
      LOG_LEVEL: env['LOG_LEVEL'] ?? 'warn',
    }),
  })
}

// What each kind of step does to the world. A step that has nothing to act on (nobody logged in, nothing refused) does nothing.
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from 'db/kit/errors.ts'
import { randomFrom } from 'db/node/random.ts'
import { logIn } from './device-session.ts'
import type { Device } from './device.ts'
import type { Step } from './history.ts'
import { checkView } from './laws/view.ts'
import { tellOnline } from './online.ts'
import { acknowledge, changeProfile, changeQueues, customerWrites, somebodyWorks } from './others.ts'
import { rest } from './rest.ts'
import { supply } from './supply.ts'
import type { World } from './world.ts'

/** Who waits neither for what they need to work at all, nor for a server that does not answer. */
const [impatience, persistence] = [0.15, 0.5]
/** Loading takes far less. */
const [loadMs, pollMs] = [3000, 10]

export async function takeStep(world: World, step: Step): Promise<void> {
  const { report } = world
  switch (step.kind) {
    case 'pause':
      return delay(step.ms)
    case 'rest':
      return rest(world)
    case 'inbound':
      return customerWrites(world, randomFrom(step.draw))
    case 'ack':
      return acknowledge(world, randomFrom(step.draw))
    case 'colleague':
      return somebodyWorks(world, randomFrom(step.draw))
    case 'profile':
      report.count('faults', step.kind)
      return changeProfile(world, randomFrom(step.draw))
    case 'queues':
      report.count('faults', step.kind)
      return changeQueues(world, randomFrom(step.draw))
    case 'supply':
      return supply(world, randomFrom(step.draw))
    case 'kill-server':
      report.count('faults', step.wipe ? 'kill-server-and-shapes' : step.kind)
      // Steps go on while it is down; `rest` waits for it.
      void world.server.restart(step).catch((error: unknown) => world.fail(error))
      return
    case 'server-up':
      await world.server.settled()
      return step.told && tellOnline()
    default: {
      const device = world.devices[step.client]
      if (device) await takeClientStep(world, device, step)
    }
  }
}

async function takeClientStep(world: World, device: Device, step: Extract<Step, { client: number }>): Promise<void> {
  const { report } = world
  switch (step.kind) {
    case 'mutate':
      if (step.name === undefined) await comeToWork(world, device, step.draw)
      return report.count('wishes', await device.mutate(step.name, step.draw, step.manner))
    case 'discard':
    case 'retry':
      return decide(device, step)
    case 'offline':
      return device.network.disconnect()
    case 'online':
      device.network.connect()
      return tellOnline()
    case 'fault':
      return device.network.plan(step)
    case 'thaw':
      return device.thaw()
    case 'deliver':
      return device.network.deliver()
    case 'kill-tab':
    case 'evict':
      report.count('faults', step.kind)
      return device.killTab(step.statements, step.kind === 'evict')
    case 'skew':
      report.count('faults', step.kind)
      device.skewHours = step.hours
      return
    case 'expire-token':
      report.count('faults', step.kind)
      return device.expireToken()
    case 'log-in':
      if (device.actor === null) await unlessRefused(() => device.logIn())
      return
    case 'switch-user':
      report.count('faults', step.kind)
      return unlessRefused(() => device.switchUser())
    case 'log-in-elsewhere': {
      report.count('faults', step.kind)
      const { email, password } = device.currentLogin
      return unlessRefused(
        async () => void (await logIn({ origin: world.origin, send: direct(world) }, email, password)),
      )
    }
    case 'check':
      if (await checkView(device, world.plain)) report.count('laws', 'view')
      return
  }
}

/**
 * Who is logged out, or has an empty screen, seldom wishes anything but to work: they go where there is a network, wait for the
 * server, log in, if they may, and let it load. Who is told that the server does not answer waits every other time, not to work for
 * long on what is no more; who has no network works on.
 */
async function comeToWork(world: World, device: Device, draw: number) {
  const phase = () => (device.actor === null ? 'logged out' : (device.leader?.status().phase ?? 'loading'))
  const isReconnecting = device.network.isOnline && phase() === 'reconnecting'
  const isWaiting = () => phase() === 'loading' || (isReconnecting && phase() === 'reconnecting')
  if (phase() !== 'logged out' && !isWaiting()) return
  if (randomFrom(draw).chance(isReconnecting ? persistence : impatience)) return
  device.network.connect()
  await world.server.settled()
  if (device.actor === null) await unlessRefused(() => device.logIn())
  for (const end = Date.now() + loadMs; isWaiting() && Date.now() < end; await delay(pollMs)) tellOnline()
}

/** A device of which nothing else is told. */
const direct = (world: World) => (path: string, init: RequestInit) => fetch(world.origin + path, init)

/** What somebody does with a refused entry. */
function decide(device: Device, { kind, draw }: { kind: 'discard' | 'retry'; draw: number }) {
  const userId = device.actor?.userId
  const refused = userId ? device.outbox.of(userId).filter((entry) => entry.state === 'refused') : []
  if (refused.length === 0) return
  const { seq } = randomFrom(draw).pick(refused)
  if (kind === 'discard') device.outbox.discard(seq)
  else device.outbox.retry(seq)
}

/** No network, or the server says no: the person may try again. */
async function unlessRefused(attempt: () => Promise<void>) {
  try {
    await attempt()
  } catch (error) {
    if (!(error instanceof TypeError) && !(error instanceof AppError)) throw error
  }
}

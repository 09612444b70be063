// Everything heals: the server is up, networks work, everybody is logged in. Then, within bounded time, nothing is left to do,
// and all laws hold.
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from 'db/kit/errors.ts'
import type { Device, Login } from './device.ts'
import { LawBroken } from './laws/law-broken.ts'
import { checkEffects, refusedThoughApplied } from './laws/effects.ts'
import { expectedRows, outOfScope, unsent } from './laws/scope.ts'
import { offScreen } from './laws/screen.ts'
import { checkView } from './laws/view.ts'
import { tellOnline } from './online.ts'
import type { World } from './world.ts'

const pollMs = 25
const restLaw = 'at rest every device equals the server in scope'

export async function rest(world: World) {
  // While much is pending: afterwards nothing is.
  await checkViews(world)
  await world.server.settled()
  for (const device of world.devices) await heal(world, device)
  for (const device of world.devices) await sendAll(world, device)
  for (const device of world.devices) await sameAsServer(world, device)
  await checkViews(world)
  await checkEffects(world)
  world.report.count('laws', 'effects')
  for (const { broken } of world.devices) if (broken) throw broken
}

async function checkViews({ devices, plain, report }: World) {
  for (const device of devices) if (await checkView(device, plain)) report.count('laws', 'view')
}

/** The people discard what was refused, and what was held goes out then and may be refused in turn, until nothing is left. */
export async function restEmpty(world: World) {
  await rest(world)
  for (const device of world.devices) {
    while (device.outbox.userIds().size > 0) {
      for (const userId of device.outbox.userIds()) discardRefused(device, userId)
      await sendAll(world, device)
    }
  }
  await rest(world)
}

function discardRefused({ outbox }: Device, userId: string) {
  for (const { state, seq } of outbox.of(userId)) if (state === 'refused') outbox.discard(seq)
}

async function heal(world: World, device: Device) {
  await device.network.heal()
  device.spareTab()
  await device.thaw()
  await logInAgain(world, device)
}

/** The limit on logins is not what is tested here. */
async function logInAgain(world: World, device: Device) {
  if (device.actor) return
  await world.db.sql`delete from login_attempts`
  await logInSurely(world, device, device.currentLogin)
}

/** A connection to a server that was killed may break only when it is used again. */
async function logInSurely({ restMs }: World, device: Device, as: Login) {
  for (const end = Date.now() + restMs; ; await delay(pollMs)) {
    try {
      return await device.logIn(as)
    } catch (error) {
      if (!(error instanceof TypeError) || Date.now() > end) throw error
    }
  }
}

/** What others of its people left behind goes out too, each under their own login. */
async function sendAll(world: World, device: Device) {
  await until(world, device, async () => unsent(device))
  const waiting = [...device.outbox.userIds()].filter((userId) => userId !== device.actor?.userId)
  if (waiting.length === 0) return
  await world.db.sql`delete from login_attempts`
  const login = device.currentLogin
  for (const other of device.others) {
    await logInSurely(world, device, other)
    await until(world, device, async () => unsent(device))
  }
  await logInSurely(world, device, login)
  await until(world, device, async () => unsent(device))
}

async function sameAsServer(world: World, device: Device) {
  const userId = device.actor?.userId
  if (!userId) throw new LawBroken(restLaw, `${device.name} lost its session`)
  const expected = await expectedRows(world.db, userId)
  await until(
    world,
    device,
    async () =>
      (await outOfScope(device, expected)) ||
      (await refusedThoughApplied(world, device)) ||
      (await offScreen(world.db, device, expected)),
  )
  world.report.count('laws', 'scope')
  world.report.count('laws', 'screen')
}

/** `wrong` says what is not at rest yet. */
async function until(world: World, device: Device, wrong: () => Promise<string>) {
  for (const end = Date.now() + world.restMs; ;) {
    world.throwFailure()
    // A session may end by an answer that was on its way.
    await logInAgain(world, device).catch((error: unknown) => {
      if (!(error instanceof AppError) && !(error instanceof TypeError)) throw error
    })
    const found = await wrong()
    if (found === '') return
    if (Date.now() > end) throw new LawBroken(restLaw, `not after ${world.restMs} ms: ${found}`)
    // Nobody waits half a minute for the next attempt.
    tellOnline()
    await delay(pollMs)
  }
}

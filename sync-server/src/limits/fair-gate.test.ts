import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { createFairGate, type Asker, type GateLimits } from './fair-gate.ts'

const limits: GateLimits = { inAll: 4, ofCompany: 2, ofUser: 1, waiting: 3, patienceMs: 10_000 }
const ana: Asker = { companyId: 'a', userId: 'ana' }
const alba: Asker = { companyId: 'a', userId: 'alba' }
const aldo: Asker = { companyId: 'a', userId: 'aldo' }
const bia: Asker = { companyId: 'b', userId: 'bia' }
const tooMany = { code: 'ERR_TOO_MANY_REQUESTS' }

/** Whether it may run by now. */
async function isIn(entering: Promise<unknown>) {
  const no = Symbol('no')
  return (await Promise.race([entering, new Promise((resolve) => setImmediate(() => resolve(no)))])) !== no
}

test('a person waits for their own request, a company for its share, and nobody for another company', async () => {
  const gate = createFairGate(limits)
  const first = await gate.enter(ana)
  const second = gate.enter(ana)
  expect(await isIn(second)).toBe(false)
  const ofAlba = await gate.enter(alba)
  const third = gate.enter(aldo)
  expect(await isIn(third)).toBe(false)
  expect(await isIn(gate.enter(bia))).toBe(true)
  ofAlba()
  expect(await isIn(third)).toBe(true)
  expect(await isIn(second)).toBe(false)
  first()
  expect(await isIn(second)).toBe(true)
})

test('who waits too long, or as one too many, is told when to come again', async () => {
  const gate = createFairGate({ ...limits, ofCompany: 1, waiting: 1, patienceMs: 5 })
  await gate.enter(ana)
  const waiting = gate.enter(alba)
  await expect(gate.enter(aldo)).rejects.toMatchObject({ ...tooMany, details: { retryAfter: 2 } })
  await expect(waiting).rejects.toMatchObject(tooMany)
})

test('who goes away while waiting leaves no trace', async () => {
  const gate = createFairGate({ ...limits, ofCompany: 1 })
  const leave = await gate.enter(ana)
  const gone = new AbortController()
  const waiting = gate.enter(alba, gone.signal)
  gone.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  leave()
  expect(await isIn(gate.enter(aldo))).toBe(true)
})

test('companies that wait are let in by turns', async () => {
  const gate = createFairGate({ ...limits, inAll: 1, ofUser: 2 })
  const order: string[] = []
  const visit = async (asker: Asker) => {
    const leave = await gate.enter(asker)
    order.push(asker.companyId)
    await Promise.resolve()
    leave()
  }
  await Promise.all([visit(ana), visit(ana), visit(alba), visit(aldo), visit(bia)])
  expect(order.indexOf('b')).toBeLessThanOrEqual(2)
})

test('no limit is ever passed, nobody is forgotten, and in the end all places are free', async () => {
  const asker = fc.record({ companyId: fc.constantFrom('a', 'b', 'c'), userId: fc.constantFrom('x', 'y', 'z') })
  const askers = fc.array(fc.tuple(asker, fc.nat(5)), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(askers, async (visits) => {
      const generous = { inAll: 4, ofCompany: 3, ofUser: 2, waiting: 100, patienceMs: 10_000 }
      const gate = createFairGate(generous)
      const inside: Asker[] = []
      const visit = async (who: Asker, turns: number) => {
        // People have one company each.
        const leave = await gate.enter({ ...who, userId: who.companyId + who.userId })
        inside.push(who)
        expect(inside.length).toBeLessThanOrEqual(generous.inAll)
        expect(inside.filter(({ companyId }) => companyId === who.companyId).length).toBeLessThanOrEqual(3)
        for (let turn = 0; turn < turns; turn++) await Promise.resolve()
        inside.splice(inside.indexOf(who), 1)
        leave()
        leave()
      }
      await Promise.all(visits.map(([who, turns]) => visit(who, turns)))
      expect(inside).toEqual([])
    }),
    { numRuns: 200 },
  )
})

test('while another company asks, the place of a request that rests is free after as long again; else at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  try {
    const gate = createFairGate({ ...limits, ofCompany: 1, rests: true })
    const first = await gate.enter(ana)
    vi.advanceTimersByTime(300)
    first()
    const second = gate.enter(alba)
    expect(await isIn(second)).toBe(true)
    const ofOthers = await gate.enter(bia)
    vi.advanceTimersByTime(300)
    ofOthers()
    const leave = await second
    leave()
    const third = gate.enter(aldo)
    vi.advanceTimersByTime(299)
    expect(await isIn(third)).toBe(false)
    vi.advanceTimersByTime(1)
    expect(await isIn(third)).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})

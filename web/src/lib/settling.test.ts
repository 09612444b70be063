import { expect, test } from 'vitest'
import { createSettling, settleMs, type Look } from './settling.ts'

type Control = 'accept' | 'resolve' | 'send' | 'row'

/** What is on the screen, and whether a click after these looks counts. */
function settling() {
  const shown = new Set<Control>()
  const { see, isSettled, ...told } = createSettling<Control>((control) => shown.has(control))
  const look = (at: number, control: Control | null, more: Partial<Look<Control>> = {}) => {
    if (control) shown.add(control)
    const seen = { x: 100, y: 100, at, control, pressed: false, ...more }
    see(seen)
    return isSettled(seen)
  }
  return { look, go: (control: Control) => shown.delete(control), ...told }
}

test('what came under a resting pointer takes no click at first, and then it does', () => {
  const { look, go } = settling()
  expect(look(0, 'accept')).toBe(true)
  go('accept')
  expect(look(100, 'resolve')).toBe(false)
  expect(look(350, 'resolve', { x: 103, pressed: true })).toBe(false)
  expect(look(100 + settleMs, 'resolve', { pressed: true })).toBe(true)
})

test('nor where nothing was for some frames', () => {
  const { look, go } = settling()
  look(0, 'accept')
  go('accept')
  look(50, null)
  expect(look(300, 'resolve')).toBe(false)
  expect(look(800, 'resolve')).toBe(false)
  expect(look(900, 'resolve')).toBe(true)
})

test('a finger, that is told of only when it comes down: what was tapped last counts', () => {
  const { look, go } = settling()
  look(0, 'send', { pressed: true })
  go('send')
  expect(look(250, 'resolve', { y: 115, pressed: true })).toBe(false)
  expect(settling().look(250, 'resolve', { pressed: true })).toBe(true)
})

test('after a while a finger means what it finds', () => {
  const { look, go } = settling()
  look(0, 'send', { pressed: true })
  go('send')
  expect(look(settleMs, 'resolve', { pressed: true })).toBe(true)
})

test('a pointer that goes to something may click at once, near or far', () => {
  const { look, go } = settling()
  look(0, 'accept')
  expect(look(20, 'resolve', { x: 110 })).toBe(true)
  go('resolve')
  expect(look(40, 'send', { x: 300, pressed: true })).toBe(true)
})

test('a pointer that leaves what came has no need to wait', () => {
  const { look, go } = settling()
  look(0, 'accept')
  go('accept')
  expect(look(50, 'resolve')).toBe(false)
  expect(look(90, 'row', { x: 115 })).toBe(false)
  expect(look(120, 'row', { x: 130 })).toBe(true)
})

test('a button that is shown over its row, as the pointer gets there, may be clicked at once', () => {
  const { look } = settling()
  look(0, 'row')
  expect(look(20, 'resolve')).toBe(true)
})

test('what comes where nothing was may be clicked at once: nobody meant anything else', () => {
  const { look } = settling()
  look(0, null)
  expect(look(5000, 'row')).toBe(true)
})

test('what a wheel has brought may be clicked at once; what comes after that press may not', () => {
  const { look, go, wheeled } = settling()
  look(0, 'row')
  wheeled({ at: 10 })
  go('row')
  expect(look(100, 'accept')).toBe(true)
  expect(look(200, 'accept', { pressed: true })).toBe(true)
  go('accept')
  expect(look(300, 'resolve')).toBe(false)
})

test('who goes on clicking has not looked', () => {
  const { look, go, ignored } = settling()
  look(0, 'accept')
  go('accept')
  look(50, 'resolve')
  ignored({ x: 100, y: 100, at: 400 })
  expect(look(800, 'resolve', { pressed: true })).toBe(false)
  expect(look(1000, 'resolve', { pressed: true })).toBe(true)
})

// The page's pointers, for settling.ts: in places that say so (`data-settles`: lists that switch, buttons that become others) a press or click
// on what has just come under the pointer reaches nobody. Keys, and what helps people to click without a pointer, go on as ever.
import { createSettling, type Look } from './settling.ts'

const controls =
  'a, button, input, label, select, summary, textarea, [role=option], [role^=menuitem], [role=tab], [role=switch], [role=checkbox], [role=radio]'

/** Before the page's own listeners. */
const first = { capture: true }

/** For as long as the page lives. */
export function ignoreUnsettledClicks() {
  const settling = createSettling<Element>(isAt)
  let refused = false
  const see = (event: MouseEvent) => settling.see(lookOf(event))
  const onPress = (event: MouseEvent) => {
    see(event)
    refused = switches(event) && !settling.isSettled(lookOf(event))
  }
  // The focus stays where it is, too: the next key would be for what has come.
  const onMouseDown = (event: MouseEvent) => refused && ignore(event)
  const onClick = (event: MouseEvent) => {
    if (event.detail === 0) return
    see(event)
    const look = lookOf(event)
    if (!refused && (!switches(event) || settling.isSettled(look))) return
    settling.ignored(look)
    ignore(event)
  }
  addEventListener('pointermove', see, first)
  // Also without a move: browsers tell what has come under a mouse that rests.
  addEventListener('pointerover', see, first)
  addEventListener('wheel', ({ timeStamp: at }) => settling.wheeled({ at }), { ...first, passive: true })
  addEventListener('pointerdown', onPress, first)
  addEventListener('mousedown', onMouseDown, first)
  addEventListener('click', onClick, first)
}

const switches = ({ target }: MouseEvent) => target instanceof Element && target.closest('[data-settles]') !== null

function lookOf(event: MouseEvent): Look<Element> {
  const { type, target, clientX: x, clientY: y, timeStamp: at } = event
  const control = target instanceof Element ? target.closest(controls) : null
  return { x, y, at, control, pressed: type === 'pointerdown' || type === 'click' || isFinger(event) }
}

/** It rests nowhere: whatever is told of it belongs to its press, also that it is over something, which is told before. */
const isFinger = (event: MouseEvent) => event instanceof PointerEvent && event.pointerType === 'touch'

function isAt(control: Element, { x, y }: { x: number; y: number }) {
  // Of one that is not shown any more all are 0.
  const { left, right, top, bottom } = control.getBoundingClientRect()
  return left <= x && x <= right && top <= y && y <= bottom
}

function ignore(event: Event) {
  event.preventDefault()
  event.stopImmediatePropagation()
}

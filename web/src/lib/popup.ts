/** One that is fading away still has the focus, but nothing more to say to keys. */
const popups = ':is([role=dialog], [role=alertdialog], [role=menu], [role=listbox][data-open]):not([data-closed])'

/** Whether it is in an open dialog, menu or list of choices, which has the keys and keeps the focus. */
export function isInPopup(element: Element | null): boolean {
  return element !== null && element.closest(popups) !== null
}

export const isPopupOpen = () => document.querySelector(popups) !== null

/** The one in front: what opens later stands later in the page. */
export const topmostPopup = () => [...document.querySelectorAll<HTMLElement>(popups)].at(-1) ?? null

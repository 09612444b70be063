// A first visit's page has the login in it (first-page.tsx): whoever is quick types and enters before the app's code is there.

interface Typed {
  email: string
  password: string
  /** Where the cursor is. */
  field: 'email' | 'password'
  /** By Enter, or a click on the button. */
  isEntered: boolean
}

const firstPage = () => document.querySelector<HTMLElement>('[data-first-page]')

export const isFirstPage = () => firstPage() !== null

export const removeFirstPage = () => firstPage()?.remove()

/** What was done in the page's own login until now; null where there is none. */
export function typedBefore(): Typed | null {
  const page = firstPage()
  if (!page) return null
  const input = (name: string) => page.querySelector<HTMLInputElement>(`input[name=${name}]`)
  const password = input('password')
  return {
    email: input('email')?.value ?? '',
    password: password?.value ?? '',
    field: password !== null && password === document.activeElement ? 'password' : 'email',
    isEntered: page.dataset['firstPage'] === 'entered',
  }
}
